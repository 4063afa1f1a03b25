# Messages about the game, shared by the terminal and the web client.
#
# The same variables mean the same thing everywhere:
#   $who      you (the reader) or name (another player, called $name)
#   $colour   blue, yellow, red, black or white
#   $count    a number of tiles or other things
#   $source   factory (number $factory) or centre
#   $line $row $column $factory $round   numbers from 1
#   $points   points, a number without a sign: the messages contain the signs
#   $across $down   points of the run along the row and along the column; both 0 for a lone tile
#   $cost $before $after   the cost of the floor line, a number without a sign
#   $tiles $rest $names    formatted lists (see Lists at the end)
# Names cannot be declined: a player is the subject or follows a colon.
# The minus is U+2212. Sentences end with a full stop; labels, titles and tags do not.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blue
        [yellow] Yellow
        [red] Red
        [black] Black
       *[white] White
    }
# For tooltips and screen readers; only the white tile needs more than its name.
colour-description =
    { $colour ->
        [blue] blue
        [yellow] yellow
        [red] red
        [black] black
       *[white] white with teal lines
    }
# As the subject of a sentence.
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blue tile
               *[other] { $count } blue tiles
            }
        [yellow]
            { $count ->
                [one] { $count } yellow tile
               *[other] { $count } yellow tiles
            }
        [red]
            { $count ->
                [one] { $count } red tile
               *[other] { $count } red tiles
            }
        [black]
            { $count ->
                [one] { $count } black tile
               *[other] { $count } black tiles
            }
       *[white]
            { $count ->
                [one] { $count } white tile
               *[other] { $count } white tiles
            }
    }
# As the object of a verb.
tiles-acc = { tiles-nom }
# Without the noun, for lists and tight places; subject and object.
tiles-short-nom =
    { $colour ->
        [blue] { $count } blue
        [yellow] { $count } yellow
        [red] { $count } red
        [black] { $count } black
       *[white] { $count } white
    }
tiles-short-acc = { tiles-short-nom }
# One tile, without article or count; subject and object.
tile-nom =
    { $colour ->
        [blue] blue tile
        [yellow] yellow tile
        [red] red tile
        [black] black tile
       *[white] white tile
    }
tile-acc = { tile-nom }
# With the article; subject and object.
tile-the-nom = the { tile-nom }
tile-the-acc = { tile-the-nom }
# Several tiles, without a count.
tiles-plural =
    { $colour ->
        [blue] blue tiles
        [yellow] yellow tiles
        [red] red tiles
        [black] black tiles
       *[white] white tiles
    }
# A colour set in a sentence.
tiles-all-five =
    { $colour ->
        [blue] all 5 blue tiles
        [yellow] all 5 yellow tiles
        [red] all 5 red tiles
        [black] all 5 black tiles
       *[white] all 5 white tiles
    }

## Counts

count-players =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
# A change of the score; $sign is plus, minus or zero.
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Beginner
level-apprentice = Apprentice
level-tiler = Tiler
level-artisan = Artisan
level-master = Master
level-legend = Legend
baseline-random = Random
baseline-greedy = Greedy
baseline-uct = UCT
# A level is always shown with its number; $level is the bot's id.
level-numbered =
    { $level ->
        [beginner] { level-beginner } (1)
        [apprentice] { level-apprentice } (2)
        [tiler] { level-tiler } (3)
        [artisan] { level-artisan } (4)
        [master] { level-master } (5)
        [legend] { level-legend } (6)
        [random] { baseline-random }
        [greedy] { baseline-greedy }
       *[uct] { baseline-uct }
    }
level-label = Level

## Walls, phases and rounds

# $wall is coloured or grey.
wall-name =
    { $wall ->
        [grey] Grey wall
       *[coloured] Coloured wall
    }
variant-label = Variant
# $phase is offer, tiling, refill or over, as in the rules.
phase-name =
    { $phase ->
        [offer] Factory offer
        [tiling] Wall tiling
        [refill] Preparing the next round
       *[over] Game over
    }
round-number = Round { $round }
table-heading =
    { $wall ->
        [grey] Round { $round } · grey wall
       *[coloured] Round { $round } · coloured wall
    }
