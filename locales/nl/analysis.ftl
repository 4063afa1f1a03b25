# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] speler { $seat } aan de beurt; { $depth } zet vooruit; { $nodes } knopen
       *[other] speler { $seat } aan de beurt; { $depth } zetten vooruit; { $nodes } knopen
    }
analysis-position-solved = speler { $seat } aan de beurt; doorgerekend tot het einde van de ronde; { $nodes } knopen
# The headings of a table.
analysis-heading-move = zet
analysis-heading-wins = winstkans
analysis-heading-margin = voorsprong
analysis-heading-line = hoofdvariant
analysis-percent = { $percent }%

## A game

analysis-game = spel { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = ronde { $round }, geluk bij het trekken: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = correctie: { $values }
analysis-move = { $name }  { $move }  (winstkans { $chance })  { $judgement }
analysis-tiling = muurbekleding: { $name }  { $judgement }
analysis-best = optimaal
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } en { $points } punten minder dan { $best } (onnauwkeurigheid)
        [mistake] { $loss } en { $points } punten minder dan { $best } (fout)
        [blunder] { $loss } en { $points } punten minder dan { $best } (blunder)
       *[none] { $loss } en { $points } punten minder dan { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip]
            { $count ->
                [one] { $count } onnauwkeurigheid
               *[other] { $count } onnauwkeurigheden
            }
        [mistake]
            { $count ->
                [one] { $count } fout
               *[other] { $count } fouten
            }
       *[blunder]
            { $count ->
                [one] { $count } blunder
               *[other] { $count } blunders
            }
    }
analysis-grade =
    { $grade ->
        [flawless] foutloos spel
        [excellent] uitstekend spel
        [strong] sterk spel
        [fair] redelijk spel
       *[shaky] wankel spel
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; { $loss } verlies per beslissing ({ $decisions } beslissing); { $errors }
       *[other] { $name }: { $grade }; { $loss } verlies per beslissing ({ $decisions } beslissingen); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = winstkans: { $account }
analysis-account-points = punten: { $account }
analysis-start = start { $value }
analysis-luck = geluk { $value }
analysis-losses = eigen verliezen { $value }
analysis-gained = zetten van anderen { $value }
analysis-revision = correctie { $value }
analysis-given-up = opgave { $value }
analysis-result = resultaat { $value }
analysis-value = waarde { $value }

## A solved round

solve-value = speler { $seat } aan de beurt: winstkans { $chance }, verwachte voorsprong { $margin } punten
solve-line = beste zettenreeks: { $line }
solve-proof = opgelost met { $nodes } knopen
solve-bounds = winstkans tussen { $low } en { $high } na { $nodes } knopen
