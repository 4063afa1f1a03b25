import { expect, it } from 'vitest'

import type { GameCard, LobbyView } from '../../lib/protocol'
import { LobbyPages } from './lobby-pages.svelte'

const card = (id: string) => ({ id }) as GameCard
const page = (ids: string, next?: string): LobbyView => ({
  open: [...ids].map(card),
  live: [],
  ...(next === undefined ? {} : { next_open: next }),
})
const ids = (pages: LobbyPages) => pages.games.map((game) => game.id).join('')

/** A list whose older pages are `cd`, then `ef`; after a new game, `bc`. */
function list() {
  const asked: string[] = []
  const answers: Record<string, LobbyView> = {
    b: page('cd', 'd'),
    d: page('ef'),
    a: page('bc', 'c'),
  }
  const pages = new LobbyPages('open', (_, before) => {
    asked.push(before)
    const answer = answers[before]
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(before))
  })
  return { pages, asked }
}

it('appends older pages until there are no more', async () => {
  const { pages } = list()
  await pages.receive(page('ab', 'b'))
  expect([ids(pages), pages.hasMore]).toEqual(['ab', true])
  await pages.more()
  expect([ids(pages), pages.hasMore]).toEqual(['abcd', true])
  await pages.more()
  expect([ids(pages), pages.hasMore]).toEqual(['abcdef', false])
})

it('fetches older games again when new ones push them off the first page', async () => {
  const { pages, asked } = list()
  await pages.receive(page('ab', 'b'))
  await pages.more()
  await pages.receive(page('ab', 'b'))
  expect(asked).toEqual(['b'])
  await pages.receive(page('na', 'a'))
  expect(asked).toEqual(['b', 'a'])
  expect([ids(pages), pages.hasMore]).toEqual(['nabc', true])
})

it('fetches nothing for a first page alone', async () => {
  const { pages, asked } = list()
  await pages.receive(page('ab', 'b'))
  await pages.receive(page('na', 'a'))
  expect(asked).toEqual([])
  expect(ids(pages)).toBe('na')
})
