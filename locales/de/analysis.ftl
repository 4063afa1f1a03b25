# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] Spieler { $seat } am Zug; { $depth } Zug voraus; { $nodes } Knoten
       *[other] Spieler { $seat } am Zug; { $depth } Züge voraus; { $nodes } Knoten
    }
analysis-position-solved = Spieler { $seat } am Zug; bis zum Ende der Runde durchgerechnet; { $nodes } Knoten
# The headings of a table.
analysis-heading-move = Zug
analysis-heading-wins = Gewinnchance
analysis-heading-margin = Vorsprung
analysis-heading-line = Hauptvariante
analysis-percent = { $percent } %

## A game

analysis-game = Partie { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = Runde { $round }, Glück beim Ziehen: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = Korrektur: { $values }
analysis-move = { $name }  { $move }  (Gewinnchance { $chance })  { $judgement }
analysis-tiling = Fliesungsphase: { $name }  { $judgement }
analysis-best = optimal
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } und { $points } Punkte weniger als { $best } (Ungenauigkeit)
        [mistake] { $loss } und { $points } Punkte weniger als { $best } (Fehler)
        [blunder] { $loss } und { $points } Punkte weniger als { $best } (grober Fehler)
       *[none] { $loss } und { $points } Punkte weniger als { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip]
            { $count ->
                [one] { $count } Ungenauigkeit
               *[other] { $count } Ungenauigkeiten
            }
        [mistake] { $count } Fehler
       *[blunder]
            { $count ->
                [one] { $count } grober Fehler
               *[other] { $count } grobe Fehler
            }
    }
analysis-grade =
    { $grade ->
        [flawless] fehlerfreies Spiel
        [excellent] hervorragendes Spiel
        [strong] starkes Spiel
        [fair] ordentliches Spiel
       *[shaky] unsicheres Spiel
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; { $loss } Verlust pro Entscheidung ({ $decisions } Entscheidung); { $errors }
       *[other] { $name }: { $grade }; { $loss } Verlust pro Entscheidung ({ $decisions } Entscheidungen); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = Gewinnchance: { $account }
analysis-account-points = Punkte: { $account }
analysis-start = Start { $value }
analysis-luck = Glück { $value }
analysis-losses = eigene Verluste { $value }
analysis-gained = Züge der anderen { $value }
analysis-revision = Korrektur { $value }
analysis-given-up = Aufgabe { $value }
analysis-result = Ergebnis { $value }
analysis-value = Wert { $value }

## A solved round

solve-value = Spieler { $seat } am Zug: Gewinnchance { $chance }, erwarteter Vorsprung { $margin } Punkte
solve-line = beste Zugfolge: { $line }
solve-proof = gelöst mit { $nodes } Knoten
solve-bounds = Gewinnchance zwischen { $low } und { $high } nach { $nodes } Knoten
