import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

import { COLOURS, suppliesOf, takeTile, total, type Supply } from './tile-supply'

/*
 * The proof of the draws, as docs/fairness.md specifies it. WebCrypto is only available on secure
 * origins, but games are also played over plain http.
 */

export const OPEN_SCHEME = 'azulejo-draw-1'
export const SEALED_SCHEME = 'azulejo-draw-2'
/** The draws of a game on this device, which are not provable. */
export const DEVICE_SCHEME = 'device'

/** What a seat contributed to the draws. */
export type Contribution = 'revealed' | 'withheld' | 'uncommitted' | 'open' | 'shared' | 'bot'

/** The proof in a record; the optional fields are missing under the older scheme. */
export interface DrawProof {
  scheme: string
  game: string
  commitment: string
  start?: number | null
  contributions?: Contribution[]
  nonce_commitments?: (string | null)[]
  nonces: (string | null)[]
  secret: string
}

/** A round of a record. */
export interface RecordedRound {
  start: number
  deal: string[]
  moves: string[]
  tiling?: string[][]
}

/** The parts of a record that the proof concerns. */
export interface ProvenRecord {
  players: string[]
  start: number
  rounds: RecordedRound[]
  draw?: DrawProof
}

const FACTORIES: Readonly<Record<number, number>> = { 2: 5, 3: 7, 4: 9 }

/** The commitment to the server's secret. */
export function secretCommitment(secret: string, game: string): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(secret), utf8ToBytes(game))))
}

/** The commitment to the nonce of a seat. */
export function nonceCommitment(game: string, seat: number, nonce: string): string {
  const label = utf8ToBytes(`azulejo-draw-2 nonce\0${game}`)
  return bytesToHex(sha256(concatBytes(label, Uint8Array.of(0, seat), hexToBytes(nonce))))
}

/** The key of a game's draws. */
export function drawKey(proof: DrawProof): Uint8Array {
  const nonces = proof.nonces.map((nonce) => hexToBytes(nonce ?? ''))
  const info = concatBytes(...nonces.flatMap((nonce) => [Uint8Array.of(nonce.length), nonce]))
  return hkdf(sha256, hexToBytes(proof.secret), utf8ToBytes(proof.game), info, 32)
}

/** One block of ChaCha20 (RFC 8439, section 2.3) as 32-bit numbers. */
export function chachaBlock(key: Uint8Array, counter: number, nonce: Uint8Array): Uint32Array {
  const start = new Uint32Array(16)
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])
  const words = (bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true))
  }
  start.set(words(key), 4)
  start[12] = counter
  start.set(words(nonce), 13)
  const x = start.slice()
  const at = (index: number) => x[index] ?? 0
  const step = (a: number, b: number, d: number, turn: number) => {
    x[a] = at(a) + at(b)
    const mixed = at(d) ^ at(a)
    x[d] = (mixed << turn) | (mixed >>> (32 - turn))
  }
  const quarter = (a: number, b: number, c: number, d: number) => {
    step(a, b, d, 16)
    step(c, d, b, 12)
    step(a, b, d, 8)
    step(c, d, b, 7)
  }
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) {
      quarter(column, column + 4, column + 8, column + 12)
    }
    for (let column = 0; column < 4; column++) {
      quarter(column, ((column + 1) % 4) + 4, ((column + 2) % 4) + 8, ((column + 3) % 4) + 12)
    }
  }
  return x.map((value, index) => value + (start[index] ?? 0))
}

/** Returns a function that draws the numbers of a round below a bound, by rejection sampling. */
export function numbers(key: Uint8Array, round: number): (bound: number) => number {
  const nonce = new Uint8Array(12)
  new DataView(nonce.buffer).setUint32(0, round, true)
  let block: number[] = []
  let counter = 0
  return (bound) => {
    const whole = Math.floor(2 ** 32 / bound) * bound
    for (;;) {
      if (block.length === 0) block = Array.from(chachaBlock(key, counter++, nonce))
      const number = block.shift() ?? 0
      if (number < whole) return number % bound
    }
  }
}

