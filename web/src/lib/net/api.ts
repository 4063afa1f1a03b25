import type {
  ErrorAnswer,
  GameAnswer,
  HintAnswer,
  InvitationAnswer,
  JoinGame,
  Level,
  LobbyView,
  Me,
  MyGames,
  NewGame,
  Problem,
  ReplayView,
} from '../protocol'
import { randomHex } from './random'

const ROOT = '/api/v1'

/** A request that the server rejected, or that did not reach it (`unavailable`). */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.detail ?? problem.code)
    this.name = 'ApiError'
  }
}

/** Sends a request. `T` is the answer's type in the protocol. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** Sends a request whose answer is plain text. */
export async function requestText(path: string): Promise<string> {
  const response = await send('GET', path)
  return response.text()
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  if (!import.meta.env.HAS_SERVER)
    throw new ApiError(unavailable('the static site has no server'), 0)
  const headers = new Headers({
    accept: 'application/json',
    // The language of a new guest's name, and of the previews of a new game's link.
    'accept-language': document.documentElement.lang || 'en',
  })
  const init: RequestInit = { method, credentials: 'same-origin', headers }
  if (body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(body)
  }
  let response: Response
  try {
    response = await fetch(ROOT + path, init)
  } catch (error) {
    throw new ApiError(unavailable(String(error)), 0)
  }
  if (!response.ok) throw new ApiError(await problemOf(response), response.status)
  return response
}

function unavailable(detail: string): Problem {
  return { code: 'unavailable', field: null, detail }
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const answer = (await response.json()) as Partial<ErrorAnswer>
    if (answer.error?.code) return answer.error
  } catch {
    // Not an answer of our server, but e.g. a proxy's error page.
  }
  return unavailable(`${response.status} ${response.statusText}`)
}

const of = (game: string, rest = '') => `/games/${encodeURIComponent(game)}${rest}`

/** Concurrent calls share a request: otherwise a new browser would become two guests. */
let meRequest: Promise<Me> | null = null
function me(): Promise<Me> {
  meRequest ??= askForMe().finally(() => {
    meRequest = null
  })
  return meRequest
}

/**
 * Asks who this browser is. The server refuses a suspended account once, with the reason, and ends
 * its session in this browser: after that the player is a guest.
 */
async function askForMe(): Promise<Me> {
  try {
    return await request<Me>('GET', '/me')
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'suspended') throw error
    const { showSuspension } = await import('./suspension')
    showSuspension(error.problem)
    return request<Me>('GET', '/me')
  }
}

/** The last creation request without an answer. The server may have executed it. */
let unanswered: { body: string; id: string } | null = null

/**
 * Creates a game. Without an answer it retries once; the idempotency key is kept for the next
 * identical request, so that only one game is created.
 */
async function newGame(game: NewGame): Promise<GameAnswer> {
  const body = JSON.stringify(game)
  const id = unanswered?.body === body ? unanswered.id : randomHex(16)
  unanswered = { body, id }
  for (let again = 1; ; again -= 1) {
    try {
      const answer = await request<GameAnswer>('POST', '/games', { ...game, id })
      unanswered = null
      return answer
    } catch (error) {
      if (isRefusal(error)) unanswered = null
      if (isRefusal(error) || again === 0) throw error
    }
  }
}

/** Whether the server rejected the request, so that a retry is pointless. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code !== 'unavailable'
}

export const api = {
  /** The current player; creates a guest for a new browser. */
  me,
  rename: (name: string) => request<Me>('PATCH', '/me', { name }),
  myGames: (before?: string) =>
    request<MyGames>('GET', '/me/games' + (before ? `?before=${encodeURIComponent(before)}` : '')),
  lobby: () => request<LobbyView>('GET', '/lobby'),
  /** The page of one list of the lobby after a cursor. */
  lobbyPage: (list: 'open' | 'live', before: string) =>
    request<LobbyView>('GET', `/lobby?${list}_before=${encodeURIComponent(before)}`),
  newGame,
  game: (id: string) => request<GameAnswer>('GET', of(id)),
  join: (id: string, join: JoinGame) => request<GameAnswer>('POST', of(id, '/join'), join),
  seatBot: (id: string, seat: number, level: Level) =>
    request<GameAnswer>('POST', of(id, `/seats/${seat}/bot`), { level }),
  freeSeat: (id: string, seat: number) => request<GameAnswer>('DELETE', of(id, `/seats/${seat}`)),
  cancel: (id: string) => request<GameAnswer>('POST', of(id, '/cancel')),
  newInvitation: (id: string) => request<InvitationAnswer>('POST', of(id, '/invitation')),
  hint: (id: string, seat: number) => request<HintAnswer>('GET', of(id, `/hint?seat=${seat}`)),
  record: (id: string) => requestText(of(id, '/record')),
  replay: (id: string) => request<ReplayView>('GET', of(id, '/replay')),
  expand: (record: string) => request<ReplayView>('POST', '/replay', { record }),
}

/** The download URL of a game's record. */
export const recordUrl = (id: string) => ROOT + of(id, '/record')
