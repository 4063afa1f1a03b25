# The game report, in English. Only the report’s page loads these messages.
#   $who     you, or name for { $name }
#   $luck, $errors, $before, $after and $value are formatted numbers

## The page

study-title = Game report
study-lead = Open a game to see where it was won and lost. Only you can see the report.
study-running = Other people are still playing this game. You can open its report when it’s over.
study-no-engine = This browser can’t run the engine. You can still watch the replay.
study-too-short = There’s nothing to report yet: no tile has been taken.

## Progress

study-pass-rough = First look: { $done } of { $of } moves
study-pass-moves = { $done } of { $of } moves
study-pass-deals = { $done } of { $of } other deals
study-done =
    { $moves ->
        [one] { $moves } move, { $exact } exact to the end of the round
       *[other] { $moves } moves, { $exact } exact to the end of the round
    }
study-rough = rough
study-rough-help = The engine changed its mind by more than 10% here.
study-deeper = Look deeper
study-failed = The engine has stopped: { $reason }
study-retry = Try again
study-print = Print
study-keys = Keys: ← → one step, n and N next and previous error, 1 to 4 the player, Enter the replay

## The verdict

study-verdict-even = Luck was even: the errors decided it.
study-verdict-even-round = Luck was even: the errors in round { $round } decided it.
study-verdict-better-lost =
    { $who ->
        [you] You played better; the deals decided it.
       *[name] { $name } played better; the deals decided it.
    }
study-verdict-deals-lost = The errors were about even; the deals decided it.
study-verdict-both-lost =
    { $who ->
        [you] Part of it was luck: your errors cost you { $errors } more than the others’ did, the deals { $luck }.
       *[name] Part of it was luck: { $name }’s errors cost { $errors } more than the others’ did, the deals { $luck }.
    }
study-verdict-helped-lost =
    { $who ->
        [you] The deals helped you; the errors decided it.
       *[name] The deals helped { $name }; the errors decided it.
    }
study-verdict-against =
    { $who ->
        [you] You won despite bad luck.
       *[name] { $name } won despite bad luck.
    }
study-verdict-both-won =
    { $who ->
        [you] You played better, and the deals helped.
       *[name] { $name } played better, and the deals helped.
    }
study-verdict-luck-won =
    { $who ->
        [you] The deals decided it for you.
       *[name] The deals decided it for { $name }.
    }
study-verdict-open = The game isn’t over: the report covers the moves so far.

## The graph and the ledger

study-chart =
    { $who ->
        [you] Your chance to win
       *[name] { $name }’s chance to win
    }
study-chart-points =
    { $who ->
        [you] Your expected lead
       *[name] { $name }’s expected lead
    }
study-measure = Unit
study-chance = Chance
study-points = Points
study-player = Player
study-you = You
study-ledger = Where the changes come from
study-start = Start
study-total = Total
study-luck = Luck of the deals
study-luck-help = A deal is lucky for a player when it leaves them better off than the average of the deals that could have come. Luck evens out over many games, but winners usually had more of it.
study-errors =
    { $who ->
        [you] Your errors
       *[name] { $name }’s errors
    }
# Three or four players: a move of another player can help or hurt.
study-moves-of = Moves of { $name }
study-revision = Second thoughts
study-revision-help = At the end of a round the engine can only estimate. These are its corrections after the next deal: no player’s doing.
study-given-up = Resignation
study-after = After the round
study-deal = deal
study-own-error =
    { $who ->
        [you] your error
       *[name] error
    }
study-other-error = opponent’s error
study-change = { $before } → { $after }

## The account

study-account = How it adds up
study-goes-first =
    { $who ->
        [you] you go first
       *[name] { $name } goes first
    }
study-luck-most = { $luck } of it in round { $round }
study-count-slips =
    { $count ->
        [one] { $count } slip
       *[other] { $count } slips
    }
study-count-mistakes =
    { $count ->
        [one] { $count } mistake
       *[other] { $count } mistakes
    }
study-count-blunders =
    { $count ->
        [one] { $count } blunder
       *[other] { $count } blunders
    }
study-no-errors = none worth mentioning
study-of-engine = by the engine
study-result = Result
study-so-far = So far
study-score = { $own } to { $other }
study-average = With average deals, play like this wins about { $count } of 100 games.

## Players

study-players = Move by move
study-lost = Lost per move
study-lost-detail = Moves with a real choice: { $decisions } of { $moves }.
study-grade = Grade
study-grade-name =
    { $grade ->
        [flawless] flawless
        [excellent] excellent
        [strong] strong
        [fair] fair
       *[shaky] shaky
    }
study-best = Best moves
study-good = Good
study-slips = Slips
study-mistakes = Mistakes
study-blunders = Blunders
study-floor = Floor line
study-floor-rounds = Floor line by round
study-short = One tile short
study-short-column = Column { $column }
study-short-colour =
    { $colour ->
        [blue] Blue set
        [yellow] Yellow set
        [red] Red set
        [black] Black set
       *[white] White set
    }

## Turning points and deals

study-turning = Turning points
study-no-turning = No single step changed much.
study-step-deal = The deal of round { $round }
study-step-move =
    { $who ->
        [you] Round { $round }, your move { $number }
       *[name] Round { $round }, { $name }’s move { $number }
    }
study-step-tiling =
    { $who ->
        [you] Round { $round }, your columns
       *[name] Round { $round }, { $name }’s columns
    }
study-better =
    { $who ->
        [you] Better for you than { $count } of { $of } other deals that could have come.
       *[name] Better for { $name } than { $count } of { $of } other deals that could have come.
    }
study-worse =
    { $who ->
        [you] Worse for you than { $count } of { $of } other deals that could have come.
       *[name] Worse for { $name } than { $count } of { $of } other deals that could have come.
    }
study-from =
    { $source ->
        [centre] Centre
       *[factory] Factory { $factory }
    }
study-to-line = line { $line }
study-to-floor = floor line
study-played = Played
study-better-move = Better
study-hollow = It costs points, not the game.
study-show = Show it in the replay
study-deals = The deals
study-deals-help = Each dot is a deal that could have come up; the diamond is the one that did.
study-mean = average { $value }
