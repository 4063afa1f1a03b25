# What only the terminal says: the game line by line, the whole screen, its menus and keys.
#
# Variables are those of game.ftl. Keys on the keyboard, commands and moves are the same in every
# language and stand in the program. Lines of a help may be as long as they like: the terminal
# breaks them.

## Players

term-you = You
# A person who gave no name.
term-player = Player { $seat }

## Line by line

# $seed is the number of the game, from which its deals follow.
term-greeting =
    { $wall ->
        [grey] Azulejo on the grey wall, game { $seed }: { $names }.
       *[coloured] Azulejo on the coloured wall, game { $seed }: { $names }.
    }
term-greeting-move = A move is source, colour, line: 2B3 takes all blue tiles from factory 2 to line 3.
term-greeting-help = C is the centre, F the floor line, K black. Just 2B shows what is possible; ? helps.
term-help-move = A move is source, colour and line, in capitals or not, with spaces or without:
term-help-source = a factory, or the centre
term-help-line = a line, or the floor line
term-help-example = all blue tiles from factory 2 to line 3; what does not fit falls to the floor
term-help-part = The beginning of a move, as 2 or 2B, shows what it could do, and so does a colour. On the grey wall a column is chosen with its number, or as 4:2 for line 4, column 2. Besides:
term-help-table = On the table, capitals are tiles and small letters show what belongs on the wall. * is the start marker. Beside a name stands the score → what it would become if the round ended now.
term-command-moves = every legal move
term-command-hint = what a strong player would do
term-command-undo = take your last move back
term-command-table = the table once more
term-command-position = the position as a line of text
term-command-rules = the rules on half a page
term-command-quit = save the game and leave
term-command-help = this help
# $scores is a list of names with their scores.
term-scores = Scores: { $scores }.
term-source-empty =
    { $source ->
        [centre] The centre has no tiles yet.
       *[factory] Factory { $factory } is empty.
    }
term-add-line = Add a line, 1 to 5, or F.
term-no-colour = There are no { tiles-plural } on offer.
# Part of a list: so many tiles lie there.
term-found = { $count } { from-source }
term-type-a-move = Type a move, such as 2B3, or ? for help.
# Follows confirm-ends-round.
term-confirm-or-other = Press Enter to play it, or type something else.
term-no-move = “{ $typed }” is no move: source, colour, line, as 2B3 or CKF. ? helps.
term-no-column = “{ $typed }” is no column: type its number. ? helps.
term-undone = Taken back.
term-saved-in = The game is saved: { $file }
term-record-added = The record was added to { $file }.
term-not-saved = The game could not be saved: { $reason }

## The rules on half a page

term-rules-turn = Each round, players take turns. In your turn take all tiles of one colour from one factory, and the rest of that factory goes to the centre; or take all tiles of one colour from the centre. The first to do so in a round also gets the start marker: it lies on the floor line like a tile, and its holder starts the next round.
term-rules-lines = Put what you took on one of your five lines. A line takes one colour only, and not one that its row of the wall already shows. What does not fit falls to the floor. You may also drop everything there.
term-rules-scoring = When all tiles are taken, each full line moves one tile to its row of the wall and is cleared; other lines keep their tiles. The tile scores the length of the row of tiles through it, plus the length of the column through it; a run of one does not count, but a tile that stands alone scores 1. Then the floor line is charged: −1 −1 −2 −2 −2 −3 −3 from left to right. No score falls below 0.
term-rules-end = The game ends after the round in which somebody completes a row of the wall. Each complete row then brings 2 points, each complete column 7, each colour with all its five tiles 10. Most points win; a tie goes to more complete rows.
term-rules-grey = On the grey wall you choose the column of each tile: any free space of its row whose column does not show the colour yet. If there is none, all tiles of that line fall to the floor.

## What a line would make of the tiles, in a few words

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
term-take-keys = Type a factory’s number or C, then a colour, then a line; or click. ? helps.
term-which-colour = Which colour?
# Before the name of a file that is being typed.
term-file = File:
term-log = Log
term-scoring-stepwise = The scoring is shown step by step.
term-scoring-at-once = The scoring is shown at once.
term-bot-failed = { $name } gives no answer. The game is saved.
term-too-small = The window is too small: it has { $width } × { $height } characters, and the table needs { $needed-width } × { $needed-height }. Make it larger, or leave with Q: the game is saved.

## The help

