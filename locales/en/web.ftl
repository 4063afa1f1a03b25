# What the browser says at the table and around every page; the terminal takes some of it for games
# on a server, where it fits. See game.ftl for the shared words and for the meaning of variables.

## Around every page

skip-to-content = Skip to the content
nav-menu = Menu
nav-language = Language
nav-play = Play
nav-lobby = Open games
nav-games = My games
nav-learn = Learn
nav-settings = Settings
dismiss = Dismiss
close = Close
go-home = To the first page
not-found-title = There is nothing here
not-found-text = The address may be wrong, or what was here is gone.
load-failed-title = The page could not be loaded
load-again = Try again
connection-lost = Connection lost. Trying again.

## Titles of the tab

# $title is one of the two below; the sign in front is seen even in a narrow tab.
title-turn = ● Your turn · { $title }
# $players are names with dashes between them.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-nobody = Former player
seat-open = Free for anyone
seat-invited = Waiting for a guest
seat-you = (you)
seat-take = Take a seat
seat-leave = Leave
seat-remove = Remove
seat-bot = Add bot
seat-needs-invitation = The free seats are for people with the invitation link.
seats-title = Seats

## Before the game

waiting-title = The table is set
# $names are the people who sit there already, $count is how many.
waiting-for-you =
    { $count ->
        [one] { $names } is waiting for you.
       *[other] { $names } are waiting for you.
    }
waiting-starts = The game starts by itself when all seats are taken.
waiting-cancel = Cancel this game
invite-title = Invite
invite-text = Whoever opens this link can take a free seat. No account is needed.
invite-link = Invite link
invite-code = QR code of the invite link
link-copy = Copy
link-share = Share
link-copied = The link is copied.
link-selected = The link is selected: copy it from the field.
clock-none = No clock
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } for each player
       *[other] { $time } for each player, +{ $increment } s a move
    }
clock-per-move =
    { $days ->
        [one] { $days } day a move
       *[other] { $days } days a move
    }
game-missing = This game cannot be shown
game-cancelled = This game was cancelled

## Places in words, for screen readers and the command box

sources-label = Factories and centre
supply-label = Bag and lid
log-label = What happened
toolbar-label = Game
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Line { $line }: empty, { $size } space.
       *[other] Line { $line }: empty, { $size } spaces.
    }
line-holds =
    { $colour ->
        [blue] Line { $line }: { $count } of { $size }, blue.
        [yellow] Line { $line }: { $count } of { $size }, yellow.
        [red] Line { $line }: { $count } of { $size }, red.
        [black] Line { $line }: { $count } of { $size }, black.
       *[white] Line { $line }: { $count } of { $size }, white.
    }
floor-empty = Floor line: empty.
floor-tiles = Floor line: { $tiles } (−{ $cost }).
floor-marker = Floor line: the start marker (−{ $cost }).
floor-tiles-marker = Floor line: { $tiles }, and the start marker (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Row { $row }, column { $column }: blue.
        [yellow] Row { $row }, column { $column }: yellow.
        [red] Row { $row }, column { $column }: red.
        [black] Row { $row }, column { $column }: black.
       *[white] Row { $row }, column { $column }: white.
    }
cell-planned =
    { $colour ->
        [blue] Row { $row }, column { $column }: empty, for blue.
        [yellow] Row { $row }, column { $column }: empty, for yellow.
        [red] Row { $row }, column { $column }: empty, for red.
        [black] Row { $row }, column { $column }: empty, for black.
       *[white] Row { $row }, column { $column }: empty, for white.
    }
cell-empty = Row { $row }, column { $column }: empty.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Row { $row }, column { $column }, { tile-nom }: { $scored }
open-board = Enlarge the player board: { $name }
player = Player

## The turn

is-to-move = is to move
named-factory = Factory { $factory }: which colour?
named-centre = Centre: which colour?
confirm-ends-round = These are the last tiles of the round: this move cannot be taken back.
confirm-costly = Another line would cost less. Play it all the same?
choose-confirm = All columns are chosen. Confirm them or take them back.
move-kept = No connection: your move { $move } is kept and sent as soon as possible.
skip = Skip
# What the round would bring as things stand, and after the move; both are made with signed.
then-round-end = Round end: { $now } → { $then }.
# Follow last-round-row and last-round-row-grey; $names is a list.
last-round-would-win =
    { $who ->
        [you] If the round ended now, you would win.
       *[name] If the round ended now, { $name } would win.
    }
last-round-would-share = If the round ended now, the victory would be shared: { $names }.
undo-sent = Your move is being taken back.
undo-question = { $name } asks to take a move back.
undo-allow = Allow
undo-deny = Refuse
undo-awaiting = You have asked to take your move back.
undo-withdraw = Withdraw
resign-text = A bot plays on in your place; you can no longer win.
say = Say
phrases = Phrases
phrases-from = Show phrases from:
phrases-muted = phrases not shown
phrases-off = Phrases are switched off in the settings.
away = away
away-until = away, { $seconds } s left
vote-question = { $name } has been away for a while.
vote-bot = Let a bot play on
vote-done = You have voted
seat-lost = A bot plays on in your place.
seat-take-back = Take your seat back
watching =
    { $count ->
        [one] You are watching.
       *[other] You are watching, { $count } people in all.
    }
# $time is already formatted.
clock-label = Time left: { $time }
clock-days = { $days } d { $hours } h
clock-hours = { $hours } h

## Hints

hint-asked = Looking for a good move.
hint-play = Play it
# $columns is a list of the two below, with commas between them.
hint-columns = Best: { $columns }.
hint-line-column = line { $line } to column { $column }
hint-line-falls = line { $line } falls to the floor
hint-reason-fills =
    { $points ->
        [one] It fills line { $line }: +{ $points } point at round end.
       *[other] It fills line { $line }: +{ $points } points at round end.
    }
