import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { api, ApiError } from './api'
import type { NewGame } from '../protocol'

const game: NewGame = { seats: [{ kind: 'me' }, { kind: 'open' }], wall: 'coloured' }

/** What was asked for, in order. */
let asked: NewGame[]

type Answer = 'lost' | 'cut' | { status: number; code?: string }

/** Lets a server answer so, one request after the other. */
function answers(...answers: Answer[]): void {
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string) as NewGame)
    const answer = answers.shift()
    if (!answer) throw new Error('one request too many')
    if (answer === 'lost') return Promise.reject(new TypeError('no connection'))
    if (answer === 'cut') return Promise.resolve(new Response('{"view":', { status: 201 }))
    const { status, code } = answer
    const error = { code, field: null, detail: null }
    const body = code ? { error } : { view: { id: 'x' } }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
}

const ids = () => asked.map((request) => request.id)

beforeEach(() => {
  asked = []
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('setting up a game', () => {
  it('asks once where the answer is heard, each time under another id', async () => {
    answers({ status: 201 }, { status: 201 })
    await api.newGame(game)
    await api.newGame(game)
    expect(asked[0]).toEqual({ ...game, id: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
    expect(new Set(ids()).size).toBe(2)
  })

  it.each(['lost', 'cut', { status: 503, code: 'unavailable' }] as Answer[])(
    'asks again under the same id where the answer is not heard: %o',
    async (answer) => {
      answers(answer, { status: 201 })
      expect((await api.newGame(game)).view.id).toBe('x')
      expect(asked[1]).toEqual(asked[0])
    },
  )

  it('keeps the id for whoever presses the button again', async () => {
    answers('lost', 'lost', { status: 201 }, { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(1)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(2)
  })

  it('takes another id for another game', async () => {
    answers('lost', 'lost', { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame({ ...game, wall: 'grey' })
    expect(asked[2]?.id).not.toBe(asked[0]?.id)
  })

  it('does not ask again where the server refuses', async () => {
    answers({ status: 429, code: 'too_fast' }, { status: 201 })
    await expect(api.newGame(game)).rejects.toBeInstanceOf(ApiError)
    await api.newGame(game)
    expect(new Set(ids()).size).toBe(2)
  })
})
