# Messages of the terminal only: line by line, on the whole screen, its menus and keys.
#
# The variables are those of game.ftl. Keys, commands and moves are the same in every language and are
# part of the program. Help lines may be of any length: the terminal wraps them.

## Players

term-you = You
# A person who gave no name.
term-player = Player { $seat }

## Line by line

# $seed is the number of the game, which determines its deals.
term-greeting =
    { $wall ->
        [grey] Azulejo, grey wall, game { $seed }: { $names }.
       *[coloured] Azulejo, coloured wall, game { $seed }: { $names }.
    }
term-greeting-move = A move is source, colour, line: 2B3 takes all blue tiles from factory 2 and places them on line 3.
term-greeting-help = C is the centre, F the floor line, K black. Type just 2B to see your options, or ? for help.
term-help-move = A move is source, colour and line, in upper or lower case, with or without spaces:
term-help-source = a factory, or the centre
term-help-line = a line, or the floor line
term-help-example = all blue tiles from factory 2 to line 3; tiles that don’t fit fall to the floor
term-help-part = Type the start of a move, such as 2 or 2B, or just a colour to see your options. On the grey wall, choose a column by its number, or as 4:2 for line 4, column 2. You can also type:
term-help-table = On the table, capitals are tiles, and small letters show which tile belongs on the wall. * is the start marker. Next to each name is the score → what it would be if the round ended now.
term-command-moves = every legal move
term-command-hint = what a strong bot would do
term-command-undo = undo your last move
term-command-table = show the table again
term-command-position = the position as a line of text
term-command-rules = the rules on half a page
term-command-quit = save the game and quit
term-command-help = this help
# $scores is a list of names with their scores.
term-scores = Scores: { $scores }.
term-source-empty =
    { $source ->
        [centre] The centre has no tiles yet.
       *[factory] Factory { $factory } is empty.
    }
term-add-line = Add a line (1 to 5) or F.
term-no-colour = There are no { tiles-plural } to take.
# Part of a list: the number of tiles at a source.
term-found = { $count } { from-source }
term-type-a-move = Type a move, such as 2B3, or ? for help.
# Follows confirm-ends-round.
term-confirm-or-other = Press Enter to play it, or type something else.
term-no-move = “{ $typed }” isn’t a move: type source, colour, line, such as 2B3 or CKF, or ? for help.
term-no-column = “{ $typed }” isn’t a column: type its number, or ? for help.
term-undone = Undone.
term-saved-in = Game saved: { $file }
term-record-added = Record added to { $file }.
term-not-saved = The game couldn’t be saved: { $reason }

## Errors, on standard error after “azulejo: ”

# $line is the number of a line of text.
term-place = { $file }, line { $line }
term-standard-input = standard input
term-not-a-terminal = This isn’t a terminal, so the game is played line by line (--plain).
term-bad-seats = --seats: 2 to 4 players can play, not { $count }. Separate them with commas.
term-bad-start = --start { $seat }: there are only { $count } players.
# $reason is the system’s own text.
term-unreadable = { $file }: { $reason }. Choose a file of game records.
term-record-not-saved = The record can’t be saved in { $file }: { $reason }
term-no-folder = Games can’t be saved or resumed: neither AZULEJO_DATA nor HOME is set.
term-resume-none = There’s no unfinished game in { $folder }. Start one with azulejo play.
term-resume-finished = The last game in { $file } is over. Watch it with azulejo replay --tui { $file }
term-unknown-bot = Player { $seat } is a bot that this program doesn’t have: { $bot }
# $place is made with term-place, $problem with replay-place and replay-reason. The English $problem
# is the rules’ own text and has no full stop.
term-not-a-record = { $place }: not a record: { $problem }; docs/notation.md describes records
# $command is a command to type.
term-fault-command = { $place }: { $problem }; `{ $command }` shows the game up to there
term-fault-shown = { $place }: { $problem }; the game is shown up to there
term-line-too-long = { $place }: this line is too long for a record. Is this a file of game records?
term-not-text = { $place }: byte { $byte } isn’t UTF-8; a record is text
# $wanted is a game’s number, counted from 1.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: there are no games.
        [one] --show { $wanted }: there’s only { $count } game.
       *[other] --show { $wanted }: there are only { $count } games.
    }
term-replay-needs-terminal = --tui: this isn’t a terminal. Use --show K to print a game.

## The rules on half a page

term-rules-turn = In each round, players take turns. On your turn, take all the tiles of one colour from one factory, and the factory’s other tiles go to the centre; or take all the tiles of one colour from the centre. If you’re the first to do that in a round, you also get the start marker: it takes a space on your floor line like a tile, and you start the next round.
term-rules-lines = Place the tiles on one of your five lines. A line takes only one colour, and not one that’s already in its row of the wall. Tiles that don’t fit fall to the floor. You can also drop them all there.
term-rules-scoring = When all tiles are taken, each full line moves one tile to its row of the wall and is cleared; other lines keep their tiles. The tile scores the length of the row of tiles through it, plus the length of the column through it; a run of one doesn’t count, but a tile on its own scores 1. Then the floor line costs −1 −1 −2 −2 −2 −3 −3 from left to right. Scores never go below 0.
term-rules-end = The game ends after the round in which someone completes a row of the wall. Each complete row then scores 2 points, each complete column 7, and each colour with all five tiles 10. The player with the most points wins; a tie goes to the one with more complete rows.
term-rules-grey = On the grey wall, you choose the column for each tile: any free space in its row, as long as the column doesn’t have that colour yet. If there’s none, all the tiles of that line fall to the floor.

## Short previews of a line

term-option-full = full: { tag-points }
term-option-blocked = full, but no space on the wall
term-option-open = { $held } of { $size }

## On the table

# At most five letters.
term-floor-short = floor

