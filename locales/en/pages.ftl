# Home, game setup, the lobby, my games, settings, account and replay.
#
# $name is the name of a person or a bot.

## First page

home-title = Build your wall.
home-title-second = Leave them the floor.
home-lead = The tile-drafting game for two to four players, right in your browser. No sign-up, no waiting, coloured or grey wall.
home-play = Play against { $name }
home-friends = Play with friends
home-custom = More options
home-level = Your opponent
home-more-games =
    { $count ->
        [one] { $count } more game
       *[other] { $count } more games
    }
home-open-game = Open
home-screen = Same screen
home-screen-text = Pass the device round the table.
home-learn = Learn in 5 minutes
home-learn-text = One guided round, step by step.
home-lobby = Open games
home-lobby-text = Join a game or watch one.
home-lobby-counts = { $open } open, { $live } to watch
home-games = My games
home-games-text = Resume, replay or save your games.
home-rules = Rules
home-guest = You’re playing as { $name }.
home-guest-offer = Sign up to find your games on every device
home-member = Signed in: { $name }
home-places = Explore
home-wall-label = A wall with some tiles in place

level-fair = No bot knows which tiles come next.

## Setting up a game

setup-title = Set up a game
setup-title-friends = Play with friends
setup-title-screen = Play on the same screen
setup-friends-text = You’ll get a link to share. The game starts when all seats are taken.
setup-screen-text = Everyone plays on this device, taking turns.
setup-players = Players
setup-seat = Seat { $seat }
setup-seat-kind = Who plays in seat { $seat }
setup-seat-me = Me
setup-seat-here = Someone here
setup-seat-bot = Computer
setup-seat-invited = Friend via link
setup-seat-open = Anyone
setup-seat-name = Name for seat { $seat }
setup-seat-level = Level for seat { $seat }
setup-wall = Wall
setup-wall-about =
    { $wall ->
        [grey] You choose the columns yourself. For players who know the game.
       *[coloured] Every space has a fixed colour. The standard game.
    }
setup-clock = Clock
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } day per move
               *[other] { $days } days per move
            }
       *[none] No clock
    }
setup-clock-about =
    { $clock ->
        [real-time] Each player gets { $minutes } minutes for the game, plus { $seconds } seconds per move.
        [days] Play at your own pace. You don’t all have to be online at once.
       *[none] Take all the time you like.
    }
setup-start = Who starts
setup-start-lot = Random
setup-undo = Allow undo
setup-undo-name =
    { $undo ->
        [off] Never
        [ask] If everyone agrees
       *[free] Any time
    }
setup-public = Show in open games
setup-public-about = Anyone can watch it. Open seats are only listed there.
setup-create = Start the game
setup-create-table = Open the table
setup-needs-me = Keep at least one seat for yourself.
setup-name-bad = Names must have 1 to 24 characters.

## Cards of games

card-free =
    { $count ->
        [one] { $count } free seat
       *[other] { $count } free seats
    }
card-free-seat = Free seat
card-deleted = Deleted player
card-ended =
    { $outcome ->
        [won] Victory
        [lost] Defeat
        [shared] Shared victory
        [cancelled] Cancelled
        [over] Finished
       *[none] No winner
    }
card-turn =
    { $who ->
        [you] Your turn
       *[name] { $name }’s turn
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } minute ago
               *[other] { $count } minutes ago
            }
        [hours]
            { $count ->
                [one] { $count } hour ago
               *[other] { $count } hours ago
            }
        [days]
            { $count ->
                [one] { $count } day ago
               *[other] { $count } days ago
            }
       *[now] just now
    }
# The time left for the players whose turn it is.
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } minute left
               *[other] { $count } minutes left
            }
        [hours]
            { $count ->
                [one] { $count } hour left
               *[other] { $count } hours left
            }
        [days]
            { $count ->
                [one] { $count } day left
               *[other] { $count } days left
            }
       *[now] less than a minute left
    }
card-score = { $name }: { $points }
discard-title =
    { $how ->
        [cancel] Cancel this game?
       *[resign] Resign this game?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }

## Lobby

lobby-title = Open games
lobby-lead = Take a free seat or watch others play. The lists update by themselves.
lobby-open = Waiting for players
lobby-open-empty = Nobody’s waiting right now. Open a table and others will find it here.
lobby-live = In progress
lobby-live-empty = No public games are in progress right now.
lobby-join = Join
lobby-new = Open a table
lobby-offline = Not connected: the lists may be out of date.

