import { flushSync, mount, unmount } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { TableView } from '../../lib/protocol'
import type { Connection } from '../../lib/net/connection.svelte'
import { nameAt } from '../../lib/text/sentences'
import { useTestLanguage } from '../../testing/language'
import { fixture, tableOf } from '../../testing/fixtures'
import TableNotices from './TableNotices.svelte'

beforeEach(() => useTestLanguage('en'))

const late = fixture('table-last-round')

/** The notices of a game with changes to the fixture's table. */
function notices(change: Partial<TableView>, mine: number[] = late.own.seats): string {
  const table = { ...tableOf(late), ...change }
  const game = new GameStore('g', { status: 'open', offset: 0 } as unknown as Connection)
  game.receive({ t: 'game', game: 'g', log: [], view: { ...late.view, table } })
  game.receive({ t: 'own', game: 'g', own: { ...late.own, seats: mine } })
  const viewer = { mine, name: (seat: number) => nameAt(late.view.seats, seat) }
  const target = document.createElement('div')
  const component = mount(TableNotices, { target, props: { game, table, viewer } })
  flushSync()
  const text = target.textContent.trim()
  void unmount(component)
  return text
}

describe('the last-round banner', () => {
  const two = { seat: 2, row: 3 }
  const name = nameAt(late.view.seats, 2)

  it('names the player, the row and the winner', () => {
    expect(notices({ last_round: 'yes', last_round_by: [two], would_win: [2] }, [1])).toBe(
      `Last round: ${name} completes row 3. If the round ended now, ${name} would win.`,
    )
    expect(notices({ last_round: 'yes', last_round_by: [two], would_win: [2] }, [2])).toBe(
      'Last round: you complete row 3. If the round ended now, you would win.',
    )
  })

  it('mentions the player’s own row first, and is conditional on the grey wall', () => {
    const rows = [two, { seat: 1, row: 5 }]
    expect(notices({ last_round: 'maybe', last_round_by: rows, would_win: [1, 2] }, [1])).toMatch(
      /^Last round if the tile fits on the wall: you’d complete row 5\. .* shared: .* and /,
    )
  })

  it('is absent before the last round', () => {
    expect(notices({ last_round: 'no', last_round_by: [], would_win: [] }, [1])).toBe('')
  })
})

it('a lost connection can be retried at once', () => {
  const connection = { status: 'broken', offset: 0, wake: vi.fn() }
  const game = new GameStore('g', connection as unknown as Connection)
  game.receive({ t: 'game', game: 'g', log: [], view: late.view })
  const viewer = { mine: [1], name: String }
  const target = document.createElement('div')
  const component = mount(TableNotices, { target, props: { game, table: tableOf(late), viewer } })
  flushSync()
  const button = [...target.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === 'Try now',
  )
  button?.click()
  expect(connection.wake).toHaveBeenCalledOnce()
  void unmount(component)
})
