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

/** What a server sent, as written by the example `fixtures` of the protocol's crate. */
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

/** What may be done, as the client shows it. */
export function offerOf({ own }: Fixture): OfferOptions {
  if (!own.offer) throw new Error('the fixture has no offer')
  return fullOffer(own.offer)
}

/** A legal move of a fixture with some property; a fixture without one is a mistake. */
export function someMove(from: Fixture, wanted: (move: MoveOption) => boolean): MoveOption {
  const found = offerOf(from).moves.find(wanted)
  if (!found) throw new Error('the fixture has no such move')
  return found
}
