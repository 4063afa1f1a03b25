# Messages of the web client at the table and on every page. The terminal uses some of them for games
# on a server. game.ftl has the shared messages and documents the variables.

## Around every page

skip-to-content = Skip to the content
nav-menu = Menu
nav-language = Language
nav-play = Play
nav-lobby = Open games
nav-games = My games
nav-study = Study
nav-learn = Learn
nav-account = Account
nav-settings = Settings
dismiss = Dismiss
close = Close
go-home = Home
not-found-title = There’s nothing here
not-found-text = The address may be wrong, or the page may be gone.
load-failed-title = The page couldn’t be loaded
load-again = Try again
connection-lost = Connection lost. Reconnecting.
connection-try-now = Try now

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Your turn · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Former player
seat-open = Open to anyone
seat-invited = Waiting for a guest
seat-you = (you)
seat-take = Take a seat
seat-leave = Leave
seat-remove = Remove
seat-bot = Add bot
seat-needs-invitation = The free seats are for people with the invite link.
seats-title = Seats

## Before the game

waiting-title = The table is ready
# $names are the people already seated, $count is their number.
waiting-for-you =
    { $count ->
        [one] { $names } is waiting for you.
       *[other] { $names } are waiting for you.
    }
waiting-starts = The game starts automatically when all seats are taken.
waiting-cancel = Cancel this game
invite-title = Invite
invite-text = Anyone who opens this link can take a free seat. No account needed.
invite-link = Invite link
invite-code = QR code of the invite link
link-copy = Copy
link-share = Share
link-copied = Link copied.
link-selected = The link is selected: copy it from the field.
clock-none = No clock
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } per player
       *[other] { $time } per player, +{ $increment } s per move
    }
clock-per-move =
    { $days ->
        [one] { $days } day per move
       *[other] { $days } days per move
    }
game-missing = This game can’t be shown
game-cancelled = This game was cancelled

## Places in words, for screen readers and the command box

sources-label = Factories and centre
supply-label = Bag and lid
log-label = Game log
# The heading of the newest part of the log.
log-this-round = This round
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

is-to-move = to move
named-factory = Factory { $factory }: which colour?
named-centre = Centre: which colour?
confirm-ends-round = These are the last tiles of the round: you can’t undo this move.
confirm-costly = Another line would cost less. Play it anyway?
choose-confirm = You’ve chosen all columns. Confirm or undo.
move-kept = No connection: your move { $move } is saved and will be sent as soon as possible.
skip = Skip
# The card between two turns on the same screen.
hand-over-title = { $name }, your turn
hand-over-show = Show my board
hand-over-undo = Undo { $name }’s move
hand-over-off = Don’t show again
# The end of a round: the heading, the columns of the table of points, and the buttons.
scoring-heading = Round { $round }: scoring
scoring-floor = Floor
scoring-bonus = Bonus
scoring-total = Total
scoring-next = Next round
scoring-result = Show the result
scoring-off = Don’t show scoring
# The latest move of another player, without a full stop; $name is the subject.
last-move-line = { $name } took { tiles-short-acc } { from-source } to line { $line }
last-move-floor = { $name } took { tiles-short-acc } { from-source } to the floor line
# Follow the above after a dot. $points is 0 if the tile has no space on the wall.
last-move-filled =
    { $points ->
        [0] filled
       *[other] filled, +{ $points } at end of round
    }
last-move-open = { $count } to go
last-move-fell =
    { $cost ->
        [0] { $count } fell
       *[other] { $count } fell, −{ $cost }
    }
last-move-marker = with the start marker
# The target of the latest move, in a tight place.
last-move-to-line = → line { $line }
last-move-to-floor = → floor
# The points of the round as things stand, and after the move; both are made with signed.
then-round-end = End of round: { $now } → { $then }.
# Follow last-round-row and last-round-row-grey; $names is a list.
last-round-would-win =
    { $who ->
        [you] If the round ended now, you would win.
       *[name] If the round ended now, { $name } would win.
    }
