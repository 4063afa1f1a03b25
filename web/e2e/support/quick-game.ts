import type { Page } from '@playwright/test'

import type {
  ClientFrame,
  GameView,
  MoveOption,
  NewGame,
  OwnView,
  ServerFrame,
  TilingChoice,
  TilingLine,
} from '../../src/lib/protocol.ts'

export interface QuickGame {
  /** Stop when this session is to move in this round; by default, play to the end. */
  round?: number
  /** The number of the session's moves in that round before stopping. */
  moves?: number
  game?: NewGame
}

const AGAINST_BOT: NewGame = {
  seats: [{ kind: 'me' }, { kind: 'bot', level: 'apprentice' }],
  wall: 'coloured',
}

/**
 * Plays a game with the page's session over the protocol, without the user interface; returns its
 * id.
 */
export async function quickGame(page: Page, wanted: QuickGame = {}): Promise<string> {
  // Create the session before the page does, or there would be two guests.
  await page.request.get('/api/v1/me')
  await page.goto('/')
  return page.evaluate(
    async ({ newGame, lastRound, moves }) => {
      const call = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(`/api/v1${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
        return (await response.json()) as { view: { id: string } }
      }
      const random = () =>
        [...crypto.getRandomValues(new Uint8Array(16))]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('')

      const id = (await call('POST', '/games', newGame)).view.id
      await call('POST', `/games/${id}/nonce`, { nonce: random() })
      await new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/socket`)
        const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
        let view: GameView | null = null
        let own: OwnView | null = null
        let done = -1
        let round = 0
        const tiled = new Set<string>()
        let made = 0
        const finish = () => {
          socket.onclose = null
          socket.close()
          resolve()
        }
        // Omitted fields have default values.
        const worth = (move: MoveOption) =>
          (move.completes ? 10 + (move.points?.total ?? 0) : (move.placed ?? 0)) -
          4 * ((move.floor_after ?? 0) - (move.floor_before ?? 0)) -
          (move.line ?? 0) / 10
        /** Acts once per state: view and options arrive separately. */
        const act = () => {
          if (view?.status === 'finished') finish()
          if (!view?.table || own?.ply !== view.ply || done === view.ply) return
          if (view.table.round !== round) {
            round = view.table.round
            made = 0
          }
          const { ply } = view
          const { offer, tiling } = own
          const [best] = (offer?.moves ?? []).toSorted((a, b) => worth(b) - worth(a))
          if (offer && best) {
            if (lastRound !== null && round >= lastRound && made >= moves) {
              finish()
              return
            }
            done = ply
            made += 1
            send({ t: 'move', game: id, id: random(), ply, seat: offer.seat, move: best.move })
          }
          for (const { seat, first } of tiling) {
            // The state changes when others choose, while this choice is in flight.
            if (tiled.has(`${round}:${seat}`)) continue
            tiled.add(`${round}:${seat}`)
            const placements: string[] = []
            for (let line: TilingLine | null = first; line;) {
              const choice: TilingChoice | undefined = line.choices[0]
              if (!choice) break
              placements.push(choice.placement)
              line = choice.next
            }
            send({ t: 'choose', game: id, id: random(), seat, placements })
          }
        }
        socket.onclose = () => reject(new Error('the socket was closed'))
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(String(data)) as ServerFrame
          if (frame.t === 'hello') send({ t: 'watch', game: id })
          else if (frame.t === 'refused') reject(new Error(`refused: ${JSON.stringify(frame)}`))
          else if (frame.t === 'game' || frame.t === 'update') view = frame.view
          else if (frame.t === 'own') own = frame.own
          act()
        }
      })
      return id
    },
    {
      newGame: wanted.game ?? AGAINST_BOT,
      lastRound: wanted.round ?? null,
      moves: wanted.moves ?? 0,
    },
  )
}
