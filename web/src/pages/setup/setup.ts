import type { Clock, Level, NewGame, SeatRequest, UndoPolicy, Wall } from '../../lib/protocol'
import { NAME_LIMIT } from '../../lib/text/sentences'

/** The levels of the computer players, from the gentlest. */
export const LEVELS: readonly Level[] = [
  'beginner',
  'apprentice',
  'tiler',
  'artisan',
  'master',
  'legend',
]

/** The level that is suggested to somebody who has not chosen one yet. */
export const FIRST_LEVEL: Level = 'apprentice'

export const PLAYER_COUNTS = [2, 3, 4] as const
export type PlayerCount = (typeof PLAYER_COUNTS)[number]

/** Who may sit on a seat; `here` is a further person at this device. */
export type SeatKind = 'me' | 'here' | 'bot' | 'invited' | 'open'

export interface SeatChoice {
  kind: SeatKind
  /** The name at the table, for people at this device; empty for one's own. */
  name: string
  level: Level
}

/** The clocks on offer. */
export const CLOCKS: readonly Clock[] = [
  { kind: 'none' },
  { kind: 'real_time', seconds: 300, increment: 5 },
  { kind: 'real_time', seconds: 600, increment: 10 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
  { kind: 'days', days: 7 },
]

/** What a new game is to be. There are always four seats; `players` says how many are used. */
export interface Setup {
  players: PlayerCount
  seats: [SeatChoice, SeatChoice, SeatChoice, SeatChoice]
  wall: Wall
  /** Which of `CLOCKS`. */
  clock: number
  /** The seat that starts; nothing for the lot. */
  start: number | null
  /** Nothing for what suits the seats. */
  undo: UndoPolicy | null
  public: boolean
}

export type Preset = 'bots' | 'friends' | 'screen'

/** A setup to begin with. */
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

/** The seats that are used. */
export function usedSeats(setup: Setup): SeatChoice[] {
  return setup.seats.slice(0, setup.players)
}

/** Whether people elsewhere play as well. */
export function hasOthers(setup: Setup): boolean {
  return usedSeats(setup).some(({ kind }) => kind === 'invited' || kind === 'open')
}

/** Whether the lobby must list the game: a seat for anyone can only be found there. */
export function mustBePublic(setup: Setup): boolean {
  return usedSeats(setup).some(({ kind }) => kind === 'open')
}

/** When moves may be taken back: as chosen, or as suits the seats. */
export function undoOf(setup: Setup): UndoPolicy {
  return setup.undo ?? (hasOthers(setup) ? 'ask' : 'free')
}

export type SetupProblem = 'needs-me' | 'name'

/** What speaks against a setup. */
export function problemsOf(setup: Setup): SetupProblem[] {
  const problems: SetupProblem[] = []
  const seats = usedSeats(setup)
  if (!seats.some(isHere)) problems.push('needs-me')
  if (seats.some((seat) => isHere(seat) && [...seat.name.trim()].length > NAME_LIMIT))
    problems.push('name')
  return problems
}

function isHere({ kind }: SeatChoice): boolean {
  return kind === 'me' || kind === 'here'
}

/**
 * The request for a game. People at this device get names of their own: without one, the words of
 * `seatName`, so that the table can tell them apart.
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

/** The one-click game: the person against one computer player. */
export function quickGame(level: Level): NewGame {
  return toNewGame(presetSetup('bots', level), () => '')
}

/** The stored level, if it is one. */
export function readLevel(stored: unknown): Level {
  return LEVELS.find((level) => level === stored) ?? FIRST_LEVEL
}
