import { colourWord, counted, sum } from '../game/colours'
import { formatList } from './format'
import { t, type Words } from './i18n.svelte'
import type { BonusView, Colour, Happening, Step, TableEvent } from '../protocol'
import { sourceWords } from './sentences'

/** Who reads the story: which seats are theirs, and what everybody is called. */
export interface Reader {
  mine: readonly number[]
  name: (seat: number) => string
}

/** One line of the log: who, the move as text, what it did. */
export interface LogLine {
  seat: number | null
  notation: string | null
  text: string
  /** Sentences that say it in full, for those who ask. */
  details: string[]
}

function who({ mine, name }: Reader, seat: number): Words {
  // "You" is only clear where one seat is one's own: several people share a screen otherwise.
  return mine.length === 1 && mine[0] === seat
    ? { who: 'you', name: name(seat) }
    : { who: 'name', name: name(seat) }
}

/** The sentences of a step, for screen readers and the log's details. */
export function tellStep(step: Step, reader: Reader): string[] {
  const told = tellEvents(step.events, reader)
  const happening = tellHappening(step.what, reader, told.length > 0)
  return happening === null ? told : [happening, ...told]
}

/** What happened on the table, sentence by sentence. */
export function tellEvents(events: readonly TableEvent[], reader: Reader): string[] {
  const told: string[] = []
  for (const [index, event] of events.entries()) {
    const text = tellEvent(event, events, index, reader)
    if (text !== null) told.push(text)
  }
  return told
}

function tellEvent(
  event: TableEvent,
  events: readonly TableEvent[],
  index: number,
  reader: Reader,
): string | null {
  switch (event.event) {
    case 'taken':
      return tellTake(event, events.slice(index + 1), reader)
    case 'to_centre': {
      const rest = formatList(counted(event.tiles).map(({ colour, count }) => short(colour, count)))
      return t('then-rest', { count: sum(event.tiles), rest })
    }
    case 'marker_taken':
      return t('log-marker', { ...who(reader, event.seat), cost: event.cost })
    case 'spilled':
      return t('then-spill', { count: event.count, cost: event.cost })
    case 'to_lid': {
      // At a round's end the rest of every line and of the floor goes there: that needs no words.
      const cause = events.slice(0, index).findLast((other) => other.event !== 'to_lid')?.event
      if (cause === 'tiled' || cause === 'floor_charged') return null
      return t('then-lid', { count: event.count })
    }
    case 'tiled':
      return [
        t('log-tiled', {
          ...who(reader, event.seat),
          colour: colourWord(event.colour),
          row: event.line,
          column: event.column,
          points: event.points.total,
          across: event.points.row,
          down: event.points.column,
        }),
        ...(event.completes_row
          ? [t('log-row-complete', { ...who(reader, event.seat), row: event.line })]
          : []),
      ].join(' ')
    case 'line_dropped':
      return t('log-dropped', {
        ...who(reader, event.seat),
        line: event.line,
        colour: colourWord(event.colour),
      })
    case 'floor_charged': {
      if (event.cost === 0) return null
      const words = { ...who(reader, event.seat), lost: event.lost, cost: event.cost }
      return t(event.lost < event.cost ? 'log-floor-capped' : 'log-floor', words)
    }
    case 'starts_next':
      return t(event.held_marker ? 'starts-next' : 'log-starts-again', who(reader, event.seat))
    case 'lid_to_bag':
      return t('log-lid-to-bag', { count: sum(event.tiles) })
    case 'dealt':
      // Nine sentences in a row are too much to hear; the command `f` reads the factories.
      return null
    case 'round_started':
      return t('log-round', { ...who(reader, event.seat), round: event.round })
    case 'game_ended':
      return t('log-game-over', { reason: event.complete_row ? 'row' : 'tiles' })
    case 'bonuses_scored':
      return event.bonuses.points === 0
        ? null
        : t('log-bonuses', {
            ...who(reader, event.seat),
            points: event.bonuses.points,
            list: bonusTexts(event.bonuses).join(', '),
          })
    case 'placed':
      return null
  }
}

type Taken = Extract<TableEvent, { event: 'taken' }>

/** A take and where it went belong to one sentence. */
function tellTake(event: Taken, rest: readonly TableEvent[], reader: Reader): string {
  const words = {
    ...who(reader, event.seat),
    ...sourceWords(event.factory),
    colour: colourWord(event.colour),
    count: event.count,
  }
  const placed = rest.find((other) => other.event === 'placed')
  if (!placed) return t('log-take-floor', words)
  return t('log-take-line', { ...words, line: placed.line, filled: placed.complete ? 'yes' : 'no' })
}

function short(colour: Colour, count: number): string {
  return t('tiles-short-nom', { colour: colourWord(colour), count })
}

