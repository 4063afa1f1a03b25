import type { RecordedRound } from './draw-proof'

/*
 * Bag and lid through a record. Only tiles are counted: whether the moves are legal is not checked,
 * which `azulejo verify` does.
 */

export const COLOURS = 'BYRKW'
const FLOOR_SPACES = 7

/** The tiles in bag and lid, by colour. */
export interface Supply {
  bag: number[]
  lid: number[]
}

const none = () => [0, 0, 0, 0, 0]
export const total = (tiles: readonly number[]) => tiles.reduce((sum, count) => sum + count, 0)

function countOf(tiles: readonly number[], colour: number): number {
  const count = tiles[colour]
  if (count === undefined) throw new Error('unknown colour')
  return count
}

/** A player's tiles that can still return to the lid. */
class PlayerTiles {
  readonly lines = Array.from({ length: 5 }, () => ({ colour: 0, count: 0 }))
  /** The colours on the floor; null is the start player's marker. */
  floor: (number | null)[] = []

  line(size: number) {
    const line = this.lines[size - 1]
    if (!line) throw new Error('unknown line')
    return line
  }

  drop(colour: number, count: number, lid: number[]): void {
    for (let left = count; left > 0; left--) {
      if (this.floor.length < FLOOR_SPACES) this.floor.push(colour)
      else lid[colour] = countOf(lid, colour) + 1
    }
  }
}

/** Draws a tile of the bag, after refilling it from the lid if it is empty. */
export function takeTile(supply: Supply, colour: number): void {
  if (total(supply.bag) === 0) [supply.bag, supply.lid] = [supply.lid, none()]
  supply.bag[colour] = countOf(supply.bag, colour) - 1
}

/**
 * Returns the supply before the deal of each round.
 *
 * @throws if the record is malformed.
 */
export function suppliesOf(players: number, rounds: readonly RecordedRound[]): Supply[] {
  const supply: Supply = { bag: [20, 20, 20, 20, 20], lid: none() }
  const seats = Array.from({ length: players }, () => new PlayerTiles())
  return rounds.map((round) => {
    const before = { bag: [...supply.bag], lid: [...supply.lid] }
    playRound(round, seats, supply)
    return before
  })
}

function playRound(round: RecordedRound, seats: readonly PlayerTiles[], supply: Supply): void {
  const centre = none()
  const factories = round.deal.map((draw) => {
    const tiles = none()
    for (const letter of draw === '-' ? '' : draw) {
      const colour = COLOURS.indexOf(letter)
      takeTile(supply, colour)
      tiles[colour] = countOf(tiles, colour) + 1
    }
    return tiles
  })
  const { lid } = supply
  let hasMarker = false
  round.moves.forEach((move, index) => {
    const seat = seats[(round.start - 1 + index) % seats.length]
    const [source = '', letter = '', target = ''] = move
    const colour = COLOURS.indexOf(letter)
    const tiles = source === 'C' ? centre : factories[Number(source) - 1]
    if (!seat || !tiles) throw new Error('unknown source')
    let taken = countOf(tiles, colour)
    tiles[colour] = 0
    if (source !== 'C') {
      tiles.forEach((count, other) => (centre[other] = countOf(centre, other) + count))
      tiles.fill(0)
    } else if (!hasMarker) {
      hasMarker = true
      if (seat.floor.length < FLOOR_SPACES) seat.floor.push(null)
    }
    if (target !== 'F') {
      const line = seat.line(Number(target))
      const placed = Math.min(taken, Number(target) - line.count)
      line.colour = colour
      line.count += placed
      taken -= placed
    }
    seat.drop(colour, taken, lid)
  })
  round.tiling?.forEach((placements, index) => {
    const seat = seats[index]
    if (!seat) throw new Error('unknown seat')
    for (const placement of placements) {
      const [size, column] = placement.split(':')
      const line = seat.line(Number(size))
      if (column === 'F') seat.drop(line.colour, Number(size), lid)
      else lid[line.colour] = countOf(lid, line.colour) + Number(size) - 1
      line.count = 0
    }
  })
  for (const seat of seats) {
    for (const colour of seat.floor) if (colour !== null) lid[colour] = countOf(lid, colour) + 1
    seat.floor = []
  }
}