# The row is certain to be complete at the end of the round.
last-round-row =
    { $who ->
        [you] Last round: you complete row { $row }.
       *[name] Last round: { $name } completes row { $row }.
    }
# On the grey wall, there may be no space left for the tile.
last-round-row-grey =
    { $who ->
        [you] Last round if the tile fits on the wall: you’d complete row { $row }.
       *[name] Last round if the tile fits on the wall: { $name } would complete row { $row }.
    }

## Places

bag-label = Bag
lid-label = Lid
score-label = Score
wall-label = Wall
lines-label = Pattern lines
board-of = Player board: { $name }
your-board = Your player board
# Used inside other sentences.
from-source =
    { $source ->
        [centre] from the centre
       *[factory] from factory { $factory }
    }

## Turns

turn-yours = Your turn.
turn-yours-label = Your turn
turn-of = { $name }’s turn.
turn-thinking = { $name } is thinking.
turn-choosing = { $name } is choosing columns.
turn-take = Take tiles from a factory or the centre.
turn-target = Choose a line or the floor line.
turn-confirm = Confirm your move or undo it.
starts-next =
    { $who ->
        [you] You start the next round.
       *[name] { $name } starts the next round.
    }
choose-column = Line { $line } is full. Which column should { tile-the-nom } go in?
choose-done = You’ve chosen your columns.
waiting-others = Waiting for the others.
waiting-names = Waiting for: { $names }

## What a move would do

# An instruction, and the preview while a colour is focused.
take-source = Take { tiles-acc } { from-source }.
take-to-line =
    { $count ->
        [one] Take { tiles-acc } { from-source } and place it on line { $line }.
       *[other] Take { tiles-acc } { from-source } and place them on line { $line }.
    }
take-to-floor =
    { $count ->
        [one] Take { tiles-acc } { from-source } and place it on the floor line.
       *[other] Take { tiles-acc } { from-source } and place them on the floor line.
    }
# $outcome is scores ($points, from $across and $down), blocked (full, but the grey wall has no
# space) or open (the line then has $held tiles and room for $size in all).
preview-line =
    { $outcome ->
        [scores] { tiles-short-acc } { from-source } to line { $line }: line full, +{ $points } at the end of the round{ points-how }.
        [blocked] { tiles-short-acc } { from-source } to line { $line }: line full, but there’s no space for the tile on the wall.
       *[open] { tiles-short-acc } { from-source } to line { $line }: { $held } of { $size } tiles.
    }
preview-floor =
    { $before ->
        [0] { tiles-short-acc } { from-source } to the floor line: 0 → −{ $after }.
       *[other] { tiles-short-acc } { from-source } to the floor line: −{ $before } → −{ $after }.
    }
# Optional sentences that follow one of the above; the log uses all of them except then-marker.
# $rest is a list of tiles-short-nom, $count their sum.
then-rest =
    { $count ->
        [one] { $rest } goes to the centre.
       *[other] { $rest } go to the centre.
    }
# $cost is 0 if there is no further cost or the cost is given elsewhere.
then-marker =
    { $cost ->
        [0] You take the start marker.
        [one] You take the start marker (−{ $cost } point).
       *[other] You take the start marker (−{ $cost } points).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } tile falls to the floor.
                [one] { $count } tile falls to the floor (−{ $cost } point).
               *[other] { $count } tile falls to the floor (−{ $cost } points).
            }
       *[other]
            { $cost ->
                [0] { $count } tiles fall to the floor.
                [one] { $count } tiles fall to the floor (−{ $cost } point).
               *[other] { $count } tiles fall to the floor (−{ $cost } points).
            }
    }
then-floor =
    { $before ->
        [0] Floor line: 0 → −{ $after }.
       *[other] Floor line: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] The floor line is full: { $count } tile goes to the lid.
       *[other] The floor line is full: { $count } tiles go to the lid.
    }
# Used inside other sentences; includes the leading space.
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(lone tile)
               *[other] {" "}(column +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(row +{ $across })
               *[other] {" "}(row +{ $across }, column +{ $down })
            }
    }
