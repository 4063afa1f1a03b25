import { colourWord, colourCounts, sum } from '../game/colours'
import type { RoundScores } from '../game/round-end'
import { formatList } from './format'
import { t, type MessageArgs } from './i18n.svelte'
import type { BonusView, Colour, Happening, Step, TableEvent } from '../protocol'
import { sourceArgs } from './sentences'

/** The person looking at a game: their own seats, and the players' names. */
export interface Viewer {
  mine: readonly number[]
  name: (seat: number) => string
}

/** One line of the log: the seat, the notation and the effect. */
export interface LogLine {
  seat: number | null
  notation: string | null
  text: string
  /** Full sentences, shown on request. */
  details: string[]
}

function who({ mine, name }: Viewer, seat: number): MessageArgs {
  // "You" is ambiguous if several players share a screen.
  return mine.length === 1 && mine[0] === seat
    ? { who: 'you', name: name(seat) }
    : { who: 'name', name: name(seat) }
}

/** Describes a step in full sentences, for screen readers and the details of the log. */
export function describeStep(step: Step, viewer: Viewer): string[] {
  const sentences = describeEvents(step.events, viewer)
  const happening = describeHappening(step.what, viewer, sentences.length > 0)
  return happening === null ? sentences : [happening, ...sentences]
}

/** Describes events on the table, one sentence each. */
export function describeEvents(events: readonly TableEvent[], viewer: Viewer): string[] {
  const sentences: string[] = []
  for (const [index, event] of events.entries()) {
    const text = describeEvent(event, events, index, viewer)
    if (text !== null) sentences.push(text)
  }
  return sentences
}

function describeEvent(
  event: TableEvent,
  events: readonly TableEvent[],
  index: number,
  viewer: Viewer,
): string | null {
  switch (event.event) {
    case 'taken':
      return describeTake(event, events.slice(index + 1), viewer)
    case 'to_centre': {
      const rest = formatList(
        colourCounts(event.tiles).map(({ colour, count }) => short(colour, count)),
      )
      return t('then-rest', { count: sum(event.tiles), rest })
    }
    case 'marker_taken':
      return t('log-marker', { ...who(viewer, event.seat), cost: event.cost })
    case 'spilled':
      return t('then-spill', { count: event.count, cost: event.cost })
    case 'to_lid': {
      // At the end of a round, surplus tiles always go to the lid: not worth a sentence.
      const cause = events.slice(0, index).findLast((other) => other.event !== 'to_lid')?.event
      if (cause === 'tiled' || cause === 'floor_charged') return null
      return t('then-lid', { count: event.count })
    }
    case 'tiled':
      return [
        t('log-tiled', {
          ...who(viewer, event.seat),
          colour: colourWord(event.colour),
          row: event.line,
          column: event.column,
          points: event.points.total,
          across: event.points.row,
          down: event.points.column,
        }),
        ...(event.completes_row
          ? [t('log-row-complete', { ...who(viewer, event.seat), row: event.line })]
          : []),
      ].join(' ')
    case 'line_dropped':
      return t('log-dropped', {
        ...who(viewer, event.seat),
        line: event.line,
        colour: colourWord(event.colour),
      })
    case 'floor_charged': {
      if (event.cost === 0) return null
      const words = { ...who(viewer, event.seat), lost: event.lost, cost: event.cost }
      return t(event.lost < event.cost ? 'log-floor-capped' : 'log-floor', words)
    }
    case 'starts_next':
      return t(event.held_marker ? 'starts-next' : 'log-starts-again', who(viewer, event.seat))
    case 'lid_to_bag':
      return t('log-lid-to-bag', { count: sum(event.tiles) })
    case 'dealt':
      // Up to nine factories are too much to announce; the command `f` reads them.
      return null
    case 'round_started':
      return t('log-round', { ...who(viewer, event.seat), round: event.round })
    case 'game_ended':
      return t('log-game-over', { reason: event.complete_row ? 'row' : 'tiles' })
    case 'bonuses_scored':
      return event.bonuses.points === 0
        ? null
        : t('log-bonuses', {
            ...who(viewer, event.seat),
            points: event.bonuses.points,
            list: bonusTexts(event.bonuses).join(', '),
          })
    case 'placed':
      return null
  }
}

type Taken = Extract<TableEvent, { event: 'taken' }>

