import { beforeEach, describe, expect, it } from 'vitest'

import { fixture } from '../../testing/fixtures'
import { provenRecord } from '../../testing/draws'
import type { Colour, GameView, Step } from '../protocol'
import { nonceCommitment, secretCommitment, type ProvenRecord } from './draw-proof'
import { checkDraws, observe, observeLog, readWitness } from './draw-witness'

const SECRET = 'c4'.repeat(32)
const BENS = '03'.repeat(32)

beforeEach(() => localStorage.clear())

/** A waiting game of Ana on seat 1, a bot and Ben, who has committed. Each test has its own. */
let count = 0
function waiting(scheme = 'azulejo-draw-2'): GameView {
  const { view } = fixture('waiting')
  const id = `game${String(++count).padStart(4, '0')}`
  const draw = {
    scheme,
    commitment: secretCommitment(SECRET, id),
    nonce_commitments: [null, null, nonceCommitment(id, 3, BENS)],
    closed: false,
    nonces: [null, null, null],
    secret: null,
  }
  return { ...view, id, draw, settings: { ...view.settings, start: null } }
}

/** The step of the first deal. */
function dealt(deal: readonly string[]): Step {
  const events = deal.map((tiles, index): Step['events'][number] => ({
    event: 'dealt',
    factory: index + 1,
    tiles: Array.from(tiles) as Colour[],
  }))
  return { ply: 9, at: 0, what: { kind: 'dealt', round: 1 }, events }
}

/**
 * Takes part in a game up to the reveal, with these commitments and nonces of the others. Returns
 * the closed game and the revealed nonce.
 */
function takePart(
  others?: (string | null)[],
  nonces: (string | null)[] = [null, null, null],
): { view: GameView; nonce: string } {
  const fresh = waiting()
  const sealed = others ?? fresh.draw.nonce_commitments
  const view = { ...fresh, draw: { ...fresh.draw, nonce_commitments: sealed, nonces } }
  const step = observe(view, [1])
  if (step?.t !== 'nonce_commitment') throw new Error('no commitment')
  const [, bot, ben] = view.draw.nonce_commitments
  const commitments = [step.commitment, bot ?? null, ben ?? null]
  const closed = { ...view, draw: { ...view.draw, closed: true, nonce_commitments: commitments } }
  const reveal = observe(closed, [1])
  if (reveal?.t !== 'nonce') throw new Error('no reveal')
  return { view: closed, nonce: reveal.nonce }
}