scored =
    { $points ->
        [one] +{ $points } point{ points-how }
       *[other] +{ $points } points{ points-how }
    }

## Tags on the board

tag-points =
    { $across ->
        [0] +{ $points }
       *[other]
            { $down ->
                [0] +{ $points }
               *[other] +{ $points } = { $across } + { $down }
            }
    }
# $cost is 0 if the floor line is already full.
tag-spill =
    { $cost ->
        [0] spills { $count }
       *[other] spills { $count }, −{ $cost }
    }
tag-floor =
    { $before ->
        [0] floor: 0 → −{ $after }
       *[other] floor: −{ $before } → −{ $after }
    }
tag-blocked = no space
# $now and $then are made with signed.
tag-round-end = { $now } at end of round
tag-round-end-change = { $now } → { $then } at end of round

## Offer, supply and outlook

factory-tiles = Factory { $factory }: { $tiles }
factory-empty = Factory { $factory } is empty.
centre-tiles = Centre: { $tiles }
centre-empty = The centre is empty.
marker-in-centre = The start marker is in the centre.
bag-count =
    { $count ->
        [one] Bag: { $count } tile
       *[other] Bag: { $count } tiles
    }
lid-count =
    { $count ->
        [one] Lid: { $count } tile
       *[other] Lid: { $count } tiles
    }
bag-tiles = Bag: { $tiles }
lid-tiles = Lid: { $tiles }

## Why a move is not possible

illegal-turn = It’s not your turn.
illegal-phase =
    { $phase ->
        [offer] There are still tiles to take.
        [tiling] There are no tiles to take: the walls are being tiled.
        [refill] The factories aren’t filled yet.
       *[over] The game is over.
    }
illegal-factory = There’s no factory { $factory } at this table.
illegal-tiles =
    { $source ->
        [centre] There are no { tiles-plural } in the centre.
       *[factory] There are no { tiles-plural } on factory { $factory }.
    }
illegal-line-full = Line { $line } is full.
illegal-line-holds = Line { $line } only takes { tiles-plural }.
illegal-row-shows = Row { $row } already has a { tile-acc }.
illegal-nothing-to-place = You have no full lines left.
illegal-other-line-first = Line { $line } comes first.
illegal-wrong-column = On the coloured wall, { tile-the-nom } belongs in column { $column }.
illegal-space-taken = This space is taken.
illegal-column-shows = Column { $column } already has a { tile-acc }.
illegal-must-place = There’s a space for this tile on the wall, so you can’t drop it on the floor.

## What happened

# $filled is yes if the line is now full.
log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] You take { tiles-acc } { from-source } and fill line { $line }.
               *[no]
                    { $count ->
                        [one] You take { tiles-acc } { from-source } and place it on line { $line }.
                       *[other] You take { tiles-acc } { from-source } and place them on line { $line }.
                    }
            }
       *[name]
            { $filled ->
                [yes] { $name } takes { tiles-acc } { from-source } and fills line { $line }.
               *[no]
                    { $count ->
                        [one] { $name } takes { tiles-acc } { from-source } and places it on line { $line }.
                       *[other] { $name } takes { tiles-acc } { from-source } and places them on line { $line }.
                    }
            }
    }
# then-spill follows and gives the cost.
log-take-floor =
    { $who ->
        [you]
            { $count ->
                [one] You take { tiles-acc } { from-source } and place it on the floor line.
               *[other] You take { tiles-acc } { from-source } and place them on the floor line.
            }
       *[name]
            { $count ->
                [one] { $name } takes { tiles-acc } { from-source } and places it on the floor line.
               *[other] { $name } takes { tiles-acc } { from-source } and places them on the floor line.
            }
    }
# $cost is 0 if the floor line was full.
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] You take the start marker.
                [one] You take the start marker (−{ $cost } point).
               *[other] You take the start marker (−{ $cost } points).
            }
       *[name]
            { $cost ->
                [0] { $name } takes the start marker.
                [one] { $name } takes the start marker (−{ $cost } point).
               *[other] { $name } takes the start marker (−{ $cost } points).
            }
    }