/** Describes the take and its target in one sentence. */
function describeTake(event: Taken, rest: readonly TableEvent[], viewer: Viewer): string {
  const words = {
    ...who(viewer, event.seat),
    ...sourceArgs(event.factory),
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

/** Describes what happened apart from the table events; null if those say it already. */
function describeHappening(
  what: Happening,
  viewer: Viewer,
  eventsDescribed: boolean,
): string | null {
  switch (what.kind) {
    case 'created':
      return t('happened-created')
    case 'seated':
      return t('happened-seated', { name: what.name })
    case 'unseated':
      return t('happened-unseated', { seat: what.seat })
    case 'bot_seated':
      return t('happened-bot-seated', { bot: t('bot-introduced', { level: what.level }) })
    case 'started':
      return t('happened-started')
    case 'dealt':
      return eventsDescribed ? null : t('round-number', { round: what.round })
    case 'moved':
      return eventsDescribed
        ? null
        : t('happened-moved', { name: viewer.name(what.seat), move: what.move })
    case 'chosen':
      return t('happened-chosen', who(viewer, what.seat))
    case 'tiled':
      return eventsDescribed ? null : t('happened-tiled')
    case 'undo_asked':
      return t('happened-undo-asked', who(viewer, what.seat))
    case 'undo_refused':
      return t('happened-undo-refused')
    case 'undone':
      return t('log-undo', who(viewer, what.seat))
    case 'resigned':
      return t('log-gone', { reason: 'resigned', ...who(viewer, what.seat) })
    case 'flagged':
      return t('log-gone', { reason: 'time', ...who(viewer, what.seat) })
    case 'left':
      return t('log-gone', { reason: 'left', ...who(viewer, what.seat) })
    case 'taken_over':
      return t('log-takeover', { bot: t('bot-introduced', { level: what.level }) })
    case 'taken_back':
      return t('happened-taken-back', who(viewer, what.seat))
    case 'resumed':
      // A short interruption is not worth a sentence.
      return what.down < 1000 ? null : t('happened-resumed')
    case 'ended':
      return eventsDescribed ? null : t('phase-name', { phase: 'over' })
    case 'cancelled':
      return t('happened-cancelled')
  }
}

/** The log lines of a step, e.g. "Ana 5B3 · 3 blue to line 3, full"; usually one. */
export function logLines(step: Step, viewer: Viewer): LogLine[] {
  const { what, events } = step
  if (what.kind === 'moved') return [moveLine(what.seat, what.move, events)]
  if (what.kind === 'dealt') {
    const round = events.find((event) => event.event === 'round_started')
    const text = round
      ? t('log-round', { ...who(viewer, round.seat), round: round.round })
      : t('round-number', { round: what.round })
    return [plainLine(text)]
  }
  if (what.kind === 'tiled') return tilingLines(events, viewer)
  const text = describeHappening(what, viewer, false)
  return text === null ? [] : [plainLine(text)]
}

function plainLine(text: string, details: string[] = []): LogLine {
  return { seat: null, notation: null, text, details }
}

/** The points of a round with details per tile, and the bonuses after the last round. */
function tilingLines(events: readonly TableEvent[], viewer: Viewer): LogLine[] {
  const inRound = events.filter(
    ({ event }) => event === 'tiled' || event === 'line_dropped' || event === 'floor_charged',
  )
  const text = pointsOfEvents(events, viewer) ?? t('happened-tiled')
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
  return [plainLine(text, describeEvents(inRound, viewer)), ...bonuses]
}

/** The bonuses of a wall with their points. */
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

/** The points of all players in a round: "Ana +6, Björk −2". */
function pointsOfEvents(events: readonly TableEvent[], viewer: Viewer): string | null {
  const change = new Map<number, number>()
  for (const event of events) {
    if (event.event === 'tiled') {
      change.set(event.seat, (change.get(event.seat) ?? 0) + event.points.total)
    } else if (event.event === 'floor_charged') {
      change.set(event.seat, (change.get(event.seat) ?? 0) - event.lost)
    }
  }
  if (change.size === 0) return null
  return pointsList(
    [...change].toSorted(([a], [b]) => a - b),
    viewer,
  )
}

/** The points of a scored round: "Round over: Ana +6, Björk −2". */
export function roundPoints({ players }: RoundScores, viewer: Viewer): string {
  return pointsList(
    players.map(({ seat, wall, lost }) => [seat, wall - lost]),
    viewer,
  )
}

function pointsList(changes: readonly (readonly [number, number])[], viewer: Viewer): string {
  const list = changes.map(([seat, points]) => {
    const sign = points > 0 ? 'plus' : points < 0 ? 'minus' : 'zero'
    return `${viewer.name(seat)} ${t('signed', { sign, points: Math.abs(points) })}`
  })
  return t('log-round-points', { list: list.join(', ') })
}
