# Puzzles, in the terminal, in Italian. The English file documents the variables.

puzzle-kind-columns = Scegli le colonne
puzzle-columns-intro = Scegli una colonna per ogni linea piena. Scrivile tutte insieme, per esempio 1:3 4:2 (linea 1 nella colonna 3, linea 4 nella colonna 2).
puzzle-columns-wrong = Altre colonne sono migliori.
puzzle-opponent-number = Avversario { $number }
