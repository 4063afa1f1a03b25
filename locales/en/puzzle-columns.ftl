# Puzzles about the columns of the grey wall and with several opponents, in the terminal.

puzzle-kind-columns = Choose the columns
puzzle-columns-intro = Choose a column for each full line. Type all of them at once, like 1:3 4:2 (line 1 to column 3, line 4 to column 2).
puzzle-columns-wrong = Other columns are better.
# There are two or three opponents.
puzzle-opponent-number = Opponent { $number }
