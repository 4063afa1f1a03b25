# Puzzles, in the terminal.

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
puzzle-right = That’s it!
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