describe('what this device stored', () => {
  const check = (view: GameView, record: ProvenRecord) => checkDraws(record, readWitness(view.id))
  const recordOf = (view: GameView, inputs: Parameters<typeof provenRecord>[0]) =>
    provenRecord({ game: view.id, secret: SECRET, ...inputs })

  it('matches an honest record', () => {
    const { view, nonce } = takePart()
    expect(check(view, recordOf(view, { nonces: [nonce, null, BENS] }))).toBe('device')
  })

  it('rejects a record that was swapped as a whole', () => {
    const { view, nonce } = takePart()
    const swapped = recordOf(view, { secret: '09'.repeat(32), nonces: [nonce, null, BENS] })
    // It is consistent in itself, which was all that was checked before.
    expect(checkDraws(swapped, null)).toBe('consistent')
    expect(check(view, swapped)).toBe('swapped')
    const others = recordOf(view, { nonces: ['08'.repeat(32), null, BENS] })
    expect(check(view, others)).toBe('swapped')
  })

  it('rejects a nonce that was ground after the reveal', () => {
    const { view, nonce } = takePart()
    const ground = recordOf(view, { nonces: [nonce, null, '07'.repeat(32)] })
    expect(checkDraws(ground, null)).toBe('consistent')
    expect(check(view, ground)).toBe('swapped')
  })

  it('rejects a nonce in the open that was ground after the reveal', () => {
    // The host's own player does not commit, and is recorded as a client of the older scheme.
    const { view, nonce } = takePart([null, null, null])
    const ground = recordOf(view, {
      nonces: [nonce, null, '07'.repeat(32)],
      contributions: ['revealed', 'bot', 'open'],
    })
    expect(checkDraws(ground, null)).toBe('consistent')
    expect(check(view, ground)).toBe('swapped')
  })

  it('rejects a bot that became a player with a nonce', () => {
    const { view, nonce } = takePart()
    const players = ['Ana', 'Eva', 'Ben']
    const record = recordOf(view, {
      players,
      nonces: [nonce, '07'.repeat(32), BENS],
      contributions: ['revealed', 'open', 'revealed'],
    })
    expect(checkDraws(record, null)).toBe('consistent')
    expect(check(view, record)).toBe('swapped')
  })

  it('matches a nonce in the open from before the reveal', () => {
    const { view, nonce } = takePart([null, null, null], [null, null, BENS])
    const record = recordOf(view, {
      nonces: [nonce, null, BENS],
      contributions: ['revealed', 'bot', 'open'],
    })
    expect(check(view, record)).toBe('device')
  })

  it('rejects a record with other deals than those that were dealt', () => {
    const { view, nonce } = takePart()
    const honest = recordOf(view, { nonces: [nonce, null, BENS] })
    const rigged = recordOf(view, { secret: '09'.repeat(32), nonces: [nonce, null, BENS] })
    const [shown] = rigged.rounds
    const log = [dealt(shown?.deal ?? [])]
    expect(checkDraws(honest, readWitness(view.id), log)).toBe('swapped')
    // The first sight counts, also after the page was reloaded with an invented log.
    observeLog(view.id, log)
    const [recorded] = honest.rounds
    observeLog(view.id, [dealt(recorded?.deal ?? [])])
    expect(check(view, honest)).toBe('swapped')
  })

  it('matches the deals that were dealt', () => {
    const { view, nonce } = takePart()
    const honest = recordOf(view, { nonces: [nonce, null, BENS] })
    observeLog(view.id, [dealt(honest.rounds[0]?.deal ?? [])])
    expect(check(view, honest)).toBe('device')
  })

  it('rejects other deals than those shown, also if nothing was stored at the start', () => {
    const rigged = provenRecord({ secret: '09'.repeat(32) })
    const log = [dealt(rigged.rounds[0]?.deal ?? [])]
    expect(checkDraws(provenRecord(), null, log)).toBe('swapped')
  })

  it('rejects a record relabelled as the older scheme', () => {
    const { view, nonce } = takePart()
    const older = recordOf(view, { scheme: 'azulejo-draw-1', nonces: [nonce, null, BENS] })
    expect(checkDraws(older, null)).toBe('consistent')
    expect(check(view, older)).toBe('swapped')
  })

  it('rejects a drawn start player claimed as chosen', () => {
    const { view, nonce } = takePart()
    const record = recordOf(view, { nonces: [nonce, null, BENS] })
    const forged = { ...record, draw: { ...record.draw, start: record.start } }
    expect(checkDraws(forged, null)).toBe('consistent')
    expect(check(view, forged)).toBe('swapped')
  })

  it('reports that the own nonce was not used', () => {
    const { view, nonce } = takePart()
    const record = recordOf(view, {
      nonces: [nonce, null, BENS],
      contributions: ['withheld', 'bot', 'revealed'],
    })
    expect(check(view, record)).toBe('unused')
  })

  it('reports a nonce of another device as the own one not being used', () => {
    const view = waiting()
    expect(observe(view, [1])?.t).toBe('nonce_commitment')
    const other = '08'.repeat(32)
    const commitments = [
      nonceCommitment(view.id, 1, other),
      null,
      nonceCommitment(view.id, 3, BENS),
    ]
    const draw = { ...view.draw, closed: true, nonce_commitments: commitments }
    expect(observe({ ...view, draw }, [1])).toBeNull()
    expect(check(view, recordOf(view, { nonces: [other, null, BENS] }))).toBe('unused')
  })

  it('covers only the commitment for spectators', () => {
    const view = waiting()
    expect(observe(view, [])).toBeNull()
    expect(check(view, recordOf(view, {}))).toBe('device-watched')
  })

  it('is nothing for games first seen after the start', () => {
    const view: GameView = { ...waiting(), status: 'running' }
    expect(observe(view, [1])).toBeNull()
    expect(check(view, recordOf(view, {}))).toBe('consistent')
  })

  it('rejects a record without a proof', () => {
    const { players, start, rounds } = provenRecord()
    const record = { players, start, rounds }
    expect(checkDraws(record, null)).toBe('wrong')
  })
})

describe('the contribution to the draws', () => {
  it('uses one nonce per game, also after a reload', () => {
    const view = waiting()
    expect(observe(view, [1])).toEqual(observe(view, [1]))
  })

  it('waits for the commitments to be closed', () => {
    const { view } = takePart()
    expect(observe({ ...view, draw: { ...view.draw, closed: false } }, [1])).toBeNull()
  })

  it('reveals nothing to a server that changes a commitment', () => {
    const { view } = takePart()
    const change = (draw: Partial<GameView['draw']>) => ({
      ...view,
      draw: { ...view.draw, ...draw },
    })
    const [own] = view.draw.nonce_commitments
    expect(observe(change({ nonce_commitments: [own ?? null, null, '00'] }), [1])).toBeNull()
    expect(observe(change({ nonce_commitments: ['00', null, null] }), [1])).toBeNull()
    expect(observe(change({ commitment: '00' }), [1])).toBeNull()
    expect(observe(view, [1])?.t).toBe('nonce')
  })

  it('is sent in the open in games of the older scheme', () => {
    expect(observe(waiting('azulejo-draw-1'), [2])?.t).toBe('nonce')
  })
})