hint-reason-adds =
    { $count ->
        [one] It brings { $count } tile to line { $line }.
       *[other] It brings { $count } tiles to line { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } tile falls (−{ $cost }), but everything else costs more.
       *[other] { $count } tiles fall (−{ $cost }), but everything else costs more.
    }
hint-reason-denies = With these tiles { $name } could fill line { $line } (+{ $points }).
hint-reason-ends-game = It completes a row: the game ends with this round.

## What happened

happened-created = The table is open.
happened-seated = { $name } takes a seat.
happened-unseated = Seat { $seat } is free again.
happened-bot-seated = { $bot } takes a seat.
happened-started = The game starts.
happened-moved = { $name } plays { $move }.
happened-chosen =
    { $who ->
        [you] You have chosen your columns.
       *[name] { $name } has chosen columns.
    }
happened-tiled = The walls are tiled.
happened-undo-asked =
    { $who ->
        [you] You ask to take a move back.
       *[name] { $name } asks to take a move back.
    }
happened-undo-refused = The move stands.
happened-taken-back =
    { $who ->
        [you] You take your seat back.
       *[name] { $name } takes the seat back.
    }
happened-resumed = The server was away; its time is given back to the clocks.
happened-cancelled = The game is cancelled.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] You get { $points } point of bonuses ({ $list }).
               *[other] You get { $points } points of bonuses ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } gets { $points } point of bonuses ({ $list }).
               *[other] { $name } gets { $points } points of bonuses ({ $list }).
            }
    }
# $list is a list of names and changes of score.
log-round-points = Round over: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } round · grey wall · { $when }
               *[other] { $rounds } rounds · grey wall · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } round · coloured wall · { $when }
               *[other] { $rounds } rounds · coloured wall · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Wall: { $points } point.
       *[other] Wall: { $points } points.
    }
result-floor = Floor line −{ $points }
bonuses = Bonuses
record = Record
rematch-open = To the rematch
rematch-withdraw = No rematch
rematch-waiting = Waiting for the others to agree.
rematch-wanted = { $name } would like a rematch.
proof-good = ✓ The draws are sealed: the secret matches what was shown before round 1
proof-bad = The secret does not match what was shown before round 1
proof-text = Before the game the server showed a checksum of its secret, and the players added random numbers of their own, so nobody could choose the tiles. The record holds all of it; “azulejo verify” repeats every draw.
proof-commitment = Checksum
proof-secret = Secret
proof-nonce = Random number: { $name }
proof-none = none

## The command box

commands = Commands
command-label = Command
command-send = Send
command-help = Moves like 2B3 (factory 2, blue, line 3) or CRF (centre, red, floor line). Questions: f, f 2, c, me, p2, floor, legal blue, why 3, bag, last, clock, undo, hint.
command-no-table = There is no table yet.
command-done = { $move }: done.
command-no-choice = This column cannot be chosen now.
command-no-moves = There is no such move.
# $moves are moves in notation with commas between them.
command-moves =
    { $count ->
        [one] { $count } move: { $moves }.
       *[other] { $count } moves: { $moves }.
    }
command-no-tiles = { $move }: there are no such tiles.
command-line-open = Line { $line } takes every colour on offer.
command-nothing-yet = Nothing has happened yet.
command-no-player = There is no player { $seat }.
command-score =
    { $points ->
        [one] { $name }: { $points } point.
       *[other] { $name }: { $points } points.
    }
command-wall-empty = The wall is empty.
command-no-clock = There is no clock.
command-unknown = “{ $text }” is not a command. Type “help” for the list of keys.

## Help

help-title = Keys
help-intro = Take tiles, then choose a line. Both work with mouse, touch and keys.
help-source = factory or centre
help-colour = colour: blue, yellow, red, black, white
help-target = line or floor line
help-confirm = confirm the move
help-back = one step back
help-undo = undo
help-hint = hint
help-skip = skip the animation
help-command = command box
help-help = this list
help-keys-off = Keys with a single letter, digit or sign are switched off in the settings.
help-commands = The command box takes moves in notation and answers questions; screen readers read the answers.
help-rules = The rules
help-first-round = A guided first round

## Why the server refused something

problem-malformed = The server did not understand this. Reload the page.
problem-no-session = The server does not know this browser yet. Reload the page.
problem-forbidden = You may not do that.
problem-not-found = It does not exist, or it is not for you to see.
problem-stale = The game has gone on in the meantime. Look again and choose anew.
problem-not-your-turn = It is not your turn.
problem-not-your-seat = This is not your seat.
problem-wrong-phase = That is not possible now.
problem-illegal = The rules do not allow that.
problem-already-chosen = Your columns are already chosen.
problem-no-undo = This move cannot be taken back.
problem-seat-taken = The seat is taken.
problem-already-seated = You already have a seat in this game.
problem-not-started = The game has not started yet.
problem-started = The game has already started.
problem-ended = The game is over.
problem-bad-invitation = This invitation is not valid any more.
problem-name-taken = This name is taken.
problem-bad-name = This name is not possible.
problem-bad-login = Name or password is wrong.
problem-bad-password = The password is too short or too long.
problem-same-game = Both identities have a seat in the same unfinished game.
problem-id-used = This request was sent before with other settings.
problem-too-fast = That was too fast. Wait a moment.
problem-too-many = There are too many of them already.
problem-bad-origin = The request came from another site.
problem-no-hints = There are no hints where other people play.
problem-unavailable = The server cannot be reached right now. Try again.
problem-two-credentials = Two identities were sent at once. Reload the page.
