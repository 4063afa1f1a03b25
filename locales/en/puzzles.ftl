# Puzzles, in the terminal and the browser.

puzzle-intro = Find the one right move. Type it like 2B3, or type hint, skip, moves or quit.
# $number counts the puzzles of this session; $kind is one of the kinds below; $rating is a number.
puzzle-heading = Puzzle { $number }: { $kind } (rating { $rating })
puzzle-kind-last-round = Win the game
puzzle-kind-take-floor = Take the floor
puzzle-kind-avoid-floor = Avoid the floor
puzzle-kind-deny = Deny your opponent
puzzle-kind-end-of-round = End of the round
puzzle-kind-best-move = Best move
puzzle-opponent = Opponent
puzzle-right = That’s it.
# After the opponent’s reply.
puzzle-next = Now find the next move.
puzzle-not-won = That doesn’t win the game.
puzzle-lowers-chance = Not quite: that lowers your chance to win by { $percent }%.
puzzle-once-more = One more try.
puzzle-solution = The right move is { $move }.
# $streak counts the puzzles solved in a row at the first try.
puzzle-rating =
    { $streak ->
        [0] Your rating: { $rating }.
       *[other] Your rating: { $rating }. In a row: { $streak }.
    }
puzzle-none = There are no puzzles of this kind.
puzzle-all-asked = You’ve seen all the puzzles.
puzzle-summary = Solved { $solved } of { $count }. Your rating: { $rating }.

## Only in the browser

puzzles-title = Puzzles
puzzles-daily = Daily puzzle
puzzles-daily-date = Daily puzzle · { $date }
puzzles-you = You
# The number of opponents is at least two.
puzzles-opponent-number = Opponent { $number }
# The task. $count is the number of different moves.
puzzles-task-wins = One of { $count } moves wins
puzzles-task-best = One of { $count } moves is clearly best
puzzles-task-columns = One choice of columns is clearly best
puzzles-result-now =
    { $result ->
        [win] If the round ended now, you’d win.
        [tie] If the round ended now, you’d share the win.
       *[loss] If the round ended now, you’d lose.
    }
puzzles-about-end-of-round = Only a few tiles are left. Work out the rest of the round.
puzzles-about-deny = Look at what your opponent wants.
puzzles-about-avoid-floor = Mind your floor line.
puzzles-about-take-floor = There’s room on a line, but that isn’t the best place.
puzzles-about-best-move = Compare the boards and find the move.
puzzles-about-columns = Choose a column for each full line.

# Buttons.
puzzles-play = Play it
puzzles-show = Show the solution
puzzles-again = Try again
puzzles-next = Next puzzle
puzzles-share = Share
puzzles-copied = Link copied.
puzzles-report = Check this puzzle again

# Hints and results.
puzzles-hint-counts = A hint counts as a try.
puzzles-solved-first = Solved at the first try
puzzles-solved-late = Solved
puzzles-solution-title = The solution
puzzles-wrong = Not this one
puzzles-unrated = You’ve seen this puzzle before, so your rating stays the same.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = Your rating
puzzles-thinking = Looking for the reason
# $chance is a percentage.
puzzles-costs = It lowers your chance to win by { $chance }.
puzzles-costs-points =
    { $points ->
        [one] It lowers your chance to win by { $chance } and costs you about { $points } point.
       *[other] It lowers your chance to win by { $chance } and costs you about { $points } points.
    }
# The best result after a wrong move in the last round.
puzzles-ends-lost =
    { $points ->
        [0] At best, you’re level on points and don’t win outright.
        [one] At best, you lose by { $points } point.
       *[other] At best, you lose by { $points } points.
    }
puzzles-costs-floor =
    { $points ->
        [one] It costs { $points } point on the floor line.
       *[other] It costs { $points } points on the floor line.
    }
# $tiles is accusative: 2 blue tiles.
puzzles-leaves = { $name } can then take { $tiles } for line { $line }.
# Wrong columns.
puzzles-columns-fewer =
    { $points ->
        [one] It scores { $points } point less now.
       *[other] It scores { $points } points less now.
    }
puzzles-columns-equal = It scores just as much now, but your wall is worth less later.
puzzles-columns-more = It scores more now, but your wall is worth less later.
puzzles-wins-by =
    { $points ->
        [0] You’re level on points and win with more complete rows. No other move wins.
        [one] You win by { $points } point. No other move wins.
       *[other] You win by { $points } points. No other move wins.
    }
puzzles-next-best = The next best move lowers your chance to win by { $chance }.
puzzles-line = The moves
puzzles-step = After: { $move }
puzzles-step-start = The start
puzzles-checking = Searching ten times deeper
puzzles-check-stands = Searched ten times deeper: the solution stands, { $chance } ahead.
puzzles-check-fails = Searched ten times deeper: the solution isn’t clearly best. This puzzle won’t come up again on this device, and it doesn’t count towards your rating.
puzzles-check-failed = The check couldn’t be finished on this device.

# The situation.
puzzles-situation = The situation
puzzles-last-round =
    { $sure ->
        [yes] The game ends with this round.
       *[maybe] The game may end with this round.
    }
puzzles-proof-game = Every move was searched to the end of the game.
puzzles-proof-round = This round is solved, and the right move stays ahead across sample deals of the next round.
puzzles-proof-columns = The right columns stay ahead across sample deals of the next round.

# The player’s standing.
puzzles-standing = Your standing
puzzles-your-rating = Your puzzle rating
puzzles-this-rating = This puzzle
puzzles-in-a-row = { $count } in a row
puzzles-best = best { $count }
puzzles-difficulty = Difficulty
puzzles-easier = Easier
puzzles-usual = My level
puzzles-harder = Harder
puzzles-week = Last seven days
puzzles-week-about = It’s fine to miss a day.
puzzles-day =
    { $outcome ->
        [first] { $date }: solved at the first try
        [late] { $date }: solved
        [today] { $date }: today’s puzzle
       *[missed] { $date }: not solved
    }
# The initial of a weekday; 0 is Sunday.
puzzles-weekday =
    { $day ->
        [0] S
        [1] M
        [2] T
        [3] W
        [4] T
        [5] F
       *[6] S
    }
puzzles-kinds = Kinds
puzzles-all-kinds = All kinds
puzzles-kind-columns = Choose the columns
puzzles-kind-solved = { $solved } of { $count } solved
puzzles-count = { $count } puzzles, all on this device. No network needed.

# Problems, keys and commands.
puzzles-unknown = There’s no puzzle at this address.
puzzles-unknown-about = It may have been withdrawn because a deeper search found a better move.
puzzles-other = Solve another puzzle
puzzles-no-engine = This browser can’t run the engine, so there’s no explanation.
puzzles-keys = Keys: 1–9 and C take tiles, B Y R K W choose the colour, 1–5 and F place the tiles, Enter plays, H hint, N next, / commands.
puzzles-command-help = Moves like 2B3 (factory 2, blue, line 3). Also: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blue, why 3, bag.
puzzles-over = The puzzle is over. Type next or again.

# Puzzles about the columns of the grey wall and with several opponents, in the terminal.

puzzle-kind-columns = Choose the columns
puzzle-columns-intro = Choose a column for each full line. Type all of them at once, like 1:3 4:2 (line 1 to column 3, line 4 to column 2).
puzzle-columns-wrong = Other columns are better.
# There are two or three opponents.
puzzle-opponent-number = Opponent { $number }
