# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] player { $seat } to move; { $depth } move ahead; { $nodes } nodes
       *[other] player { $seat } to move; { $depth } moves ahead; { $nodes } nodes
    }
analysis-position-solved = player { $seat } to move; searched to the end of the round; { $nodes } nodes
# The headings of a table.
analysis-heading-move = move
analysis-heading-wins = wins
analysis-heading-margin = margin
analysis-heading-line = principal variation
analysis-percent = { $percent }%

## A game

analysis-game = game { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = round { $round }, luck of the deal: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = revision: { $values }
analysis-move = { $name }  { $move }  ({ $chance } to win)  { $judgement }
analysis-tiling = tiling: { $name }  { $judgement }
analysis-best = best
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } and { $points } points less than { $best } (slip)
        [mistake] { $loss } and { $points } points less than { $best } (mistake)
        [blunder] { $loss } and { $points } points less than { $best } (blunder)
       *[none] { $loss } and { $points } points less than { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip]
            { $count ->
                [one] { $count } slip
               *[other] { $count } slips
            }
        [mistake]
            { $count ->
                [one] { $count } mistake
               *[other] { $count } mistakes
            }
       *[blunder]
            { $count ->
                [one] { $count } blunder
               *[other] { $count } blunders
            }
    }
analysis-grade =
    { $grade ->
        [flawless] flawless play
        [excellent] excellent play
        [strong] strong play
        [fair] decent play
       *[shaky] shaky play
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; { $loss } lost per decision ({ $decisions } decision); { $errors }
       *[other] { $name }: { $grade }; { $loss } lost per decision ({ $decisions } decisions); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = win probability: { $account }
analysis-account-points = points: { $account }
analysis-start = start { $value }
analysis-luck = luck { $value }
analysis-losses = own losses { $value }
analysis-gained = others’ moves { $value }
analysis-revision = revision { $value }
analysis-given-up = given up { $value }
analysis-result = result { $value }
analysis-value = value { $value }

## A solved round

solve-value = player { $seat } to move: { $chance } to win, expected margin { $margin } points
solve-line = best play: { $line }
solve-proof = solved with { $nodes } nodes
solve-bounds = between { $low } and { $high } to win after { $nodes } nodes
