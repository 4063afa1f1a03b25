# Puzzles, in the terminal, in Norwegian. The English file documents the variables.

puzzle-kind-columns = Velg kolonnene
puzzle-columns-intro = Velg en kolonne til hver fulle mønsterlinje. Skriv alle på én gang, for eksempel 1:3 4:2 (linje 1 til kolonne 3, linje 4 til kolonne 2).
puzzle-columns-wrong = Andre kolonner er bedre.
puzzle-opponent-number = Motstander { $number }
