# Puzzles, in the terminal, in Dutch. The English file documents the variables.

puzzle-kind-columns = Kies de kolommen
puzzle-columns-intro = Kies een kolom voor elke volle patroonlijn. Typ ze allemaal tegelijk, bijvoorbeeld 1:3 4:2 (lijn 1 naar kolom 3, lijn 4 naar kolom 2).
puzzle-columns-wrong = Andere kolommen zijn beter.
puzzle-opponent-number = Tegenstander { $number }
