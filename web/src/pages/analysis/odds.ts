/**
 * The chance of each number of tiles of a colour in a deal of `drawn` tiles. The bag is emptied
 * first; the rest comes from the lid.
 */
export function dealOdds(
  bag: readonly number[],
  lid: readonly number[],
  drawn: number,
): number[][] {
  const inBag = total(bag)
  const inLid = total(lid)
  return bag.map((own, colour) => {
    if (drawn <= inBag) return hypergeometric(own, inBag, drawn)
    const more = Math.min(drawn - inBag, inLid)
    // All tiles of the bag are dealt.
    return [
      ...Array.from({ length: own }, () => 0),
      ...hypergeometric(lid[colour] ?? 0, inLid, more),
    ]
  })
}

/** The chance to draw 0, 1, 2, … of `own` tiles when `drawn` of `all` are drawn. */
function hypergeometric(own: number, all: number, drawn: number): number[] {
  const most = Math.min(own, drawn)
  return Array.from({ length: most + 1 }, (_, count) =>
    Math.exp(logChoose(own, count) + logChoose(all - own, drawn - count) - logChoose(all, drawn)),
  )
}

function logChoose(from: number, count: number): number {
  if (count < 0 || count > from) return -Infinity
  let log = 0
  for (let index = 1; index <= count; index += 1) log += Math.log((from - count + index) / index)
  return log
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
