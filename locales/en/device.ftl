# Games on this device, in English.

## Saved games

device-mark = on this device
device-delete = Delete
device-delete-title = Delete this game from the device?
device-missing = This game isn’t saved on this device.
device-game-damaged = The saved game is damaged and can’t be opened. It has been set aside; your other games are fine.
# $count: the number of games.
device-damaged =
    { $count ->
        [one] A saved game is damaged and was set aside.
       *[other] { $count } saved games are damaged and were set aside.
    }
device-damaged-delete = Delete for good
device-unsaved = This browser can’t save the game. You can play on, but it’ll be gone when you close the page.

## At the table

# $name: the bot.
device-slow = { $name } is still thinking.
device-play-now = Move now
device-engine-failed = The engine couldn’t be loaded, so the bot can’t move.
device-broken = The game stopped unexpectedly. Reload the page to resume it.
device-unsupported = This browser is too old to play without a server: it lacks WebAssembly SIMD. Please update it.

## Home, settings and links

device-offline = No connection to the server. Games are played on this device.
device-preferred = Games against bots run on this device.
device-setting = Play on this device
device-setting-about = Games against bots and on one screen don’t use the server. They’re saved in this browser only.
device-link = Copy link
device-link-damaged = The link is incomplete or damaged: it contains no game.
