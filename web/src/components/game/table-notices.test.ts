import { flushSync, mount, unmount } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { TableView } from '../../lib/protocol'
import type { Connection } from '../../lib/net/connection.svelte'
import { nameAt } from '../../lib/text/sentences'
import { speak } from '../../testing/language'
import { fixture, tableOf } from '../../testing/fixtures'
import TableNotices from './TableNotices.svelte'

beforeEach(() => speak('en'))

const late = fixture('table-last-round')

/** What stands above a table that differs from the fixture. */
function notices(change: Partial<TableView>, mine: number[] = late.own.seats): string {
  const table = { ...tableOf(late), ...change }
  const game = new GameStore('g', { status: 'open', offset: 0 } as unknown as Connection)
  game.receive({ t: 'game', game: 'g', log: [], view: { ...late.view, table } })
  game.receive({ t: 'own', game: 'g', own: { ...late.own, seats: mine } })
  const reader = { mine, name: (seat: number) => nameAt(late.view.seats, seat) }
  const target = document.createElement('div')
  const component = mount(TableNotices, { target, props: { game, table, reader } })
  flushSync()
  const text = target.textContent.trim()
  void unmount(component)
  return text
}

describe('the banner of the last round', () => {
  const two = { seat: 2, row: 3 }
  const name = nameAt(late.view.seats, 2)

  it('names who completes which row, and who would win', () => {
    expect(notices({ last_round: 'yes', last_round_by: [two], would_win: [2] }, [1])).toBe(
      `Last round: ${name} completes row 3. If the round ended now, ${name} would win.`,
    )
    expect(notices({ last_round: 'yes', last_round_by: [two], would_win: [2] }, [2])).toBe(
      'Last round: you complete row 3. If the round ended now, you would win.',
    )
  })

  it('speaks of the own row first, and hedges on the grey wall', () => {
    const rows = [two, { seat: 1, row: 5 }]
    expect(notices({ last_round: 'maybe', last_round_by: rows, would_win: [1, 2] }, [1])).toMatch(
      /^Last round if the tile fits on the wall: you’d complete row 5\. .* shared: .* and /,
    )
  })

  it('is not there before', () => {
    expect(notices({ last_round: 'no', last_round_by: [], would_win: [] }, [1])).toBe('')
  })
})
