# Puzzles, in the terminal, in Icelandic. The English file documents the variables.

puzzle-kind-columns = Veldu dálkana
puzzle-columns-intro = Veldu dálk fyrir hverja fulla línu. Skrifaðu þá alla í einu, til dæmis 1:3 4:2 (lína 1 í dálk 3, lína 4 í dálk 2).
puzzle-columns-wrong = Aðrir dálkar eru betri.
puzzle-opponent-number = Andstæðingur { $number }