last-round-would-share = If the round ended now, the victory would be shared: { $names }.
undo-sent = Undoing your move.
undo-question = { $name } would like to undo a move.
undo-allow = Allow
undo-deny = Refuse
undo-awaiting = You’ve asked to undo your move.
undo-withdraw = Withdraw
resign-text = A bot will take over your seat; you can’t win any more.
resign-ends = The game will end, and { $name } will win.
# Several players share this screen.
resign-for = Do you want { $name } to resign?
say = Say
phrases = Phrases
phrases-from = Show phrases from:
phrases-muted = phrases hidden
phrases-off = Phrases are turned off in the settings.
away = away
away-until = away, { $seconds } s left
vote-question = { $name } has been away for a while.
vote-bot = Let a bot take over
vote-done = You’ve voted
seat-lost = A bot has taken over your seat.
seat-take-back = Take your seat back
watching =
    { $count ->
        [1] You’re watching.
       *[other] You’re watching, { $count } people in all.
    }
# $time is already formatted.
clock-label = Time left: { $time }
clock-days = { $days } d { $hours } h
clock-hours = { $hours } h
# $ms is the lag allowance in milliseconds.
clock-lag = The first { $ms } ms of each move aren’t charged.

## Hints

hint-asked = Looking for a good move.
hint-play = Play it
# $columns is a comma-separated list of the two below.
hint-columns = Best: { $columns }.
hint-line-column = line { $line } to column { $column }
hint-line-falls = line { $line } falls to the floor
hint-reason-fills =
    { $points ->
        [one] It fills line { $line }: +{ $points } point at the end of the round.
       *[other] It fills line { $line }: +{ $points } points at the end of the round.
    }
hint-reason-adds =
    { $count ->
        [one] It adds { $count } tile to line { $line }.
       *[other] It adds { $count } tiles to line { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } tile falls (−{ $cost }), but everything else costs more.
       *[other] { $count } tiles fall (−{ $cost }), but everything else costs more.
    }
hint-reason-denies = With these tiles, { $name } could fill line { $line } (+{ $points }).
hint-reason-ends-game = It completes a row, so the game ends after this round.

## What happened

happened-created = The table is open.
happened-seated = { $name } takes a seat.
happened-unseated = Seat { $seat } is free again.
happened-bot-seated = New at the table: { $bot }.
happened-started = The game starts.
happened-moved = { $name } plays { $move }.
happened-chosen =
    { $who ->
        [you] You’ve chosen your columns.
       *[name] { $name } has chosen columns.
    }
happened-tiled = The walls are tiled.
happened-undo-asked =
    { $who ->
        [you] You ask to undo a move.
       *[name] { $name } asks to undo a move.
    }
happened-undo-refused = The move stands.
happened-taken-back =
    { $who ->
        [you] You take your seat back.
       *[name] { $name } takes their seat back.
    }
happened-resumed = The server was down; the lost time has been added back.
happened-cancelled = The game was cancelled.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] You get { $points } bonus point ({ $list }).
               *[other] You get { $points } bonus points ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } gets { $points } bonus point ({ $list }).
               *[other] { $name } gets { $points } bonus points ({ $list }).
            }
    }
# $list is a list of names and score changes.
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
record = Save record
rematch-open = Go to the rematch
rematch-withdraw = No rematch
rematch-waiting = Waiting for the others to agree.
rematch-wanted = { $name } would like a rematch.
proof-text = Before the game, the server showed a checksum of its secret, and every player’s device sealed a random number. The numbers were opened only when all were sealed, so nobody could choose the tiles. This page has checked the start player and every deal; “azulejo verify” also checks that every move follows the rules.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Before the game, the server showed a checksum of its secret, and the players added random numbers of their own. This page has checked every deal; “azulejo verify” also checks that every move follows the rules.
proof-commitment = Checksum
proof-secret = Secret
proof-nonce = Random number: { $name }
proof-seal = Seal: { $name }
proof-none = none
proof-open = { $nonce } (not sealed)
proof-withheld = sealed, but not opened
proof-uncommitted = not sealed in time
proof-withheld-gain = { $name } sealed a number but didn’t open it. That helps only someone who also knows the server’s secret: they can choose between two draws, with this number or without it.

## Places, ties, sharing and sounds

