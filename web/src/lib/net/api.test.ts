import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import { api, ApiError } from './api'
import type { NewGame } from '../protocol'
import { toasts } from '../ui/toasts.svelte'

const game: NewGame = { seats: [{ kind: 'me' }, { kind: 'open' }], wall: 'coloured' }

/** The requests, in order. */
let requests: NewGame[]

type Answer = 'lost' | 'cut' | { status: number; code?: string }

/** Stubs `fetch` with a sequence of answers. */
function stubAnswers(...answers: Answer[]): void {
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    requests.push(JSON.parse(init.body as string) as NewGame)
    const answer = answers.shift()
    if (!answer) throw new Error('unexpected request')
    if (answer === 'lost') return Promise.reject(new TypeError('no connection'))
    if (answer === 'cut') return Promise.resolve(new Response('{"view":', { status: 201 }))
    const { status, code } = answer
    const error = { code, field: null, detail: null }
    const body = code ? { error } : { view: { id: 'x' } }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
}

const ids = () => requests.map((request) => request.id)

beforeEach(() => {
  requests = []
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('newGame', () => {
  it('sends one request per game, each with a new id', async () => {
    stubAnswers({ status: 201 }, { status: 201 })
    await api.newGame(game)
    await api.newGame(game)
    expect(requests[0]).toEqual({ ...game, id: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
    expect(new Set(ids()).size).toBe(2)
  })

  it.each(['lost', 'cut', { status: 503, code: 'unavailable' }] as Answer[])(
    'retries with the same id without an answer: %o',
    async (answer) => {
      stubAnswers(answer, { status: 201 })
      expect((await api.newGame(game)).view.id).toBe('x')
      expect(requests[1]).toEqual(requests[0])
    },
  )

  it('keeps the id for the next identical request', async () => {
    stubAnswers('lost', 'lost', { status: 201 }, { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(1)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(2)
  })

  it('uses a new id for a different game', async () => {
    stubAnswers('lost', 'lost', { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame({ ...game, wall: 'grey' })
    expect(requests[2]?.id).not.toBe(requests[0]?.id)
  })

  it('does not retry a rejected request', async () => {
    stubAnswers({ status: 429, code: 'too_fast' }, { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(2)
  })
})

it('tells a suspended player the reason once and continues as a guest', async () => {
  const suspension = { reason: 'insults', until: null }
  const refused = { error: { code: 'suspended', field: null, detail: null, suspension } }
  const answers = [
    new Response(JSON.stringify(refused), { status: 403 }),
    new Response(JSON.stringify({ name: 'Blue Tile', guest: true })),
  ]
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
  useTestLanguage('en')
  await expect(api.me()).resolves.toMatchObject({ guest: true })
  expect(toasts().map(({ text }) => text)).toEqual(['Your account is suspended. Reason: insults'])
})

it('sends the language of the page, for the name of a new guest', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('{}')))
  vi.stubGlobal('fetch', fetched)
  document.documentElement.lang = 'is'
  await api.me()
  const [, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(new Headers(init.headers).get('accept-language')).toBe('is')
})
