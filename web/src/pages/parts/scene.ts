import type { GameView, SeatView, TableView } from '../../lib/protocol'

/** A seat of somebody with a name, or of a bot. */
export function sceneSeat(
  seat: number,
  name: string | null,
  level: SeatView['level'] = null,
): SeatView {
  return {
    seat,
    kind: level === null ? 'human' : 'bot',
    name: level === null ? name : null,
    guest: false,
    level,
    taken_over: null,
    can_win: true,
    person: level === null ? seat : null,
  }
}

/** A table that is not a game on the server, dressed as one, so that the table's parts can show it. */
export function sceneView(
  id: string,
  table: TableView,
  seats: SeatView[],
  ply: number,
  change: Partial<GameView> = {},
): GameView {
  return {
    id,
    ply,
    hash: `${id}-${ply}`,
    status: 'running',
    settings: {
      wall: table.wall,
      clock: { kind: 'none' },
      undo: 'off',
      public: false,
      start: null,
    },
    seats,
    table,
    choosing: [],
    clock: null,
    undo: null,
    votes: [],
    result: null,
    rematch: null,
    draw: { scheme: '', commitment: '', nonces: [], secret: null },
    created: 0,
    ...change,
  }
}
