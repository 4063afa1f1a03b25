# Games on this device, in German.
# The English file documents the variables.

## Saved games

device-mark = auf diesem Gerät
device-delete = Löschen
device-delete-title = Diese Partie vom Gerät löschen?
device-missing = Diese Partie ist auf diesem Gerät nicht gespeichert.
device-game-damaged = Die gespeicherte Partie ist beschädigt und lässt sich nicht öffnen. Sie wurde beiseitegelegt; deine anderen Partien sind in Ordnung.
device-damaged =
    { $count ->
        [one] Eine gespeicherte Partie ist beschädigt und wurde beiseitegelegt.
       *[other] { $count } gespeicherte Partien sind beschädigt und wurden beiseitegelegt.
    }
device-damaged-delete = Endgültig löschen
device-unsaved = Dieser Browser kann die Partie nicht speichern. Du kannst weiterspielen, aber sie ist weg, sobald du die Seite schließt.

## At the table

device-slow = { $name } denkt noch nach.
device-play-now = Jetzt ziehen
device-engine-failed = Die Engine konnte nicht geladen werden, darum kann der Bot nicht ziehen.
device-broken = Die Partie wurde unerwartet unterbrochen. Lade die Seite neu, um sie fortzusetzen.
device-unsupported = Dieser Browser ist zu alt, um ohne Server zu spielen: Ihm fehlt WebAssembly SIMD. Bitte aktualisiere ihn.

## Home, settings and links

device-offline = Keine Verbindung zum Server. Gegen Bots und an einem Bildschirm kannst du trotzdem spielen: auf diesem Gerät.
device-preferred = Partien gegen Bots laufen auf diesem Gerät.
device-setting = Auf diesem Gerät spielen
device-setting-about = Partien gegen Bots und an einem Bildschirm kommen ohne Server aus. Sie werden nur in diesem Browser gespeichert.
device-link = Link kopieren
device-link-damaged = Der Link ist unvollständig oder beschädigt: Er enthält keine Partie.
