import lesson from '../../generated/lesson.json'
import type { Happening, OfferOptions, TableView } from '../../lib/protocol'
import type { Shown } from './examples'

/** The first lesson as the engine played it. */
export interface Script {
  first: TableView
  deal: Shown
  turns: { offer: OfferOptions; expected: string; mine: Shown; reply: Shown }[]
  tiling: Shown[]
}

export const SCRIPT = lesson as unknown as Script

/** Where the learner is. */
export type Stage =
  | { kind: 'welcome' }
  /** A move of the learner is awaited. */
  | { kind: 'task'; turn: number }
  /** It was made. */
  | { kind: 'done'; turn: number }
  /** All tiles are taken. */
  | { kind: 'tiling' }
  /** A step of the round's end. */
  | { kind: 'tiled'; step: number }
  | { kind: 'end' }

/** Every stage in its order. */
export function stagesOf(script: Script): Stage[] {
  return [
    { kind: 'welcome' },
    ...script.turns.flatMap((_, turn): Stage[] => [
      { kind: 'task', turn },
      { kind: 'done', turn },
    ]),
    { kind: 'tiling' },
    ...script.tiling.map((_, step): Stage => ({ kind: 'tiled', step })),
    { kind: 'end' },
  ]
}

/** What is seen in a stage: the table, what led to it, and what the learner may do. */
export interface Scene extends Shown {
  what: Happening
  offer: OfferOptions | null
}

/** The scene that comes with a stage; nothing where the table stays as it is. */
export function sceneOf(script: Script, stage: Stage): Scene | null {
  switch (stage.kind) {
    case 'welcome':
      return { ...script.deal, what: { kind: 'dealt', round: 1 }, offer: null }
    case 'task': {
      const offer = script.turns[stage.turn]?.offer ?? null
      const reply = script.turns[stage.turn - 1]?.reply
      return reply
        ? { ...reply, what: replied(script, stage.turn - 1), offer }
        : repeated(script, offer)
    }
    case 'done': {
      const turn = script.turns[stage.turn]
      if (!turn) return null
      return { ...turn.mine, what: { kind: 'moved', seat: 1, move: turn.expected }, offer: null }
    }
    case 'tiling': {
      const last = script.turns.length - 1
      const reply = script.turns[last]?.reply
      return reply ? { ...reply, what: replied(script, last), offer: null } : null
    }
    case 'tiled': {
      const shown = script.tiling[stage.step]
      return shown ? { ...shown, what: { kind: 'tiled', placements: [] }, offer: null } : null
    }
    case 'end':
      return null
  }
}

/** The first task: nothing has happened since the deal, but now something may be done. */
function repeated(script: Script, offer: OfferOptions | null): Scene {
  return { events: [], table: script.deal.table, what: { kind: 'started' }, offer }
}

/** The opponent's answer as a happening; its notation is not needed here. */
function replied(script: Script, turn: number): Happening {
  const events = script.turns[turn]?.reply.events ?? []
  const taken = events.find((event) => event.event === 'taken')
  return { kind: 'moved', seat: taken?.seat ?? 2, move: '' }
}

/** The words of a turn: keys of the title and of what is said before, while and after. */
export const TURN_WORDS: readonly { title: string; take: string; line: string; done: string }[] = [
  {
    title: 'lesson-take',
    take: 'lesson-take-text',
    line: 'lesson-take-line',
    done: 'lesson-take-done',
  },
  {
    title: 'lesson-open',
    take: 'lesson-open-text',
    line: 'lesson-open-line',
    done: 'lesson-open-done',
  },
  {
    title: 'lesson-centre',
    take: 'lesson-centre-text',
    line: 'lesson-centre-line',
    done: 'lesson-centre-done',
  },
  {
    title: 'lesson-colour',
    take: 'lesson-colour-text',
    line: 'lesson-colour-line',
    done: 'lesson-colour-done',
  },
  {
    title: 'lesson-spill',
    take: 'lesson-spill-text',
    line: 'lesson-spill-line',
    done: 'lesson-spill-done',
  },
]

/** The words of the round's end, one for each step. */
export const TILING_WORDS: readonly string[] = [
  'lesson-tiling-first',
  'lesson-tiling-second',
  'lesson-tiling-third',
  'lesson-tiling-fourth',
  'lesson-tiling-opponent',
  'lesson-tiling-floor',
]