/** What the log's event itself says; nothing where the events on the table say it. */
function tellHappening(what: Happening, reader: Reader, toldEvents: boolean): string | null {
  switch (what.kind) {
    case 'created':
      return t('happened-created')
    case 'seated':
      return t('happened-seated', { name: what.name })
    case 'unseated':
      return t('happened-unseated', { seat: what.seat })
    case 'bot_seated':
      return t('happened-bot-seated', { bot: t('level-numbered', { level: what.level }) })
    case 'started':
      return t('happened-started')
    case 'dealt':
      return toldEvents ? null : t('round-number', { round: what.round })
    case 'moved':
      return toldEvents
        ? null
        : t('happened-moved', { name: reader.name(what.seat), move: what.move })
    case 'chosen':
      return t('happened-chosen', who(reader, what.seat))
    case 'tiled':
      return toldEvents ? null : t('happened-tiled')
    case 'undo_asked':
      return t('happened-undo-asked', who(reader, what.seat))
    case 'undo_refused':
      return t('happened-undo-refused')
    case 'undone':
      return t('log-undo', who(reader, what.seat))
    case 'resigned':
      return t('log-gone', { reason: 'resigned', ...who(reader, what.seat) })
    case 'flagged':
      return t('log-gone', { reason: 'time', ...who(reader, what.seat) })
    case 'left':
      return t('log-gone', { reason: 'left', ...who(reader, what.seat) })
    case 'taken_over':
      return t('log-takeover', { bot: t('level-numbered', { level: what.level }) })
    case 'taken_back':
      return t('happened-taken-back', who(reader, what.seat))
    case 'resumed':
      // A moment is put right without a word.
      return what.down < 1000 ? null : t('happened-resumed')
    case 'ended':
      return toldEvents ? null : t('phase-name', { phase: 'over' })
    case 'cancelled':
      return t('happened-cancelled')
  }
}

/** The log in short, as in "Ana 5B3 · 3 blue to line 3, full": mostly one line a step. */
export function logLines(step: Step, reader: Reader): LogLine[] {
  const { what, events } = step
  if (what.kind === 'moved') return [moveLine(what.seat, what.move, events)]
  if (what.kind === 'dealt') {
    const round = events.find((event) => event.event === 'round_started')
    const text = round
      ? t('log-round', { ...who(reader, round.seat), round: round.round })
      : t('round-number', { round: what.round })
    return [plainLine(text)]
  }
  if (what.kind === 'tiled') return tilingLines(events, reader)
  const text = tellHappening(what, reader, false)
  return text === null ? [] : [plainLine(text)]
}

function plainLine(text: string, details: string[] = []): LogLine {
  return { seat: null, notation: null, text, details }
}

/** What a round brought, tile by tile for those who ask, and after the last one every bonus. */
function tilingLines(events: readonly TableEvent[], reader: Reader): LogLine[] {
  const inRound = events.filter(
    ({ event }) => event === 'tiled' || event === 'line_dropped' || event === 'floor_charged',
  )
  const text = roundPoints(events, reader) ?? t('happened-tiled')
  const bonuses = events.flatMap((event) =>
    event.event === 'bonuses_scored' && event.bonuses.points > 0
      ? [
          {
            seat: event.seat,
            notation: null,
            text: bonusTexts(event.bonuses).join(', '),
            details: [],
          },
        ]
      : [],
  )
  return [plainLine(text, tellEvents(inRound, reader)), ...bonuses]
}

/** The bonuses of a wall by name, each with its points. */
export function bonusTexts(bonuses: BonusView): string[] {
  const { rows, columns, colours } = bonuses
  return [
    ...(rows > 0 ? [t('bonus-rows', { count: rows, points: bonuses.row_points })] : []),
    ...(columns > 0 ? [t('bonus-columns', { count: columns, points: bonuses.column_points })] : []),
    ...(colours > 0 ? [t('bonus-colours', { count: colours, points: bonuses.colour_points })] : []),
  ]
}

function moveLine(seat: number, notation: string, events: readonly TableEvent[]): LogLine {
  const taken = events.find((event) => event.event === 'taken')
  if (!taken) return { seat, notation, text: '', details: [] }
  const placed = events.find((event) => event.event === 'placed')
  const spilled = events.reduce(
    (total, event) =>
      event.event === 'spilled' || event.event === 'to_lid' ? total + event.count : total,
    0,
  )
  const text = t('log-short', {
    target: placed ? 'line' : 'floor',
    line: placed?.line ?? 0,
    filled: placed?.complete ? 'yes' : 'no',
    marker: events.some((event) => event.event === 'marker_taken') ? 'yes' : 'no',
    colour: colourWord(taken.colour),
    count: taken.count,
    spilled,
  })
  return { seat, notation, text, details: [] }
}

/** What a round brought everybody: "Ana +6, Björk −2". */
function roundPoints(events: readonly TableEvent[], reader: Reader): string | null {
  const change = new Map<number, number>()
  for (const event of events) {
    if (event.event === 'tiled') {
      change.set(event.seat, (change.get(event.seat) ?? 0) + event.points.total)
    } else if (event.event === 'floor_charged') {
      change.set(event.seat, (change.get(event.seat) ?? 0) - event.lost)
    }
  }
  if (change.size === 0) return null
  const seats = [...change.keys()].sort((a, b) => a - b)
  const list = seats.map((seat) => {
    const points = change.get(seat) ?? 0
    const sign = points > 0 ? 'plus' : points < 0 ? 'minus' : 'zero'
    return `${reader.name(seat)} ${t('signed', { sign, points: Math.abs(points) })}`
  })
  return t('log-round-points', { list: list.join(', ') })
}
