# Puzzles, in the terminal, in German. The English file documents the variables.

puzzle-kind-columns = Wähle die Spalten
puzzle-columns-intro = Wähle für jede volle Musterreihe eine Spalte. Gib alle zusammen ein, zum Beispiel 1:3 4:2 (Musterreihe 1 in Spalte 3, Musterreihe 4 in Spalte 2).
puzzle-columns-wrong = Andere Spalten sind besser.
puzzle-opponent-number = Gegenüber { $number }