# $shared is yes or no.
result-place =
    { $shared ->
        [yes] Place { $place }, shared
       *[no] Place { $place }
    }
# With three or four players.
result-own-place =
    { $shared ->
        [yes] Your place: { $place } of { $count }, shared.
       *[no] Your place: { $place } of { $count }.
    }
result-tie =
    { $points ->
        [one] Tie at { $points } point: { $names }.
       *[other] Tie at { $points } points: { $names }.
    }
# Follows result-tie; $list has the number of rows of each player.
result-tie-rows = Complete rows decide: { $list }.
result-tie-shared = They also have the same number of complete rows, so they share the place.
next-level = Try { $name } next
image-save = Save image
image-share = Share image
sounds-question = Play with sound?
sounds-on = Yes
sounds-off = No
image-failed = The image couldn’t be created.

## The command box

commands = Commands
command-label = Command
command-send = Send
command-help = Moves like 2B3 (factory 2, blue, line 3) or CRF (centre, red, floor line). Questions: f, f 2, c, me, p2, floor, legal blue, why 3, bag, last, clock, undo, hint.
command-no-table = There’s no table yet.
command-done = { $move }: done.
command-no-choice = You can’t choose this column now.
command-no-moves = There’s no such move.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } move: { $moves }.
       *[other] { $count } moves: { $moves }.
    }
command-no-tiles = { $move }: there are no such tiles.
command-line-open = Line { $line } takes any colour on offer.
command-nothing-yet = Nothing has happened yet.
command-no-player = There’s no player { $seat }.
command-score =
    { $points ->
        [one] { $name }: { $points } point.
       *[other] { $name }: { $points } points.
    }
command-wall-empty = The wall is empty.
command-no-clock = There’s no clock.
command-unknown = “{ $text }” isn’t a command. Type “help” for the list of keys.

## Help

help-title = Keys
help-intro = Take tiles, then choose a line. You can use the mouse, touch or the keyboard.
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
help-keys-off = Single-key shortcuts are turned off in the settings.
help-commands = The command box takes moves in notation and answers questions; screen readers read out the answers.
help-rules = The rules
help-first-round = A guided first round

## Why the server refused something

problem-malformed = The server didn’t understand that. Reload the page.
problem-no-session = The server doesn’t know this browser yet. Reload the page.
problem-forbidden = You can’t do that.
problem-not-found = Not found, or you don’t have access.
problem-stale = The game has moved on. Check the table and choose again.
problem-not-your-turn = It’s not your turn.
problem-not-your-seat = This isn’t your seat.
problem-wrong-phase = That’s not possible now.
problem-illegal = The rules don’t allow that.
problem-already-chosen = You’ve already chosen your columns.
problem-no-undo = This move can’t be undone.
problem-seat-taken = This seat is taken.
problem-already-seated = You already have a seat in this game.
problem-not-started = The game hasn’t started yet.
problem-started = The game has already started.
problem-ended = The game is over.
problem-bad-invitation = This invitation is no longer valid.
problem-name-taken = This name is taken.
problem-bad-name = This name can’t be used.
problem-bad-login = Wrong name or password.
problem-code-required = Enter the code from your authenticator app.
problem-bad-code = This code is wrong, or it was already used.
problem-bad-password = The password is too short or too long.
problem-common-password = This password is too easy to guess.
problem-same-game = You have two seats in the same unfinished game: one as a guest, one with your account.
problem-id-used = This request was already sent with different settings.
problem-too-fast = That was too fast. Wait a moment.
problem-too-many-codes = Too many wrong codes. Enter two codes in a row from your app, or a recovery code.
problem-too-many = You’ve reached the limit for this.
problem-thinking-time = Your bots have been thinking a lot. Give them a minute.
problem-bad-origin = The request came from another site.
problem-no-hints = There are no hints in games with other people.
problem-unavailable = The server can’t be reached right now. Try again.
problem-two-credentials = Two identities were sent at once. Reload the page.

# The messages of form fields that are not valid.
field-missing = Please fill in this field.
field-short =
    { $min ->
        [one] Please enter at least one character.
       *[other] Please enter at least { $min } characters.
    }
