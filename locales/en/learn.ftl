# The study page and learning from errors, in English. Only their pages load these messages.
#   $who   you, or name for { $name }
#   $gain  a formatted difference, such as 8% or 1.5 points

## The study page

learn-title = Study
learn-lead = See where your games were won and lost, and practise what you missed.
learn-analysis = Analysis board
learn-analysis-text = Try out any position with the engine’s help.
learn-puzzles = Puzzles
learn-puzzles-text = One position, one best move.
learn-errors = Learn from your errors
learn-errors-text =
    { $count ->
        [0] All done for now. The ones you missed will come back.
        [one] { $count } exercise is waiting.
       *[other] { $count } exercises are waiting.
    }
learn-errors-none = Open a game’s report to turn its errors into exercises.
learn-games = Your last games
learn-games-empty = Finish a game and its report will appear here.
learn-open = Open a position or a game

## Learning from errors

learn-from-report =
    { $who ->
        [you] Learn from your errors ({ $count })
       *[name] Practise { $name }’s errors ({ $count })
    }
learn-none = There are no exercises yet. Open the report of one of your games to turn its errors into exercises.
learn-later = All done for now. What you missed will come back after 1, 4 and 14 days.
learn-to-study = Go to the study page
learn-number = Exercise { $number } of { $count }
learn-find = Find something better
learn-find-columns = Find better columns
learn-in-game = In the game: { $text }
learn-turn =
    { $who ->
        [you] It’s your move. Take some tiles.
       *[name] Move for { $name }: take some tiles.
    }
learn-checking = Checking
learn-same = That’s the move from the game. Try another one.
learn-wrong = No, that’s no better.
learn-better = Better by { $gain }, but there’s more.
learn-right = That’s right.
learn-right-by = That’s right: better by { $gain }.
learn-points =
    { $count ->
        [one] { $points } point
       *[other] { $points } points
    }
learn-tries =
    { $count ->
        [one] You have one more try.
       *[other] You have { $count } more tries.
    }
learn-solved = Solved
learn-missed = The solution
learn-show = Show the solution
learn-next = Next
learn-finish = Done
learn-again = Again
learn-back = Back
learn-line = Best play
learn-line-start = Start
learn-all = All exercises
learn-mark =
    { $result ->
        [solved] Exercise { $number }, solved
        [missed] Exercise { $number }, missed
       *[open] Exercise { $number }
    }
learn-solved-count = { $solved } of { $count } solved
learn-keys = Keys: digits and colour letters make a move, h hint, s skip, n and N next and previous, a again, ← → step through the solution, / commands
learn-command-help = Commands: a move such as 2b3, task, hint, solution, skip, back, again; also f, c, me, p2, legal and bag

## Studies

learn-studies = Your studies
learn-studies-empty = Save an analysis under a name and it will appear here.
learn-save = Save
learn-save-title = Save the analysis
learn-name = Name
learn-replaces = This replaces the study with the same name.
learn-saved = Saved: { $name }
learn-save-failed = This couldn’t be saved: the browser’s storage is full or blocked.
learn-rename = Rename
learn-delete = Delete
learn-delete-sure = Delete the study “{ $name }”? This can’t be undone.
