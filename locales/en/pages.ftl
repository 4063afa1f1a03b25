# Home, setting up a game, the lobby, one's own games, settings, account and replay.
#
# $level is a computer player with its number, as in game.ftl; $name is a person's name.

## First page

home-title = Lay the wall.
home-title-second = Leave them the floor.
home-lead = The tile-drafting game for two to four, in your browser. No account, no waiting, both walls.
home-play = Play against { $level }
home-friends = Play with friends
home-custom = More choices
home-level = Your opponent
home-waiting = Your move
home-waiting-more =
    { $count ->
        [one] { $count } more game waits for you
       *[other] { $count } more games wait for you
    }
home-open-game = Open
home-screen = Same screen
home-screen-text = Pass the device round the table.
home-learn = Learn in 5 minutes
home-learn-text = One guided round, step by step.
home-lobby = Open games
home-lobby-text = Join somebody, or watch.
home-lobby-counts = { $open } open, { $live } to watch
home-games = My games
home-games-text = Go on, look back, keep the records.
home-rules = Rules
home-guest = You play as { $name }.
home-guest-offer = Sign up to find your games on every device
home-member = Signed in: { $name }
home-places = Where to go
home-wall-label = A wall with some of its tiles in place

level-about =
    { $level ->
        [beginner] Collects tiles, not points, and often forgets the floor.
        [apprentice] Thinks one move ahead. A good first opponent.
        [tiler] Thinks of your answer too, and slips now and then.
        [artisan] Plans several moves ahead and overlooks nothing.
        [master] Looks much further ahead than you may like.
       *[legend] The strongest we have.
    }
level-fair = No level knows what the bag will bring.

## Setting up a game

setup-title = Set up a game
setup-title-friends = Play with friends
setup-title-screen = Play on the same screen
setup-friends-text = You get a link to share. The game starts when all seats are taken.
setup-screen-text = Everybody plays on this device, one after the other.
setup-players = Players
setup-seat = Seat { $seat }
setup-seat-kind = Who sits on seat { $seat }
setup-seat-me = Me
setup-seat-here = Somebody here
setup-seat-bot = Computer
setup-seat-invited = Friend by link
setup-seat-open = Anyone
setup-seat-name = Name on seat { $seat }
setup-seat-level = Level on seat { $seat }
setup-wall = Wall
setup-wall-about =
    { $wall ->
        [grey] You choose the columns yourself. For players who know the game.
       *[coloured] Every space has its colour. The usual game.
    }
setup-clock = Clock
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } day a move
               *[other] { $days } days a move
            }
       *[none] No clock
    }
setup-clock-about =
    { $clock ->
        [real-time] Each player has { $minutes } minutes for the game and gets { $seconds } seconds back for every move.
        [days] For games beside everyday life. You need not be there at the same time.
       *[none] Take all the time you like.
    }
setup-start = Who begins
setup-start-lot = Drawn by lot
setup-undo = Taking moves back
setup-undo-name =
    { $undo ->
        [off] Never
        [ask] When all agree
       *[free] At any time
    }
setup-public = Show the game in the lobby
setup-public-about = Anyone may watch it. Open seats can only be found there.
setup-create = Start the game
setup-create-table = Open the table
setup-needs-me = Keep at least one seat for yourself.
setup-name-bad = A name has 1 to 24 characters.

## Cards of games

card-free =
    { $count ->
        [one] { $count } free seat
       *[other] { $count } free seats
    }
card-nobody = Free seat
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
        [you] Your move
       *[name] To move: { $name }
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
# How long those for whom the game waits may still think.
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
card-rounds =
    { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }

## Lobby

lobby-title = Open games
lobby-lead = Take a free seat or watch others play. The lists keep themselves up to date.
lobby-open = Waiting for players
lobby-open-empty = Nobody is waiting right now. Open a table of your own and others will find it here.
lobby-live = Being played
lobby-live-empty = No public game is being played right now.
lobby-join = Join
lobby-new = Open a table
lobby-offline = Not connected: the lists may be out of date.

## My games

games-title = My games
games-lead = Games you play and have played, those that wait for you first.
games-empty = You have not played yet. Your games will stand here, with replays of every move.
games-waiting = Your move
games-running = Under way
games-finished = Finished
games-more = Show older games
games-guest = As a guest you see the games of this browser. With an account they follow you everywhere.
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
       *[system] As the device
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
settings-confirm = Confirming moves
settings-confirm-name =
    { $confirm ->
        [off] Off
        [countdown] Countdown
        [explicit] With a button
       *[auto] As suits the game
    }
settings-confirm-about =
    { $confirm ->
        [off] A move counts at once.
        [countdown] A move counts after 3 seconds in which you can take it back.
        [explicit] A move counts when you press Confirm.
       *[auto] Off where you can take moves back, a countdown in games with a clock, a button with days a move.
    }