# A short form of a move, after the player’s name. $target is line or floor, $filled and $marker
# are yes or no, $spilled is the number of tiles that fall.
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } to the floor line, with the start marker
               *[no] { tiles-short-nom } to the floor line
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } to line { $line }{ log-short-line }, with the start marker
               *[no] { tiles-short-nom } to line { $line }{ log-short-line }
            }
    }
# Used inside log-short.
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , full
               *[other] , full, spills { $spilled }
            }
       *[no] {""}
    }
log-round-ends = Round { $round } is over.
log-tiled =
    { $who ->
        [you] You place a { tile-acc } in row { $row }, column { $column }: { scored }.
       *[name] { $name } places a { tile-acc } in row { $row }, column { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] You complete row { $row }.
       *[name] { $name } completes row { $row }.
    }
log-dropped =
    { $who ->
        [you] You have no space for { tile-the-acc } from line { $line }: the whole line falls to the floor.
       *[name] { $name } has no space for { tile-the-acc } from line { $line }: the whole line falls to the floor.
    }
log-floor =
    { $who ->
        [you]
            { $lost ->
                [one] You lose { $lost } point for the floor line.
               *[other] You lose { $lost } points for the floor line.
            }
       *[name]
            { $lost ->
                [one] { $name } loses { $lost } point for the floor line.
               *[other] { $name } loses { $lost } points for the floor line.
            }
    }
# The floor line costs more than the player has.
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] You lose no points for the floor line (−{ $cost }): scores never go below 0.
                [one] You lose only { $lost } point for the floor line (−{ $cost }): scores never go below 0.
               *[other] You lose only { $lost } points for the floor line (−{ $cost }): scores never go below 0.
            }
       *[name]
            { $lost ->
                [0] { $name } loses no points for the floor line (−{ $cost }): scores never go below 0.
                [one] { $name } loses only { $lost } point for the floor line (−{ $cost }): scores never go below 0.
               *[other] { $name } loses only { $lost } points for the floor line (−{ $cost }): scores never go below 0.
            }
    }
log-starts-again =
    { $who ->
        [you] Nobody has the start marker, so you start again.
       *[name] Nobody has the start marker, so { $name } starts again.
    }
log-lid-to-bag =
    { $count ->
        [one] The bag is empty: { $count } tile goes from the lid back into the bag.
       *[other] The bag is empty: { $count } tiles go from the lid back into the bag.
    }
log-round =
    { $who ->
        [you] Round { $round }: you start.
       *[name] Round { $round }: { $name } starts.
    }
# $reason is row (a row of a wall is complete) or tiles (no tile is left).
log-game-over =
    { $reason ->
        [tiles] The game is over: there are no tiles left for the factories.
       *[row] The game is over: a row is complete.
    }
log-undo =
    { $who ->
        [you] You undo your last move.
       *[name] { $name } undoes their last move.
    }
# $reason is resigned, time or left.
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] You resign.
               *[name] { $name } resigns.
            }
        [time]
            { $who ->
                [you] You run out of time.
               *[name] { $name } runs out of time.
            }
       *[left]
            { $who ->
                [you] You leave the table.
               *[name] { $name } leaves the table.
            }
    }
# Follows log-gone; $bot is made with bot-introduced.
log-takeover = The seat goes to { $bot }.
log-win = { result-win }.
log-win-rows = { result-win-rows }.
log-win-gone = { result-win-gone }.
log-shared = { result-shared }.
log-truncated = { result-truncated }.
log-aborted = { result-aborted }.

## The result

result-win =
    { $who ->
        [you]
            { $points ->
                [one] You win by { $points } point
               *[other] You win by { $points } points
            }
       *[name]
            { $points ->
                [one] { $name } wins by { $points } point
               *[other] { $name } wins by { $points } points
            }
    }
result-win-rows =
    { $who ->
        [you] Level on points: you win with more complete rows
       *[name] Level on points: { $name } wins with more complete rows
    }
