import type { Page } from '@playwright/test'

import type { ClientFrame, NewGame, ServerFrame } from '../../src/lib/protocol.ts'

export interface QuickGame {
  /** Play until this session is to move in this round; to the end when it is not given. */
  round?: number
  /** And until so many of its own moves in that round are made. */
  moves?: number
  game?: NewGame
}

const AGAINST_BOT: NewGame = {
  seats: [{ kind: 'me' }, { kind: 'bot', level: 'apprentice' }],
  wall: 'coloured',
}

/**
 * Plays a game with the page's own session, through the protocol and without the controls: for
 * tests that need a table, not a turn. Gives the game's id.
 */
export async function quickGame(page: Page, wanted: QuickGame = {}): Promise<string> {
  return page.evaluate(
    async ({ newGame, round, moves }) => {
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

      await call('GET', '/me')
      const id = (await call('POST', '/games', newGame)).view.id
      await call('POST', `/games/${id}/nonce`, { nonce: random() })
      await new Promise<void>((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/socket`)
        const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
        let ply = -1
        let at = 0
        let made = 0
        let over = false
        const finish = () => {
          socket.onclose = null
          socket.close()
          done()
        }
        socket.onclose = () => fail(new Error('the socket was closed'))
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(String(data)) as ServerFrame
          if (frame.t === 'hello') send({ t: 'watch', game: id })
          if (frame.t === 'refused') fail(new Error(`refused: ${JSON.stringify(frame)}`))
          if (frame.t === 'game' || frame.t === 'update') {
            ply = frame.view.ply
            if ((frame.view.table?.round ?? 0) !== at) made = 0
            at = frame.view.table?.round ?? 0
            over = frame.view.status === 'finished'
            if (over) finish()
          }
          if (frame.t !== 'own' || frame.own.ply !== ply || over) return
          const { offer, tiling } = frame.own
          if (offer) {
            if (round !== undefined && at >= round && made >= moves) {
              finish()
              return
            }
            const worth = (move: (typeof offer.moves)[number]) =>
              (move.completes ? 10 + (move.points?.total ?? 0) : move.placed) -
              4 * (move.floor_after - move.floor_before) -
              (move.line ?? 0) / 10
            const [best] = [...offer.moves].sort((a, b) => worth(b) - worth(a))
            if (!best) return
            made += 1
            send({ t: 'move', game: id, id: random(), ply, seat: offer.seat, move: best.move })
          }
          for (const { seat, first } of tiling) {
            const placements: string[] = []
            for (let line: typeof first | null = first; line; ) {
              const [choice]: typeof line.choices = line.choices
              if (!choice) break
              placements.push(choice.placement)
              line = choice.next
            }
            send({ t: 'choose', game: id, id: random(), seat, placements })
          }
        }
      })
      return id
    },
    { newGame: wanted.game ?? AGAINST_BOT, round: wanted.round, moves: wanted.moves ?? 0 },
  )
}
