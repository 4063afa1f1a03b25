# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] leikmaður { $seat } á leik; { $depth } leik fram í tímann; { $nodes } hnútar
       *[other] leikmaður { $seat } á leik; { $depth } leiki fram í tímann; { $nodes } hnútar
    }
analysis-position-solved = leikmaður { $seat } á leik; reiknað til loka umferðar; { $nodes } hnútar
# The headings of a table.
analysis-heading-move = leikur
analysis-heading-wins = sigurlíkur
analysis-heading-margin = forskot
analysis-heading-line = besta framhald
analysis-percent = { $percent }%

## A game

analysis-game = leikur { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = umferð { $round }, heppni í útdrætti: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = leiðrétting: { $values }
analysis-move = { $name }  { $move }  (sigurlíkur { $chance })  { $judgement }
analysis-tiling = flísalagning: { $name }  { $judgement }
analysis-best = besti leikur
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } og { $points } stigum minna en { $best } (ónákvæmni)
        [mistake] { $loss } og { $points } stigum minna en { $best } (mistök)
        [blunder] { $loss } og { $points } stigum minna en { $best } (afleikur)
       *[none] { $loss } og { $points } stigum minna en { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip] ónákvæmni: { $count }
        [mistake] mistök: { $count }
       *[blunder] afleikir: { $count }
    }
analysis-grade =
    { $grade ->
        [flawless] gallalaus spilamennska
        [excellent] framúrskarandi spilamennska
        [strong] sterk spilamennska
        [fair] þokkaleg spilamennska
       *[shaky] óörugg spilamennska
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; { $loss } tap á hverja ákvörðun ({ $decisions } ákvörðun); { $errors }
       *[other] { $name }: { $grade }; { $loss } tap á hverja ákvörðun ({ $decisions } ákvarðanir); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = sigurlíkur: { $account }
analysis-account-points = stig: { $account }
analysis-start = upphaf { $value }
analysis-luck = heppni { $value }
analysis-losses = eigið tap { $value }
analysis-gained = leikir annarra { $value }
analysis-revision = leiðrétting { $value }
analysis-given-up = uppgjöf { $value }
analysis-result = niðurstaða { $value }
analysis-value = virði { $value }

## A solved round

solve-value = leikmaður { $seat } á leik: sigurlíkur { $chance }, vænt forskot { $margin } stig
solve-line = besta framhald: { $line }
solve-proof = leyst með { $nodes } hnútum
solve-bounds = sigurlíkur milli { $low } og { $high } eftir { $nodes } hnúta