# The player $loser resigned, ran out of time or left ($reason). $who is you (the reader wins),
# loser (the reader lost) or name (neither).
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] You win: { $loser } resigned
                [loser] { $name } wins: you resigned
               *[name] { $name } wins: { $loser } resigned
            }
        [time]
            { $who ->
                [you] You win: { $loser } ran out of time
                [loser] { $name } wins: you ran out of time
               *[name] { $name } wins: { $loser } ran out of time
            }
       *[left]
            { $who ->
                [you] You win: { $loser } left the table
                [loser] { $name } wins: you left the table
               *[name] { $name } wins: { $loser } left the table
            }
    }
result-shared = Shared victory: { $names }
result-truncated =
    { $count ->
        [one] Stopped after { $count } round: no bonuses, no winner
       *[other] Stopped after { $count } rounds: no bonuses, no winner
    }
result-aborted = The game was stopped without a result
result-unfinished = The game isn’t over yet
points-wall = Wall
points-rows = Rows
points-columns = Columns
points-colours = Colours
points-floor = Floor line
points-total = Total
points-by-source = Points by source
points-by-round = Points by round
bonus-rows =
    { $count ->
        [one] { $count } complete row: +{ $points }
       *[other] { $count } complete rows: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } complete column: +{ $points }
       *[other] { $count } complete columns: +{ $points }
    }
bonus-colours =
    { $count ->
        [one] { $count } colour set: +{ $points }
       *[other] { $count } colour sets: +{ $points }
    }

## Hints

# take-to-line or take-to-floor gives the move and then-spill the tiles that fall; these sentences
# give the other reasons.
hint-from = { $bot } would play { $move }.
hint-nothing-falls = Nothing falls to the floor.
# $kind is row, column or colour.
hint-bonus =
    { $kind ->
        [row] It completes row { $row } (+2 points at the end of the game).
        [column] It completes column { $column } (+7 points at the end of the game).
       *[colour] With it, { tiles-all-five } are on your wall (+10 points at the end of the game).
    }
# Part of hint-needs: the line of the hint is not full after the move.
hint-missing =
    { $missing ->
        [one] The line then needs { $missing } more tile
       *[other] The line then needs { $missing } more tiles
    }
# $count is the number of tiles of the colour that stay on offer.
hint-needs =
    { $count ->
        [0] { hint-missing }, but none are left on offer.
       *[other] { hint-missing }; still on offer: { tiles-nom }.
    }
hint-builds = Column { $column } then has { $count } of 5 tiles.
# What an opponent could do with the tiles.
hint-denies = { $name } could fill line { $line } with these tiles.
hint-marker = You get the start marker and start the next round.
hint-column = Column { $column } is best: { scored }.
hint-exact = Calculated exactly to the end of the round.

## Buttons and questions

action-play = Play
action-confirm = Confirm
action-undo = Undo
action-cancel = Cancel
action-hint = Hint
action-resign = Resign
action-rematch = Rematch
action-replay = Replay
action-report = Report
action-watch = Watch
ask-resign = Do you want to resign?
undo-nothing = You have no move to undo.

## Phrases between players

phrase-hello = Hello.
phrase-good-luck = Good luck.
phrase-well-played = Well played.
phrase-thanks = Thank you.
phrase-nice-move = Nice move.
phrase-oops = Oops.
phrase-moment = One moment, please.
phrase-back = I’m back.
phrase-good-game = Good game.
phrase-again = Another game?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Every deal matches what this device stored: the server’s checksum, everyone’s sealed numbers, your own number and the tiles it saw
draws-device-open = ✓ Every deal matches what this device stored: the server’s checksum, your own number and the tiles it saw
draws-device-watched = ✓ Every deal matches the server’s checksum and the tiles that this device stored; you added no number of your own
draws-consistent = The draws match the proof in the record, but this device stored nothing at the start, so it can’t tell whether the record was replaced
draws-unused = Your random number wasn’t used: it came too late, or the operator of the server discarded it
draws-swapped = The record doesn’t match what this device stored or saw: it was replaced
draws-wrong = The draws don’t follow from the proof in the record

## Lists

# A list is list-more over all items but the last, then list-two.
list-two = { $first } and { $second }
list-more = { $first }, { $second }
