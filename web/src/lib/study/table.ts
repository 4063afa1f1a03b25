import { apportion, apportionTable } from './apportion'
import { accountOf, chainOf, roundsOf, type Ledger, type Measure } from './ledger'

/** A row of the ledger: the deals, the moves of a player, revisions, or giving up. */
export interface LedgerRow {
  kind: 'luck' | 'own' | 'other' | 'revision' | 'given-up'
  /** The player whose moves they are; null for other rows. */
  seat: number | null
  /** The exact change in each round, in the unit of the table. */
  exact: number[]
  exactTotal: number
  /** The printed whole numbers. */
  cells: number[]
  total: number
}

/** The ledger of one player as a table in which all rows and columns add up. */
export interface LedgerTable {
  measure: Measure
  seat: number
  /** The printed value before the first deal. */
  start: number
  exactStart: number
  rows: LedgerRow[]
  /** The printed value after each round. */
  after: number[]
  exactAfter: number[]
  /** The printed result, or the value of an unfinished game. */
  end: number
  exactEnd: number
  finished: boolean
}

/** Makes the table of a player: percentages of the win, or points. */
export function ledgerTable(ledger: Ledger, measure: Measure, seat: number): LedgerTable {
  const scale = measure === 'win' ? 100 : 1
  const rounds = roundsOf(ledger)
  const chain = chainOf(ledger, measure)
  const index = seat - 1
  const account = accountOf(ledger, measure, seat)
  const others = ledger.players.map((player) => player.seat).filter((other) => other !== seat)
  const row = (kind: LedgerRow['kind'], of: number | null = null): LedgerRow => ({
    kind,
    seat: of,
    exact: Array.from({ length: rounds }, () => 0),
    exactTotal: 0,
    cells: [],
    total: 0,
  })
  const rows = [
    row('luck'),
    ...others.map((other) => row('other', other)),
    row('own', seat),
    row('revision'),
  ]
  if (chain.steps.some(({ kind }) => kind === 'given-up')) rows.push(row('given-up'))

  const kindOf = (step: (typeof chain.steps)[number]): LedgerRow['kind'] => {
    if (step.kind === 'deal') return 'luck'
    if (step.kind === 'given-up') return 'given-up'
    if (step.kind === 'revision' || step.revised) return 'revision'
    return step.seat === seat ? 'own' : 'other'
  }
  for (const step of chain.steps) {
    const kind = kindOf(step)
    const target = rows.find(
      (one) => one.kind === kind && (kind !== 'other' || one.seat === step.seat),
    )
    const change = scale * (step.change[index] ?? 0)
    if (!target) continue
    target.exact[step.round - 1] = (target.exact[step.round - 1] ?? 0) + change
    target.exactTotal += change
  }

  const exactStart = scale * account.start
  const exactAfter: number[] = []
  let value = exactStart
  for (let round = 0; round < rounds; round += 1) {
    value += rows.reduce((sum, one) => sum + (one.exact[round] ?? 0), 0)
    exactAfter.push(value)
  }
  const exactEnd = scale * (account.result ?? account.value ?? 0)
  const start = Math.round(exactStart)
  const after = exactAfter.map(Math.round)
  const end = Math.round(exactEnd)
  // The value after the last round is the result, up to the last digit of the exact numbers.
  if (rounds > 0) after[rounds - 1] = end
  const columns = after.map((printed, round) => printed - (after[round - 1] ?? start))

  // The luck of all players sums to zero, also as printed.
  const luck = apportion(
    ledger.players.map((player) => scale * accountOf(ledger, measure, player.seat).luck),
    measure === 'win' ? 0 : Math.round(sumOf(ledger.players.map((p) => p.points.luck))),
  )
  const [luckRow, ...rest] = rows
  const ownLuck = luck[index] ?? 0
  const totals = [
    ownLuck,
    ...apportion(
      rest.map((one) => one.exactTotal),
      end - start - ownLuck,
    ),
  ]
  const cells = apportionTable(
    rows.map((one) => one.exact),
    totals,
    columns,
  )
  for (const [i, one] of [luckRow, ...rest].entries()) {
    if (!one) continue
    one.cells = cells[i] ?? []
    one.total = totals[i] ?? 0
  }
  return {
    measure,
    seat,
    start,
    exactStart,
    rows,
    after,
    exactAfter,
    end,
    exactEnd,
    finished: account.result !== null,
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
