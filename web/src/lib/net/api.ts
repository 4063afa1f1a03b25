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

/** A request that the server refused, or that did not reach it (`unavailable`). */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.detail ?? problem.code)
    this.name = 'ApiError'
  }
}

/**
 * One request to the server. `T` is what the protocol says it answers; pages that need more than
 * the functions below may call it directly.
 */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** A request whose answer is text. */
export async function requestText(path: string): Promise<string> {
  const response = await send('GET', path)
  return response.text()
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
  }
  if (body !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' }
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
    // Not ours: a proxy's page, say.
  }
  return unavailable(`${response.status} ${response.statusText}`)
}

const of = (game: string, rest = '') => `/games/${encodeURIComponent(game)}${rest}`

/** Asked twice at once, the server would make two guests of a new browser, and each answer its own. */
let asking: Promise<Me> | null = null
function me(): Promise<Me> {
  asking ??= request<Me>('GET', '/me').finally(() => {
    asking = null
  })
  return asking
}

/** The request for a game whose answer was not heard, if there is one: perhaps it was carried out. */
let unheard: { body: string; id: string } | null = null

/**
 * Sets up a game. Where the answer is not heard, it asks once more under the same id, and so does
 * whoever asks for the same game after that: there is one game in any case.
 */
async function newGame(game: NewGame): Promise<GameAnswer> {
  const body = JSON.stringify(game)
  const id = unheard?.body === body ? unheard.id : randomHex(16)
  unheard = { body, id }
  for (let again = 1; ; again -= 1) {
    try {
      const answer = await request<GameAnswer>('POST', '/games', { ...game, id })
      unheard = null
      return answer
    } catch (error) {
      if (isRefusal(error)) unheard = null
      if (isRefusal(error) || again === 0) throw error
    }
  }
}

/** Whether the server has understood the request and will not do it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code !== 'unavailable'
}

export const api = {
  /** Who I am; makes a guest of a browser that is new here. */
  me,
  rename: (name: string) => request<Me>('PATCH', '/me', { name }),
  myGames: (before?: string) =>
    request<MyGames>('GET', '/me/games' + (before ? `?before=${encodeURIComponent(before)}` : '')),
  lobby: () => request<LobbyView>('GET', '/lobby'),
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

/** Where a game's record can be downloaded. */
export const recordUrl = (id: string) => ROOT + of(id, '/record')
