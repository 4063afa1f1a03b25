# Messages of `azulejo analyse` and `azulejo solve`, which only the terminal shows.
#
# Numbers arrive as text with the language's decimal separator, moves in the notation of records.
# A win probability is that of strong play by everyone.

## A position

# $depth is the number of moves that the search looks ahead, $nodes a number of positions.
analysis-position =
    { $depth ->
        [one] muove il giocatore { $seat }; { $depth } mossa in avanti; { $nodes } nodi
       *[other] muove il giocatore { $seat }; { $depth } mosse in avanti; { $nodes } nodi
    }
analysis-position-solved = muove il giocatore { $seat }; calcolato fino alla fine del round; { $nodes } nodi
# The headings of a table.
analysis-heading-move = mossa
analysis-heading-wins = vince
analysis-heading-margin = vantaggio
analysis-heading-line = variante principale
analysis-percent = { $percent }%

## A game

analysis-game = partita { $number }: { $names }
# $luck is a list of names with percentages.
analysis-deal = round { $round }, fortuna nella pescata: { $luck }
# The part of the account that is neither luck nor skill: new information about the same boards.
analysis-round-revision = correzione: { $values }
analysis-move = { $name }  { $move }  (probabilità di vittoria { $chance })  { $judgement }
analysis-tiling = rivestimento: { $name }  { $judgement }
analysis-best = scelta migliore
# $best is a move.
analysis-worse =
    { $severity ->
        [slip] { $loss } e { $points } punti in meno di { $best } (imprecisione)
        [mistake] { $loss } e { $points } punti in meno di { $best } (errore)
        [blunder] { $loss } e { $points } punti in meno di { $best } (errore grave)
       *[none] { $loss } e { $points } punti in meno di { $best }
    }

## A player

analysis-errors =
    { $severity ->
        [slip]
            { $count ->
                [one] { $count } imprecisione
               *[other] { $count } imprecisioni
            }
        [mistake]
            { $count ->
                [one] { $count } errore
               *[other] { $count } errori
            }
       *[blunder]
            { $count ->
                [one] { $count } errore grave
               *[other] { $count } errori gravi
            }
    }
analysis-grade =
    { $grade ->
        [flawless] gioco impeccabile
        [excellent] gioco eccellente
        [strong] gioco solido
        [fair] gioco discreto
       *[shaky] gioco incerto
    }
analysis-player =
    { $decisions ->
        [one] { $name }: { $grade }; perdita per decisione { $loss } ({ $decisions } decisione); { $errors }
       *[other] { $name }: { $grade }; perdita per decisione { $loss } ({ $decisions } decisioni); { $errors }
    }
# The account adds up: start, luck, losses, what others gave away, and the revision make the result.
analysis-account-win = probabilità di vittoria: { $account }
analysis-account-points = punti: { $account }
analysis-start = inizio { $value }
analysis-luck = fortuna { $value }
analysis-losses = perdite proprie { $value }
analysis-gained = mosse altrui { $value }
analysis-revision = correzione { $value }
analysis-given-up = abbandono { $value }
analysis-result = risultato { $value }
analysis-value = valore { $value }

## A solved round

solve-value = muove il giocatore { $seat }: probabilità di vittoria { $chance }, vantaggio atteso { $margin } punti
solve-line = gioco migliore: { $line }
solve-proof = risolto con { $nodes } nodi
solve-bounds = probabilità di vittoria tra { $low } e { $high } dopo { $nodes } nodi
