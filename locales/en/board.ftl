# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Analysis
# The name of a player without one.
analysis-player = Player { $number }
analysis-new = New board
analysis-new-about = You can undo this and get your analysis back.
analysis-new-start = Start
analysis-open = Open
analysis-share = Share

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: centre, floor line
           *[line] { $colour }: centre, line { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: factory { $factory }, floor line
           *[line] { $colour }: factory { $factory }, line { $line }
        }
    }
analysis-start = Start
analysis-deal = Deal
analysis-tiling = Tiling
analysis-over = The game is over.
analysis-awaits-deal = The round is over. Choose the next deal.

# The engine.
analysis-engine = Engine
analysis-engine-off = The engine is off.
analysis-engine-waits = The engine only runs while there are tiles to take.
analysis-engine-failed = The engine stopped working. Switch it on to try again.
analysis-searching = Thinking
analysis-depth = depth { $depth }
analysis-exact-round = Exact to the end of the round
analysis-exact-round-about = Play in this round is solved; what comes after is an estimate.
analysis-exact-game = Exact to the end of the game
analysis-seconds = { $seconds } s
analysis-more = Think longer
analysis-best = best
analysis-chance = chance
analysis-points = points
analysis-played = played
analysis-play-move = Play: { $move }
analysis-play-to = Play up to: { $move }
# Spoken when a search is finished.
analysis-said = { $name }’s chance: { $chance }. Best: { $move }.
analysis-value = Chances to win: { $chances }
analysis-value-unknown = Chances to win: not known yet

# The moves.
analysis-moves = Moves
analysis-rounds = Rounds
analysis-round = Round { $round }
analysis-variation = Variation
analysis-promote = Make this the main line
analysis-delete = Delete from here
analysis-comment = Write a comment
analysis-steps = Steps
analysis-first = To the start
analysis-back = Back
analysis-forward = Forward
analysis-last = To the end
analysis-undo = Undo the last change
analysis-redo = Redo the change

# The next deal.
analysis-deal-title = Next deal
analysis-deal-as-played = As played
analysis-deal-random = Random
analysis-deal-choose = Choose
analysis-deal-odds = Odds
analysis-deal-missing =
    { $count ->
        [0] All tiles are chosen.
        [one] { $count } more tile to choose.
       *[other] { $count } more tiles to choose.
    }
analysis-deal-put = { $colour }: add a tile, { $count } left
analysis-deal-take = { $colour }: remove from factory { $factory }
analysis-deal-confirm = Deal these tiles
analysis-deal-clear = Clear
analysis-deal-odds-about = How many tiles of each colour will come up? The odds for a deal of { $count } tiles.

# Opening.
analysis-import-title = Open a position or a game
analysis-import-label = Paste a position, a record or a link
analysis-import-file = Choose a file
analysis-found-position = A position.
analysis-found-record = Game: { $names }. Moves: { $count }.
analysis-found-study = An analysis. Moves: { $count }.
analysis-found-game = A game on this server.
analysis-found-unknown = This isn’t a position, a record or a link that the board knows.
analysis-found-too-large = This text is too long.
analysis-game-missing = This game can’t be found.
analysis-game-running = This game is still being played. You can analyse it once it’s over.
analysis-study-missing = This study isn’t on this device.
analysis-link-bad = This link doesn’t hold a position that the board can show.
analysis-link-cut = A part of this link isn’t possible and was left out. The rest is here.
analysis-malformed = This isn’t a valid position: character { $column } doesn’t fit.

# Sharing.
analysis-copy = Copy
analysis-copied = Copied.
analysis-share-link = Link
analysis-share-link-about = The link holds the whole analysis. It isn’t sent to the server.
analysis-share-too-long = This analysis is too long for a link. Save it as a file instead.
analysis-share-position = Position
analysis-share-files = Files
analysis-share-study = Analysis
analysis-share-svg = Picture (SVG)
analysis-share-png = Picture (PNG)
analysis-share-no-record = A record has to start with the first deal.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] The number of factories doesn’t match the number of players.
        [board-count] The number of boards doesn’t match the number of players.
        [factory-overfull] Factory { $factory } holds more than four tiles.
        [round] Round { $round } doesn’t exist.
        [score] Player { $seat }: the score is above 999.
        [start] Start player { $seat } isn’t in the game.
        [to-move] Player { $seat } isn’t in the game and can’t move.
        [line-overfull] Player { $seat }: line { $line } holds too many tiles.
        [line-mixed] Player { $seat }: line { $line } holds more than one colour.
        [line-on-wall] Player { $seat }: row { $line } already shows the colour of line { $line }.
        [wrong-column] Player { $seat }: the tile in row { $line }, column { $column } belongs elsewhere.
        [floor-overfull] Player { $seat }: the floor line is overfull.
        [marker-count]
            { $count ->
                [0] The start marker is missing.
               *[other] There are { $count } start markers.
            }
        [marker-when-over] The game is over, so there can’t be a start marker.
        [row-complete-in-offer] Player { $seat }: a row is complete, yet tiles are on offer.
        [not-to-move] Player { $seat } must be the one to move.
        [no-phase] Nothing is on offer, so the start marker must be in the centre.
       *[other] This position isn’t possible.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: twice in row { $line } of player { $seat }.
        [column-repeats] { $colour }: twice in column { $column } of player { $seat }.
       *[tile-count] { $colour }: { $count } tiles, 20 exist.
    }

# The position editor.
analysis-edit = Edit position
analysis-edit-about = Click a space to change its tile, or type B, Y, R, K or W. A long press empties it.
analysis-edit-legal = This position is possible.
analysis-edit-faults = What’s still wrong
analysis-edit-done = Done
analysis-edit-repair = Put the rest into the bag
analysis-edit-factory = Factory { $factory }
analysis-edit-line = Line { $line }
analysis-edit-wall = Row { $line }, column { $column }
analysis-edit-floor = Floor line, space { $space }
analysis-edit-empty = empty
analysis-edit-marker = start marker
analysis-edit-centre = Centre
analysis-edit-marker-centre = Start marker in the centre
analysis-edit-round = Round
analysis-edit-start = Starts the round
analysis-edit-to-move = To move

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Moves like 2B3. Also: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = The engine has no result here yet.
analysis-command-impossible = That isn’t possible here.
analysis-keys = Keys: ← → steps, ↑ ↓ variations, Page Up and Down rounds, E engine, X best move, B arrows, / commands.
