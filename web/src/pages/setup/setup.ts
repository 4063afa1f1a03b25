import { LEVELS } from '../../lib/game/levels'
import type { Clock, Level, NewGame, SeatRequest, UndoPolicy, Wall } from '../../lib/protocol'
import { NAME_LIMIT } from '../../lib/text/sentences'

/** The storage key of the level chosen last. */
export const LEVEL_KEY = 'azulejo.level'

/** The default level. */
export const FIRST_LEVEL: Level = 'apprentice'

export const PLAYER_COUNTS = [2, 3, 4] as const
export type PlayerCount = (typeof PLAYER_COUNTS)[number]

/** The occupant of a seat; `here` is another person at this device. */
export type SeatKind = 'me' | 'here' | 'bot' | 'invited' | 'open'

export interface SeatChoice {
  kind: SeatKind
  /** The table name of a person at this device; empty for the default. */
  name: string
  level: Level
}

/** The available time controls. */
export const CLOCKS: readonly Clock[] = [
  { kind: 'none' },
  { kind: 'real_time', seconds: 300, increment: 5 },
  { kind: 'real_time', seconds: 600, increment: 10 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
  { kind: 'days', days: 7 },
]

/** The state of the setup form. It always has four seats, of which the first `players` are used. */
export interface Setup {
  players: PlayerCount
  seats: [SeatChoice, SeatChoice, SeatChoice, SeatChoice]
  wall: Wall
  /** An index into `CLOCKS`. */
  clock: number
  /** The starting seat; null for a random one. */
  start: number | null
  /** Null for the default of the seats. */
  undo: UndoPolicy | null
  public: boolean
}

export type Preset = 'bots' | 'friends' | 'screen'

/** Returns the initial setup of a preset. */
export function presetSetup(preset: Preset, level: Level, wall: Wall = 'coloured'): Setup {
  const seat = (kind: SeatKind): SeatChoice => ({ kind, name: '', level })
  const others: SeatKind = preset === 'bots' ? 'bot' : preset === 'friends' ? 'invited' : 'here'
  return {
    players: 2,
    seats: [seat('me'), seat(others), seat(others), seat(others)],
    wall,
    clock: 0,
    start: null,
    undo: null,
    public: false,
  }
}

/** The used seats. */
export function usedSeats(setup: Setup): SeatChoice[] {
  return setup.seats.slice(0, setup.players)
}

/** The indices of the seats with bots. */
export function botSeats(setup: Setup): number[] {
  return usedSeats(setup).flatMap(({ kind }, index) => (kind === 'bot' ? [index] : []))
}

/** Whether one person plays, against bots only. */
export function onlyBots(setup: Setup): boolean {
  return botSeats(setup).length === setup.players - 1 && usedSeats(setup).some(isLocal)
}

/** Whether people on other devices play. */
export function hasOthers(setup: Setup): boolean {
  return usedSeats(setup).some(({ kind }) => needsServer(kind))
}

/** Whether the game must be public: open seats are only found in the lobby. */
export function mustBePublic(setup: Setup): boolean {
  return usedSeats(setup).some(({ kind }) => kind === 'open')
}

/** Whether a kind of seat needs a server. */
export function needsServer(kind: SeatKind): boolean {
  return kind === 'invited' || kind === 'open'
}

/** Returns the setup without what needs a server: clocks, and people on other devices. */
export function withoutServer(setup: Setup): Setup {
  const stay = (seat: SeatChoice): SeatChoice =>
    needsServer(seat.kind) ? { ...seat, kind: 'here' } : seat
  const [first, second, third, fourth] = setup.seats
  const seats: Setup['seats'] = [stay(first), stay(second), stay(third), stay(fourth)]
  return { ...setup, seats, clock: 0, public: false }
}

/** The undo policy: the chosen one, or the default of the seats. */
export function undoOf(setup: Setup): UndoPolicy {
  return setup.undo ?? (hasOthers(setup) ? 'ask' : 'free')
}

export type SetupProblem = 'needs-me' | 'name'

/** The problems of a setup. */
export function problemsOf(setup: Setup): SetupProblem[] {
  const problems: SetupProblem[] = []
  const seats = usedSeats(setup)
  if (!seats.some(isLocal)) problems.push('needs-me')
  if (seats.some((seat) => isLocal(seat) && [...seat.name.trim()].length > NAME_LIMIT))
    problems.push('name')
  return problems
}

function isLocal({ kind }: SeatChoice): boolean {
  return kind === 'me' || kind === 'here'
}

/**
 * Converts a setup to a request. People at this device without a name get one from `seatName`, so
 * that they can be told apart.
 */
export function toNewGame(setup: Setup, seatName: (seat: number) => string): NewGame {
  const seats = usedSeats(setup).map((choice, index): SeatRequest => {
    switch (choice.kind) {
      case 'me':
      case 'here': {
        const name = choice.name.trim()
        if (name !== '') return { kind: 'me', name }
        return choice.kind === 'me' ? { kind: 'me' } : { kind: 'me', name: seatName(index + 1) }
      }
      case 'bot':
        return { kind: 'bot', level: choice.level }
      default:
        return { kind: choice.kind }
    }
  })
  const game: NewGame = {
    seats,
    wall: setup.wall,
    clock: CLOCKS[setup.clock] ?? { kind: 'none' },
    public: setup.public || mustBePublic(setup),
    undo: undoOf(setup),
  }
  if (setup.start !== null && setup.start <= setup.players) game.start = setup.start
  return game
}

/** The one-click game against a single bot. */
export function quickGame(level: Level, wall: Wall = 'coloured'): NewGame {
  return toNewGame(presetSetup('bots', level, wall), () => '')
}

/** The stored level if it is valid, else the default. */
export function readLevel(stored: unknown): Level {
  return LEVELS.find((level) => level === stored) ?? FIRST_LEVEL
}
