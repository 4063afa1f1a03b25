import examples from '../../generated/examples.json'
import { fullMove, fullRefusal, type MoveOption, type Refusal } from '../../lib/game/options'
import type * as wire from '../../lib/protocol'
import type { TableEvent, TableView, TilingOptions } from '../../lib/protocol'

/** What happened, and the table after it. */
export interface Shown {
  events: TableEvent[]
  table: TableView
}

/** A table of the rules pages and what comes of it, worked out by the engine. */
export interface Example {
  id: string
  before: TableView
  /** The move that is made. */
  option: MoveOption | null
  /** Every move with the same tiles. */
  moves: MoveOption[]
  /** Lines that do not take them, and why. */
  refused: Refusal[]
  /** The columns to choose from. */
  tiling: TilingOptions | null
  steps: Shown[]
}

/** An example as the engine wrote it: with options as they are sent. */
type Written = Omit<Example, 'option' | 'moves' | 'refused'> & {
  option: wire.MoveOption | null
  moves: wire.MoveOption[]
  refused: wire.Refusal[]
}

function read(written: Written): Example {
  return {
    ...written,
    option: written.option && fullMove(written.option),
    moves: written.moves.map(fullMove),
    refused: written.refused.map(fullRefusal),
  }
}

const ALL = new Map((examples as unknown as Written[]).map((each) => [each.id, read(each)]))

/** The example with a name. */
export function exampleOf(id: string): Example {
  const found = ALL.get(id)
  if (!found) throw new Error(`there is no example ${id}`)
  return found
}

/** What a page of rules consists of. */
export interface Section {
  id: string
  title: string
  /** Keys of paragraphs; those of `list` are points. */
  text: string[]
  list?: string[]
  after?: string[]
  examples: { id: string; caption: string; show: 'table' | 'board' }[]
}

export const SECTIONS: readonly Section[] = [
  { id: 'goal', title: 'rules-goal', text: ['rules-goal-text'], examples: [] },
  {
    id: 'table',
    title: 'rules-table',
    text: ['rules-table-tiles', 'rules-table-factories', 'rules-table-board'],
    examples: [{ id: 'deal', caption: 'rules-example-deal', show: 'table' }],
  },
  {
    id: 'take',
    title: 'rules-take',
    text: ['rules-take-factory', 'rules-take-centre', 'rules-take-must'],
    examples: [
      { id: 'take', caption: 'rules-example-take', show: 'table' },
      { id: 'marker', caption: 'rules-example-marker', show: 'table' },
    ],
  },
  {
    id: 'place',
    title: 'rules-place',
    text: ['rules-place-one-line', 'rules-place-spill'],
    examples: [
      { id: 'refused', caption: 'rules-example-refused', show: 'board' },
      { id: 'spill', caption: 'rules-example-spill', show: 'board' },
      { id: 'floor-by-choice', caption: 'rules-example-floor-by-choice', show: 'board' },
    ],
  },
  {
    id: 'tiling',
    title: 'rules-tiling',
    text: ['rules-tiling-text'],
    examples: [{ id: 'tiling', caption: 'rules-example-tiling', show: 'board' }],
  },
  {
    id: 'scoring',
    title: 'rules-scoring',
    text: ['rules-scoring-text'],
    examples: [
      { id: 'alone', caption: 'rules-example-alone', show: 'board' },
      { id: 'row', caption: 'rules-example-row', show: 'board' },
      { id: 'column', caption: 'rules-example-column', show: 'board' },
      { id: 'cross', caption: 'rules-example-cross', show: 'board' },
    ],
  },
  {
    id: 'floor',
    title: 'rules-floor',
    text: ['rules-floor-text'],
    examples: [
      { id: 'floor', caption: 'rules-example-floor', show: 'board' },
      { id: 'floor-zero', caption: 'rules-example-floor-zero', show: 'board' },
    ],
  },
  { id: 'next-round', title: 'rules-next-round', text: ['rules-next-round-text'], examples: [] },
  {
    id: 'end',
    title: 'rules-end',
    text: ['rules-end-text'],
    list: ['rules-end-row', 'rules-end-column', 'rules-end-colour'],
    after: ['rules-end-tie'],
    examples: [{ id: 'end', caption: 'rules-example-end', show: 'board' }],
  },
  {
    id: 'grey',
    title: 'rules-grey',
    text: ['rules-grey-text', 'rules-grey-dead'],
    examples: [
      { id: 'grey', caption: 'rules-example-grey', show: 'board' },
      { id: 'grey-dead', caption: 'rules-example-grey-dead', show: 'board' },
    ],
  },
  {
    id: 'rare',
    title: 'rules-rare',
    text: [],
    list: ['rules-rare-marker', 'rules-rare-nobody', 'rules-rare-empty', 'rules-rare-start'],
    examples: [],
  },
]