term-help-title = Keys and rules
term-help-close = any key closes
term-help-scroll = ↓ ↑ scroll, any other key closes
term-help-screen = On the table, capitals are tiles and small letters show what belongs on the wall; * is the start marker, and (B) would lie there after your move. Beside a name stand the score and what the round would bring if it ended now.
term-key-source = take from this factory, or from the centre
term-key-colour = take all tiles of this colour: blue, yellow, red, black, white
term-key-line = put them on this line, or on the floor line
term-key-enter = play the move; in the scoring: the next step
term-key-arrows = or so: ← → walk over the tiles, ↑ ↓ over your lines; the mouse works too
term-key-undo = take back the last part of a choice, then your last moves of this round
term-key-escape = take back the last part of a choice
term-key-hint = what a strong player would do, and why
term-key-scoring = show the scoring step by step, or at once
term-key-log = scroll the log
term-key-help = this help
term-key-quit = save the game and leave; azulejo play --resume goes on with it

## The menu

term-menu-start = Start the game
term-menu-resume = Go on with the last game
term-menu-human = a person
term-menu-nobody = nobody
term-menu-first = Who starts
term-menu-random = by lot
term-menu-quit = Leave
term-menu-keys = Enter starts · ↑ ↓ choose · ← → change

## Stepping through a game

term-replay-step = Step
term-replay-round = Round
term-replay-ends = First, last

## On a server

# $server is its name and port, $reason the system's own words.
term-online-unreachable = { $server } cannot be reached: { $reason }
term-online-not-azulejo = { $server } answers, but not as a server of Azulejo. Check the address.
term-online-version = { $server } speaks version { $theirs } of the protocol, and this program version { $ours }. Update the older of the two.
term-online-strange = { $server } said something that this program does not understand: { $reason }
term-online-token-file = The file with the token cannot be used: { $reason }
term-online-bad-token = The server does not accept the token of --token-file. It may have been ended; make a new one.
term-online-no-chance = The system gives no random numbers: { $reason }
term-online-malformed = The server did not understand this.
term-online-no-session = The server does not know you any more. Leave and come back.
term-online-new-guest = The server did not know you any more: you are now { $name }.
term-online-mode-repaired = Others could read your token in { $file }; now only you can.
term-online-not-kept = Your token could not be kept, so you will be another guest the next time: { $reason }
term-online-full = All seats are taken: you are watching.
term-online-begun = The game has already started: you are watching.
term-online-bad-invitation = This invitation is not valid any more: you are watching.
term-online-entering = One moment.
term-online-sending = Your choice is on its way.
term-online-kept = No connection: your choice is kept and sent as soon as possible.
term-online-unsent = Your move { $move } could not be sent and is not played.
term-online-goes-on = The game goes on: { $link }
term-online-rematch-ready = The rematch is ready: N.
# Where a bot has taken a seat, so that points alone do not decide.
term-online-winners = Victory: { $names }.
term-online-mute = Hide phrases: { $name }
term-online-unmute = Show phrases: { $name }
term-online-muted = Phrases are hidden: { $name }
term-online-unmuted = Phrases are shown: { $name }
term-online-leave = To the lobby
term-online-back = Back to the lobby
term-online-no-games = You have no games here yet.
term-online-no-open = Nobody is waiting right now.
term-online-choose = choose
term-online-create-keys = Enter opens · ↑ ↓ choose · ← → change · Esc back
term-online-public = Shown in the lobby
term-online-yes = Yes
term-online-no = No
term-online-room-keys = ↑ ↓ choose · ← → level · C copy the link · Esc back
term-online-copy = Copy the link
# Not every terminal lets programs do that, and none answers.
term-online-copied = The link is copied, if your terminal allows it.
term-key-menu = on a server: answer questions, say something, resign, leave the table

## On a server, line by line

term-online-plain-lobby = Type the number of a game to go there, new for a table of your own, list for the lists once more, or quit. ? helps.
term-online-plain-new = new SEATS [grey] [public] [5+5 or 3d] [undo=ask, free or off] opens a table. SEATS are me, invited, open or a level, with commas: new me,tiler or new me,invited grey 5+5. Without seats: new me,invited.
term-online-plain-room = While you wait: bot 2 tiler gives seat 2 to a bot, seat 2 frees it again; leave, cancel or quit.
term-online-no-command = “{ $typed }” is no command here. ? helps.
term-online-connected = Connected again.
term-online-command-say = say something: say lists the phrases, say 3 says one
term-online-command-mute = hide what player 2 says, or show it again
term-online-command-answer = answer whether somebody may take a move back
term-online-command-vote = let a bot play on for somebody who is away
term-online-command-back = take your seat back from a bot
term-online-command-resign = resign; type it twice
term-online-command-rematch = another game with the same people, when all agree
term-online-command-quit = leave; the game goes on at the server
