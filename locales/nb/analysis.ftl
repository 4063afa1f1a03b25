# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] spiller { $seat } i trekket; { $depth } trekk frem; { $nodes } noder
       *[other] spiller { $seat } i trekket; { $depth } trekk frem; { $nodes } noder
    }
analysis-position-solved = spiller { $seat } i trekket; regnet ut til slutten av runden; { $nodes } noder
# The headings of a table.
analysis-heading-move = trekk
analysis-heading-wins = vinnersjanse
analysis-heading-margin = ledelse
analysis-heading-line = hovedvariant
analysis-percent = { $percent } %

## A game

analysis-game = spill { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = runde { $round }, flaks i trekningen: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = justering: { $values }
analysis-move = { $name }  { $move }  (vinnersjanse { $chance })  { $judgement }
analysis-tiling = flislegging: { $name }  { $judgement }
analysis-best = beste trekk
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } og { $points } poeng mindre enn { $best } (unøyaktighet)
        [mistake] { $loss } og { $points } poeng mindre enn { $best } (feil)
        [blunder] { $loss } og { $points } poeng mindre enn { $best } (tabbe)
       *[none] { $loss } og { $points } poeng mindre enn { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip]
            { $count ->
                [one] { $count } unøyaktighet
               *[other] { $count } unøyaktigheter
            }
        [mistake] { $count } feil
       *[blunder]
            { $count ->
                [one] { $count } tabbe
               *[other] { $count } tabber
            }
    }
analysis-grade =
    { $grade ->
        [flawless] feilfritt spill
        [excellent] fremragende spill
        [strong] sterkt spill
        [fair] brukbart spill
       *[shaky] ustøtt spill
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; { $loss } tapt per avgjørelse ({ $decisions } avgjørelse); { $errors }
       *[other] { $name }: { $grade }; { $loss } tapt per avgjørelse ({ $decisions } avgjørelser); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = vinnersjanse: { $account }
analysis-account-points = poeng: { $account }
analysis-start = start { $value }
analysis-luck = flaks { $value }
analysis-losses = egne tap { $value }
analysis-gained = andres trekk { $value }
analysis-revision = justering { $value }
analysis-given-up = gitt opp { $value }
analysis-result = resultat { $value }
analysis-value = verdi { $value }

## A solved round

solve-value = spiller { $seat } i trekket: vinnersjanse { $chance }, forventet ledelse { $margin } poeng
solve-line = beste trekkfølge: { $line }
solve-proof = løst med { $nodes } noder
solve-bounds = vinnersjanse mellom { $low } og { $high } etter { $nodes } noder