/** The start player if it is drawn. */
export function drawnStart(key: Uint8Array, players: number): number {
  return numbers(key, 0)(players) + 1
}

/** The deal of a round, from the supply before it. */
export function drawnDeal(
  key: Uint8Array,
  players: number,
  round: number,
  { bag, lid }: Supply,
): string[] {
  const next = numbers(key, round)
  const supply = { bag: [...bag], lid: [...lid] }
  const draw = () => {
    const source = total(supply.bag) > 0 ? supply.bag : supply.lid
    if (total(source) === 0) return ''
    let index = next(total(source))
    const colour = source.findIndex((count) => (index -= count) < 0)
    takeTile(supply, colour)
    return COLOURS.charAt(colour)
  }
  return Array.from({ length: FACTORIES[players] ?? 0 }, () => {
    const tiles = Array.from({ length: 4 }, draw).join('')
    return tiles === '' ? '-' : tiles
  })
}

const HEX = /^([0-9a-f]{2})*$/
const isHex = (text: unknown, least: number, most: number) =>
  typeof text === 'string' && HEX.test(text) && text.length >= 2 * least && text.length <= 2 * most

function isWellFormed(proof: DrawProof, seats: number): boolean {
  const lists = [proof.nonces, ...(proof.nonce_commitments ? [proof.nonce_commitments] : [])]
  return (
    isHex(proof.secret, 32, 32) &&
    lists.every((list) => Array.isArray(list) && list.length === seats) &&
    proof.nonces.every((nonce) => nonce === null || isHex(nonce, 16, 32))
  )
}

/** Whether what a seat is said to have contributed fits its nonce and commitment. */
function fits(proof: DrawProof, index: number, isBot: boolean): boolean {
  const nonce = proof.nonces[index] ?? null
  const promised = proof.nonce_commitments?.[index] ?? null
  const matches =
    nonce === null || promised === null
      ? true
      : nonceCommitment(proof.game, index + 1, nonce) === promised
  const isEmpty = promised === null && nonce === null
  switch (proof.contributions?.[index]) {
    case 'revealed':
      return promised !== null && nonce !== null && matches && !isBot
    case 'withheld':
      return promised !== null && nonce === null && !isBot
    case 'open':
      return promised === null && nonce !== null && !isBot
    case 'uncommitted':
      return isEmpty && !isBot
    case 'shared':
      return isEmpty && !isBot && index > 0
    case 'bot':
      return isEmpty && isBot
    default:
      return false
  }
}

/**
 * Whether the start player and every deal of a record follow from its proof, and the proof is
 * consistent: secret, nonces and their commitments, and no nonce on a bot's seat. Under the older
 * scheme, the record does not say if the start player was chosen, so it is not checked.
 */
export function proofHolds(record: ProvenRecord): boolean {
  const { draw: proof, players } = record
  if (!proof || !isWellFormed(proof, players.length)) return false
  if (proof.scheme !== OPEN_SCHEME && proof.scheme !== SEALED_SCHEME) return false
  if (secretCommitment(proof.secret, proof.game) !== proof.commitment) return false
  const isBot = players.map((name) => name.startsWith('bot:'))
  if (isBot.some((bot, index) => bot && proof.nonces[index] !== null)) return false
  const key = drawKey(proof)
  if (proof.scheme === SEALED_SCHEME) {
    if (!isBot.every((bot, index) => fits(proof, index, bot))) return false
    if (record.start !== (proof.start ?? drawnStart(key, players.length))) return false
  }
  const [first] = record.rounds
  return (!first || first.start === record.start) && dealsFollow(record, key)
}

function dealsFollow({ players, rounds }: ProvenRecord, key: Uint8Array): boolean {
  try {
    return suppliesOf(players.length, rounds).every((supply, index) =>
      isSame(rounds[index]?.deal ?? [], drawnDeal(key, players.length, index + 1, supply)),
    )
  } catch {
    // The record is malformed.
    return false
  }
}

export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