settings-notifications = Tell me when it is my turn
settings-notifications-about = A message from the browser while this page is in the background.
settings-notifications-blocked = The browser does not allow messages from this page.
settings-warn = Warn about costly moves
settings-warn-about = Before a move loses 4 points or more to the floor although the same tiles could cost less.
settings-keys = Single keys at the table
settings-keys-about = Letters, digits and signs play without a click. Switch them off if you speak to your device or press keys by accident; Enter, Escape and the command box stay.
settings-phrases = Show phrases
settings-phrases-about = What others say at the table. During a game you can also hide the phrases of one person: in the list of phrases.
settings-name = Your name
settings-name-about = Others see it at the table. Between 1 and 24 characters.
settings-save = Save
settings-saved = Saved.
settings-account = Account
settings-account-none = You play without an account. Games and settings belong to this browser.

## Account

account-title = Account
account-signup-title = Sign up
account-signup-text = A name and a password, nothing else. The games you played here as a guest become yours.
account-signup = Sign up
account-login-title = Log in
account-login = Log in
account-logout = Log out
account-recover-title = New password
account-recover-text = Each of your recovery codes is good for one new password.
account-recover = Set the password
account-have = I have an account
account-new = I have no account yet
account-forgot = I forgot my password
account-name = Name
account-password = Password
account-password-about = At least 8 characters.
account-password-new = New password
account-password-old = Old password
account-password-wrong = The password is wrong.
account-code = Recovery code
account-show = Show the password
account-codes-title = Your recovery codes
account-codes-text = If you forget your password, each of these codes lets you set a new one, once. They are shown only now. We have no e-mail address of yours, so there is no other way.
account-codes-copy = Copy
account-codes-copied = Copied.
account-codes-not-copied = Copying did not work. Select the text and copy it yourself.
account-codes-download = Download
account-codes-kept = I have kept the codes
account-codes-done = Continue
account-codes-new-title = New recovery codes
account-codes-new-text = You get eight new codes, shown once. The old ones stop working.
account-codes-new = Make new codes
account-guest-title = Your games as a guest
account-guest-text =
    { $count ->
        [one] This browser has { $count } game that you played as a guest. Should it move to your account?
       *[other] This browser has { $count } games that you played as a guest. Should they move to your account?
    }
account-guest-take = Move to my account
account-guest-leave = Leave them behind
account-guest-leave-about = Nobody will be able to open them as a player afterwards.
account-change = Change the password
account-changed = The password is changed.
account-recovered = The password is set. You are logged in.
account-since = Since { $date }
account-sessions = Where you are logged in
account-sessions-text = Browsers and programs that may act in your name.
account-session-current = This browser
account-session-used = Last used: { $date }
account-session-end = End
account-session-end-label = End the session: { $label }
account-tokens = Tokens for programs
account-tokens-text = With a token a program can play in your name, for instance the terminal client.
account-token-label = What it is for
account-token-make = Make a token
account-token-once = Copy it now: it is shown only once.
account-token-end-label = Delete the token: { $label }
account-token-end = Delete
account-tokens-none = No tokens yet.
account-data = Your data
account-export = Download everything
account-export-text = All that is stored about you, as one file.
account-delete = Delete the account
account-delete-text = Your name disappears from all games, and nobody can log in with it any more. This cannot be undone.
account-delete-ask = Type your name to confirm.
account-delete-really = Delete for ever

## Replay

replay-title = Replay
replay-lead = Drop the file of a game here, or paste its text. It stays a game for your eyes only.
replay-drop = Drop a record here
# $record is the word on the button.
replay-where = At the end of a game, “{ $record }” gives you its file.
replay-choose = Choose a file
replay-paste = Or paste the text of a record
replay-open = Show the game
replay-bad = This is not a record of a game. { $place }: { $reason }
# Where in a record something is wrong, and what: for replay-bad. $path is a place in its text,
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
        [syntax] this is not written as records are.
        [space] a record has no spaces between its parts.
        [ends-early] the text ends too early.
        [goes-on] something follows the record.
        [key] a key is missing, repeated or out of order.
        [value] this value cannot stand here.
        [no-tiles] there are no such tiles to take.
        [no-move] no move is possible here.
        [placement] the tile cannot go there.
        [deal] these tiles cannot be dealt.
        [starts] player { $expected } starts, not player { $found }.
        [no-seat] there is no player { $seat }.
        [per-player] one entry for each of the { $expected } players is needed, not { $found }.
        [not-tiled] line { $line } of player { $seat } is full but was not tiled.
        [differs] the rules give { $expected }, the record has { $found }.
       *[other] this does not fit the rest of the record.
    }
replay-too-large = This file is too large to be the record of one game.
replay-many = The file holds several games. Which one?
replay-game-number = Game { $number }: { $names }
replay-missing = This game does not exist, or you may not see it.
replay-loading = Fetching the game
replay-position = Step { $step } of { $total }
replay-told = What this step did
replay-scrub = Place in the game
replay-first = To the start
replay-previous = One step back
replay-next = One step on
replay-last = To the end
replay-play = Run
replay-pause = Pause
replay-link = Copy a link to this move
replay-link-copied = The link is copied.
replay-download = Download the record
replay-live = The game is still being played.
replay-to-game = To the game
replay-beginning = The table is laid.
replay-keys = Keys: ← → one step, Page up and Page down one round, Home and End, space to run or pause
replay-another = Open another record
