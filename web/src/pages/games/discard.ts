import { api, ApiError } from '../../lib/net/api'
import { connection } from '../../lib/net/connection.svelte'
import { randomHex } from '../../lib/net/random'
import { problemOf } from '../shared/problem'
import type { GameCard } from '../../lib/protocol'
import { isOnDevice } from './cards'

/** Deletes a game of this device, cancels an unstarted one, or gives up the player's seats. */
export async function discard(card: GameCard): Promise<void> {
  if (isOnDevice(card)) {
    const { deleteGame } = await import('../../lib/local/saved-games')
    await deleteGame(card.id)
    return
  }
  if (card.status !== 'waiting') {
    // The game may end with the first seat.
    for (const seat of card.mine) await resign(card.id, seat).catch(ignoreEnded)
    return
  }
  try {
    await api.cancel(card.id)
  } catch (error) {
    // A guest of the table can only leave it.
    if (problemOf(error).code !== 'forbidden') throw error
    for (const seat of card.mine) await api.freeSeat(card.id, seat)
  }
}

function ignoreEnded(error: unknown): void {
  if (problemOf(error).code !== 'ended') throw error
}

/** Resigns over the socket; rejects with the server's problem. */
function resign(game: string, seat: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const id = randomHex(16)
    const stop = connection.follow(game, {
      known: () => null,
      receive: (frame) => {
        if (frame.t === 'ack' && frame.id === id) resolve()
        else if (frame.t === 'refused' && frame.id === id) reject(new ApiError(frame.error, 409))
        else return
        stop()
      },
    })
    connection.command({ t: 'resign', game, seat, id })
  })
}