## My games

games-title = My games
games-lead = Your current and finished games. Those waiting for you come first.
games-empty = You haven’t played yet. Your games will appear here, with a replay of every move.
games-waiting = Your turn
games-running = In progress
games-finished = Finished
games-more = Show older games
games-guest = As a guest, you only see games from this browser. With an account, they follow you everywhere.
games-record = Open a record

## Settings

settings-title = Settings
settings-table = At the table
settings-look = Look and sound
settings-language = Language
settings-theme = Theme
settings-theme-name =
    { $theme ->
        [light] Light
        [dark] Dark
       *[system] Match device
    }
settings-sounds = Sounds
settings-letters = Letters on tiles
settings-letters-about = B, Y, R, K and W in the corner of every tile.
settings-speed = Animation speed
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Instant
       *[normal] 1×
    }
settings-thinking = Bots take a moment to think
settings-thinking-about = Never while a clock is running. Tap or press S to skip.
settings-scoring = Show the scoring of each round
settings-hand-over = Show a card between turns on the same screen
settings-confirm = Confirm moves
settings-confirm-name =
    { $confirm ->
        [off] Off
        [countdown] Countdown
        [explicit] With a button
       *[auto] Automatic
    }
settings-confirm-about =
    { $confirm ->
        [off] A move counts straight away.
        [countdown] A move counts after 3 seconds. Until then, you can undo it.
        [explicit] A move counts when you press Confirm.
       *[auto] Off where you can undo freely, a button in games with days per move, otherwise a countdown.
    }
settings-notifications = Tell me when it’s my turn
settings-notifications-about = A browser notification while this page is in the background.
settings-notifications-blocked = Your browser blocks notifications from this page.
settings-warn = Warn about costly moves
settings-warn-about = Before a move loses 4 points or more to the floor when the same tiles could cost less.
settings-keys = Keyboard shortcuts
settings-keys-about = Play with letter, digit and symbol keys. Turn this off if you use voice control or press keys by accident; Enter, Escape and the command box still work.
settings-phrases = Show phrases
settings-phrases-about = What others say at the table. During a game, you can also hide one player’s phrases in the list of phrases.
settings-name = Your name
settings-name-about = Others see it at the table. 1 to 24 characters.
settings-save = Save
settings-saved = Saved.
settings-account = Account
settings-account-none = You’re playing without an account. Your games and settings belong to this browser.

## Account

account-title = Account
account-signup-title = Sign up
account-signup-text = Just a name and a password. Games you’ve played here as a guest come with you.
account-signup = Sign up
account-login-title = Log in
account-login = Log in
account-logout = Log out
account-recover-title = New password
account-recover-text = Each recovery code lets you set a new password once.
account-recover = Set password
account-have = I have an account
account-new = I don’t have an account yet
account-forgot = I forgot my password
account-name = Name
account-password = Password
account-password-about = At least 8 characters.
account-password-new = New password
account-password-old = Old password
account-password-wrong = Wrong password.
account-code = Recovery code
account-show = Show password
account-codes-title = Your recovery codes
account-codes-text = If you forget your password, you can use each of these codes once to set a new one. They’re only shown now. We don’t have your e-mail address, so there’s no other way.
account-codes-copy = Copy
account-codes-copied = Copied.
account-codes-not-copied = Copying didn’t work. Select the text and copy it yourself.
account-codes-download = Download
account-codes-kept = I’ve saved the codes
account-codes-done = Continue
account-codes-new-title = New recovery codes
account-codes-new-text = You’ll get eight new codes, shown only once. The old ones will stop working.
account-codes-new = Create new codes
account-second-title = Two-step login
account-second-text = When you log in, you’ll need a code from an authenticator app on your phone as well as your password.
account-second-begin = Set up
account-second-scan = Scan this code with your authenticator app, or type the key into the app. Then enter the six digits that it shows.
account-second-qr = QR code of the key
account-second-key = Key
account-second-code = Code
account-second-code-about = Six digits from your authenticator app.
account-second-code-or-recovery = Six digits from your authenticator app, or one of your recovery codes.
account-second-enable = Switch on
account-second-on = Two-step login is on.
account-second-left =
    { $count ->
        [0] You have no recovery codes left. Create new ones in case you lose your phone.
        [one] You have { $count } recovery code left. It can replace a code if you lose your phone.
       *[other] You have { $count } recovery codes left. Each can replace a code once if you lose your phone.
    }
