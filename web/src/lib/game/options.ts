import type * as wire from '../protocol'

/* Options with all their fields. The protocol omits default values to keep frames small; they are
   filled in here, once. */

/** Fields that are always sent. */
type Always = 'move' | 'colour' | 'taken' | 'round_end'
/** Fields whose default is `null`. */
type Nullable = 'factory' | 'line' | 'points'

/** A legal move and its effect. */
export type MoveOption = Required<Omit<wire.MoveOption, Nullable>> & {
  [Field in Nullable]: Required<wire.MoveOption>[Field] | null
}

/** A line that does not accept a colour. */
export type Refusal = Omit<wire.Refusal, 'holds'> & { holds: wire.Colour | null }

export type OfferOptions = Omit<wire.OfferOptions, 'moves' | 'refused'> & {
  moves: MoveOption[]
  refused: Refusal[]
}

export type OwnView = Omit<wire.OwnView, 'offer'> & { offer: OfferOptions | null }

/** The values of omitted fields. */
const DEFAULTS: Omit<MoveOption, Always> = {
  factory: null,
  line: null,
  to_centre: [0, 0, 0, 0, 0],
  takes_marker: false,
  placed: 0,
  spilled: 0,
  to_lid: 0,
  floor_before: 0,
  floor_after: 0,
  completes: false,
  points: null,
  columns: [],
  ends_round: false,
}

export function fullMove(move: wire.MoveOption): MoveOption {
  return { ...DEFAULTS, ...move }
}

export function fullRefusal(refusal: wire.Refusal): Refusal {
  return { ...refusal, holds: refusal.holds ?? null }
}

export function fullOffer(offer: wire.OfferOptions): OfferOptions {
  return {
    ...offer,
    moves: offer.moves.map(fullMove),
    refused: offer.refused.map(fullRefusal),
  }
}

export function fullOwn(own: wire.OwnView): OwnView {
  return { ...own, offer: own.offer && fullOffer(own.offer) }
}
