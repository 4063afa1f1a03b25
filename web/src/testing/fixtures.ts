import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fullOffer, type MoveOption, type OfferOptions } from '../lib/game/options'
import type { GameView, OwnView, Step, TableView } from '../lib/protocol'

export interface Fixture {
  view: GameView
  own: OwnView
  log: Step[]
}

export interface RoundEnd {
  before: Fixture
  updates: { steps: Step[]; view: GameView; own: OwnView }[]
}

/** Frames of a server, as written by the example `fixtures` of the protocol crate. */
export function fixture(name: string): Fixture {
  return read(name) as Fixture
}

export function roundEnd(): RoundEnd {
  return read('round-end') as RoundEnd
}

function read(name: string): unknown {
  const path = join(import.meta.dirname, '../fixtures', `${name}.json`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function tableOf({ view }: Fixture): TableView {
  if (!view.table) throw new Error('the fixture has no table')
  return view.table
}

/** The legal moves of a fixture, with all their fields. */
export function offerOf({ own }: Fixture): OfferOptions {
  if (!own.offer) throw new Error('the fixture has no offer')
  return fullOffer(own.offer)
}

/** A legal move of a fixture with a property; throws if there is none. */
export function someMove(from: Fixture, wanted: (move: MoveOption) => boolean): MoveOption {
  const found = offerOf(from).moves.find(wanted)
  if (!found) throw new Error('the fixture has no such move')
  return found
}