account-second-disable = Switch off
account-second-off = Two-step login is off.
account-guest-title = Your guest games
account-guest-text =
    { $count ->
        [one] You’ve played { $count } game in this browser as a guest. Do you want to move it to your account?
       *[other] You’ve played { $count } games in this browser as a guest. Do you want to move them to your account?
    }
account-guest-take = Move to my account
account-guest-leave = Leave behind
account-guest-leave-about = Nobody will be able to continue them after that.
account-change = Change password
account-changed = Password changed.
account-recovered = Password set. You’re logged in.
account-since = Member since { $date }
account-sessions = Where you’re logged in
account-sessions-text = Browsers and programs that can act in your name.
account-session-current = This browser
account-session-used = Last used: { $date }
account-session-end = End session
account-session-end-label = End session: { $label }
account-tokens = Tokens for programs
account-tokens-text = With a token, a program such as the terminal client can play in your name.
account-token-label = What it’s for
account-token-make = Create token
account-token-once = Copy it now: it’s only shown once.
account-token-end-label = Delete token: { $label }
account-token-end = Delete
account-tokens-none = No tokens yet.
account-data = Your data
account-export = Download everything
account-export-text = Everything stored about you, in one file.
account-delete = Delete account
account-delete-text = Your name disappears from all games, and nobody can log in with it any more. This can’t be undone.
account-delete-ask = Type your name to confirm.
account-delete-really = Delete permanently

## Replay

replay-title = Replay
replay-lead = Drop a game’s file here or paste its text. Only you can see it.
replay-drop = Drop a record here
# $record is the label of the button.
replay-where = At the end of a game, “{ $record }” gives you its file.
replay-choose = Choose a file
replay-paste = Or paste the text of a record
replay-open = Show the game
replay-bad = This isn’t a valid game record. { $place }: { $reason }
# The place and the reason of an error in a record, for replay-bad. $path is a place in its text,
# $move a move or placement in notation; $expected and $found are numbers or lists of numbers.
replay-place =
    { $at ->
        [text] Character { $column }
        [path] Character { $column } ({ $path })
        [start] Who starts
        [result] The result
        [takeover] Takeover { $number }
        [round] Round { $round }
        [move] Round { $round }, move { $number } ({ $move })
        [tiling] Round { $round }, player { $seat }, tile { $move }
       *[game] The game
    }
replay-reason =
    { $why ->
        [syntax] this isn’t valid record notation.
        [space] there are no spaces between the parts of a record.
        [ends-early] the text ends too early.
        [goes-on] there’s extra text after the record.
        [key] a key is missing, repeated or out of order.
        [value] this value isn’t allowed here.
        [no-tiles] there are no such tiles to take.
        [no-move] no move is possible here.
        [placement] the tile can’t go there.
        [deal] these tiles can’t be dealt.
        [starts] player { $expected } starts, not player { $found }.
        [no-seat] there’s no player { $seat }.
        [per-player] there should be { $expected } entries, one per player, not { $found }.
        [not-tiled] line { $line } of player { $seat } is full but wasn’t tiled.
        [differs] by the rules it’s { $expected }, but the record says { $found }.
       *[other] this doesn’t fit the rest of the record.
    }
replay-too-large = This file is too large for the record of one game.
replay-not-a-record = This file isn’t a game record.
replay-empty = Paste the text of a record first.
replay-speed = Speed
replay-many = The file contains several games. Which one do you want to see?
replay-game-number = Game { $number }: { $names }
replay-missing = This game doesn’t exist, or you don’t have access to it.
replay-loading = Loading the game
replay-position = Step { $step } of { $total }
replay-step-events = What happened in this step
replay-scrub = Position in the game
replay-first = Go to start
replay-previous = Previous step
replay-next = Next step
replay-last = Go to end
replay-play = Play
replay-pause = Pause
replay-link = Copy link to this step
replay-link-copied = Link copied.
replay-download = Download record
replay-analyse = Analyse
replay-board = Analysis board
replay-live = This game is still in progress.
replay-to-game = Go to the game
replay-beginning = The table is ready.
replay-keys = Keys: ← → one step, Page Up and Page Down one round, Home and End first and last step, Space to play or pause
replay-another = Open another record
