import { afterEach, expect, it, vi } from 'vitest'

import { api } from '../../lib/net/api'
import type { GameCard, MyGames } from '../../lib/protocol'
import { unfinishedGames } from './unfinished'

afterEach(() => vi.restoreAllMocks())

function page(ids: string, status: GameCard['status'], next: string | null): MyGames {
  return { games: [...ids].map((id) => ({ id, status }) as GameCard), next }
}

it('reads pages until the first game that is over', async () => {
  const pages: Record<string, MyGames> = {
    first: page('abc', 'running', 'second'),
    second: {
      games: [...page('d', 'waiting', null).games, ...page('e', 'finished', null).games],
      next: 'third',
    },
    third: page('f', 'finished', null),
  }
  const asked = vi
    .spyOn(api, 'myGames')
    .mockImplementation((before) =>
      Promise.resolve(pages[before ?? 'first'] ?? page('', 'running', null)),
    )
  const games = await unfinishedGames()
  expect(games.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(asked).toHaveBeenCalledTimes(2)
})
