import { isColour } from './colours'
import type { MoveOption } from './options'
import type { Colour } from '../protocol'

/** A parsed command, before it is checked against the game. */
export type CommandInput =
  | { kind: 'move'; text: string }
  | { kind: 'choose'; placement: string }
  | { kind: 'factories' }
  | { kind: 'factory'; factory: number }
  | { kind: 'centre' }
  | { kind: 'board'; seat: number | 'me' }
  | { kind: 'floor' }
  | { kind: 'legal'; colour: Colour | null }
  | { kind: 'why'; line: number }
  | { kind: 'bag' }
  | { kind: 'last' }
  | { kind: 'clock' }
  | { kind: 'undo' }
  | { kind: 'hint' }
  | { kind: 'help' }
  | { kind: 'unknown'; text: string }

/** The colour names that can be typed, in every language, without accents. */
const COLOUR_NAMES: Record<Colour, string> = {
  B: 'b blue blau blaue blauw blauwe bla blar blaa blu',
  Y: 'y yellow gelb gelbe geel gele gul gule gulur gular giallo gialla gialle',
  R: 'r red rot rote rood rode rod rode raudur raud raudar rosso rossa rosse',
  K: 'k black schwarz schwarze zwart zwarte svart svarte svartur svort svartar nero nera nere',
  W: 'w white weiss weisse wit witte hvit hvite hvitur hvitar bianco bianca bianche teal turquoise cyan turkis hellblau lichtblauw lysebla blagraen ljosbla turchese azzurro',
}

/** Converts to lower case, strips accents and collapses spaces. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function readColour(word: string): Colour | null {
  const wanted = plain(word)
  for (const [colour, names] of Object.entries(COLOUR_NAMES)) {
    if (isColour(colour) && names.split(' ').includes(wanted)) return colour
  }
  return null
}

/** Parses a command. Moves may contain spaces and either case: `2b3`, ` C r F `. */
export function readCommand(input: string): CommandInput {
  const text = plain(input)
  const compact = text.replaceAll(' ', '').toUpperCase()
  if (/^[1-9C][BYRKW][1-5F]$/.test(compact)) return { kind: 'move', text: compact }
  if (/^[1-5]:[1-5F]$/.test(compact)) return { kind: 'choose', placement: compact }
  const [word = '', rest = ''] = text.split(' ')
  const number = /^[1-9]$/.test(rest) ? Number(rest) : null
  switch (word) {
    case 'f':
      return number === null ? { kind: 'factories' } : { kind: 'factory', factory: number }
    case 'c':
      return { kind: 'centre' }
    case 'me':
      return { kind: 'board', seat: 'me' }
    case 'floor':
      return { kind: 'floor' }
    case 'legal':
      return rest === ''
        ? { kind: 'legal', colour: null }
        : withColour(rest, (colour) => ({ kind: 'legal', colour }), input)
    case 'why':
      return number !== null && number <= 5 ? { kind: 'why', line: number } : unknown(input)
    case 'bag':
    case 'lid':
      return { kind: 'bag' }
    case 'last':
    case 'l':
      return { kind: 'last' }
    case 'clock':
      return { kind: 'clock' }
    case 'undo':
    case 'u':
      return { kind: 'undo' }
    case 'hint':
    case 'h':
      return { kind: 'hint' }
    case 'help':
    case '?':
      return { kind: 'help' }
  }
  const factory = /^f([1-9])$/.exec(compact.toLowerCase())
  if (factory?.[1]) return { kind: 'factory', factory: Number(factory[1]) }
  const player = /^p([1-4])$/.exec(compact.toLowerCase())
  if (player?.[1]) return { kind: 'board', seat: Number(player[1]) }
  return unknown(input)
}

function withColour(
  word: string,
  make: (colour: Colour) => CommandInput,
  input: string,
): CommandInput {
  const colour = readColour(word)
  return colour ? make(colour) : unknown(input)
}

function unknown(input: string): CommandInput {
  return { kind: 'unknown', text: input.trim() }
}

/** The notation of the legal moves, optionally of one colour. */
export function movesByColour(moves: readonly MoveOption[], colour: Colour | null): string[] {
  return moves.filter((move) => colour === null || move.colour === colour).map(({ move }) => move)
}