## On the whole screen

# Labels beside a key; the first at most 14 characters, the others 20.
term-help = Help
term-quit = Quit
term-menu = Menu
term-new-game = New game
term-save-record = Save record
term-next-step = Next step
term-all-steps = All at once
term-next-round = Next round
term-take-keys = Type a factory’s number or C, then a colour, then a line; or click. ? shows help.
term-which-colour = Which colour?
# Prompt for a file name.
term-file = File:
term-log = Log
term-scoring-stepwise = Scoring is shown step by step.
term-scoring-at-once = Scoring is shown all at once.
term-bot-failed = { $name } isn’t responding. The game is saved.
term-too-small = The window is too small: it’s { $width } × { $height } characters, and the table needs { $needed-width } × { $needed-height }. Make it larger, or quit with Q: the game is saved.

## The help

term-help-title = Keys and rules
term-help-close = any key closes
term-help-scroll = ↓ ↑ scroll, any other key closes
term-help-screen = On the table, capitals are tiles, and small letters show which tile belongs on the wall; * is the start marker, and (B) is where a tile would go with your move. Next to each name are the score and what the round would add if it ended now.
term-key-source = take from this factory, or from the centre
term-key-colour = take all tiles of this colour: blue, yellow, red, black, white
term-key-line = place them on this line, or on the floor line
term-key-enter = play the move; during scoring: next step
term-key-arrows = or like this: ← → through the tiles, ↑ ↓ through your lines; the mouse works too
term-key-undo = undo your last choice, then your last moves of this round
term-key-escape = undo your last choice
term-key-hint = what a strong bot would do, and why
term-key-scoring = show scoring step by step, or all at once
term-key-log = scroll the log
term-key-help = this help
term-key-quit = save the game and quit; azulejo play --resume continues it

## The menu

term-menu-start = Start the game
term-menu-resume = Resume the last game
term-menu-human = a person
term-menu-empty = nobody
term-menu-first = Who starts
term-menu-random = random
term-menu-quit = Quit
term-menu-keys = Enter starts · ↑ ↓ choose · ← → change

## Stepping through a game

term-replay-step = Step
term-replay-round = Round
term-replay-ends = First, last

## On a server

# $server is a name and port, $reason the system’s own text.
term-online-unreachable = Can’t reach { $server }: { $reason }
term-online-not-azulejo = { $server } responds, but it isn’t an Azulejo server. Check the address.
term-online-version = { $server } uses version { $theirs } of the protocol, this program uses version { $ours }. Update the older one.
term-online-strange = { $server } sent something this program doesn’t understand: { $reason }
term-online-token-file = The token file can’t be used: { $reason }
term-online-not-a-token = The first line of { $file } isn’t a token.
term-online-bad-token = The server doesn’t accept the token from --token-file. It may have been deleted; create a new one.
term-online-no-chance = The system can’t provide random numbers: { $reason }
term-online-malformed = The server didn’t understand that.
term-online-no-session = The server no longer knows you. Quit and reconnect.
term-online-new-guest = The server no longer knew you: you’re now { $name }.
term-online-mode-repaired = Others could read your token in { $file }; now only you can.
term-online-not-kept = Your token couldn’t be saved, so you’ll be a different guest next time: { $reason }
term-online-full = All seats are taken: you’re watching.
term-online-begun = The game has already started: you’re watching.
term-online-bad-invitation = This invitation is no longer valid: you’re watching.
term-online-entering = One moment.
term-online-sending = Sending your choice.
term-online-kept = No connection: your choice is saved and will be sent as soon as possible.
term-online-unsent = Your move { $move } couldn’t be sent and wasn’t played.
term-online-continues = The game continues: { $link }
term-online-rematch-ready = The rematch is ready: press N.
# For games in which a bot took over a seat, so that points alone do not decide.
term-online-winners = Victory: { $names }.
term-online-mute = Hide phrases: { $name }
term-online-unmute = Show phrases: { $name }
term-online-muted = Phrases hidden: { $name }
term-online-unmuted = Phrases shown: { $name }
term-online-leave = To the lobby
term-online-back = Back to the lobby
term-online-no-games = You have no games here yet.
term-online-no-open = Nobody’s waiting right now.
term-online-choose = choose
term-online-create-keys = Enter opens · ↑ ↓ choose · ← → change · Esc back
term-online-public = Shown in the lobby
term-online-yes = Yes
term-online-no = No
term-online-room-keys = ↑ ↓ choose · ← → level · C copy the link · Esc back
term-online-copy = Copy the link
# Not every terminal allows it, and none reports whether it does.
term-online-copied = Link copied, if your terminal allows it.
term-key-menu = on a server: answer requests, say something, resign, leave the table

## On a server, line by line

term-online-plain-lobby = Type a game’s number to go there, new to open a table of your own, list to see the lists again, or quit. ? shows help.
term-online-plain-new = new SEATS [grey] [public] [5+5 or 3d] [undo=ask, free or off] opens a table. SEATS are me, invited, open or a level, separated by commas: new me,tiler or new me,invited grey 5+5. Without seats: new me,invited.
term-online-plain-room = While you wait: bot 2 tiler gives seat 2 to a bot, seat 2 frees it again; or leave, cancel, quit.
term-online-no-command = “{ $typed }” isn’t a command here. ? shows help.
term-online-connected = Reconnected.
term-online-command-say = say something: say lists the phrases, say 3 says one
term-online-command-mute = hide what player 2 says, or show it again
term-online-command-answer = let someone undo a move, or not
term-online-command-vote = let a bot take over for someone who’s away
term-online-command-back = take your seat back from a bot
term-online-command-resign = resign; type it twice
term-online-command-rematch = another game with the same people, if everyone agrees
term-online-command-quit = quit; the game continues on the server
