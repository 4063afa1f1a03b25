import { beforeEach, describe, expect, it } from 'vitest'

import { fixture } from '../../testing/fixtures'
import { provenRecord } from '../../testing/draws'
import type { GameView } from '../protocol'
import { nonceCommitment, secretCommitment, type ProvenRecord } from './draw-proof'
import { checkDraws, observe, readWitness } from './draw-witness'

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

/** Takes part in a game up to the reveal. Returns the closed game and the revealed nonce. */
function takePart(): { view: GameView; nonce: string } {
  const view = waiting()
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
