# Home, game setup, the lobby, my games, settings, account and replay, in German.
# The English file documents the variables.

## First page

home-title = Dir die Wand.
home-title-second = Den anderen der Boden.
home-lead = Das Fliesenspiel für zwei bis vier Personen, direkt im Browser. Ohne Anmeldung, ohne Warten, mit farbiger oder grauer Wand.
home-play = Gegen { $name } spielen
home-friends = Mit Freunden spielen
home-custom = Weitere Optionen
home-level = Dein Gegenüber
home-more-games =
    { $count ->
        [one] { $count } weitere Partie
       *[other] { $count } weitere Partien
    }
home-open-game = Öffnen
home-screen = An einem Bildschirm
home-screen-text = Reicht das Gerät reihum weiter.
home-learn = In 5 Minuten lernen
home-learn-text = Eine Runde mit Begleitung, Schritt für Schritt.
home-lobby = Offene Partien
home-lobby-text = Spiel mit oder schau zu.
home-lobby-counts = { $open } offen, { $live } zum Zuschauen
home-games = Meine Partien
home-games-text = Fortsetzen, nachspielen oder speichern.
home-rules = Regeln
home-guest = Du spielst als { $name }.
home-guest-offer = Mit einem Konto findest du deine Partien auf jedem Gerät
home-member = Angemeldet: { $name }
home-places = Entdecken
home-wall-label = Eine Wand, an der schon einige Fliesen sind

level-fair = Kein Bot weiß, welche Fliesen als Nächstes kommen.

## Setting up a game

setup-title = Neue Partie
setup-title-friends = Mit Freunden spielen
setup-title-screen = An einem Bildschirm spielen
setup-friends-text = Du bekommst einen Link zum Teilen. Die Partie beginnt, sobald alle Plätze besetzt sind.
setup-screen-text = Alle spielen an diesem Gerät, reihum.
setup-players = Wer mitspielt
setup-seat = Platz { $seat }
setup-seat-kind = Wer auf Platz { $seat } spielt
setup-seat-me = Ich
setup-seat-here = Jemand hier
setup-seat-bot = Computer
setup-seat-invited = Per Link
setup-seat-open = Wer mag
setup-seat-name = Name auf Platz { $seat }
setup-seat-level = Stufe auf Platz { $seat }
setup-wall = Wand
setup-wall-about =
    { $wall ->
        [grey] Du wählst die Spalten selbst. Für alle, die das Spiel kennen.
       *[coloured] Jedes Feld hat seine Farbe. So wird meistens gespielt.
    }
setup-clock = Bedenkzeit
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } Tag pro Zug
               *[other] { $days } Tage pro Zug
            }
       *[none] Ohne Uhr
    }
setup-clock-about =
    { $clock ->
        [real-time] Alle haben { $minutes } Minuten für die Partie, dazu { $seconds } Sekunden pro Zug.
        [days] Spielt, wann es euch passt. Ihr müsst nicht gleichzeitig online sein.
       *[none] Lass dir so viel Zeit, wie du magst.
    }
setup-start = Wer beginnt
setup-start-lot = Das Los entscheidet
setup-undo = Züge zurücknehmen
setup-undo-name =
    { $undo ->
        [off] Nie
        [ask] Wenn alle zustimmen
       *[free] Jederzeit
    }
setup-public = Bei den offenen Partien zeigen
setup-public-about = Alle dürfen zuschauen. Freie Plätze werden nur dort angezeigt.
setup-create = Partie beginnen
setup-create-table = Tisch eröffnen
setup-needs-me = Behalte mindestens einen Platz für dich.
setup-name-bad = Ein Name muss 1 bis 24 Zeichen haben.

## Cards of games

card-free =
    { $count ->
        [one] { $count } freier Platz
       *[other] { $count } freie Plätze
    }
card-free-seat = Freier Platz
card-deleted = Gelöschtes Konto
card-ended =
    { $outcome ->
        [won] Sieg
        [lost] Niederlage
        [shared] Geteilter Sieg
        [cancelled] Abgesagt
        [over] Beendet
       *[none] Ohne Ergebnis
    }
card-turn =
    { $who ->
        [you] Du bist am Zug
       *[name] Am Zug: { $name }
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] vor { $count } Minute
               *[other] vor { $count } Minuten
            }
        [hours]
            { $count ->
                [one] vor { $count } Stunde
               *[other] vor { $count } Stunden
            }
        [days]
            { $count ->
                [one] vor { $count } Tag
               *[other] vor { $count } Tagen
            }
       *[now] gerade eben
    }
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] noch { $count } Minute
               *[other] noch { $count } Minuten
            }
        [hours]
            { $count ->
                [one] noch { $count } Stunde
               *[other] noch { $count } Stunden
            }
        [days]
            { $count ->
                [one] noch { $count } Tag
               *[other] noch { $count } Tage
            }
       *[now] noch weniger als eine Minute
    }
card-score = { $name }: { $points }
discard-title =
    { $how ->
        [cancel] Diese Partie absagen?
       *[resign] Diese Partie aufgeben?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } Runde
       *[other] { $rounds } Runden
    }

## Lobby

lobby-title = Offene Partien
lobby-lead = Nimm einen freien Platz oder schau anderen zu. Die Listen aktualisieren sich von selbst.
lobby-open = Plätze frei
lobby-open-empty = Gerade wartet niemand. Eröffne selbst einen Tisch, dann finden ihn die anderen hier.
lobby-live = Läuft gerade
lobby-live-empty = Gerade läuft keine öffentliche Partie.
lobby-join = Mitspielen
lobby-new = Tisch eröffnen
lobby-offline = Keine Verbindung: Die Listen sind vielleicht veraltet.

## My games

games-title = Meine Partien
games-lead = Laufende und beendete Partien. Oben stehen die, in denen du am Zug bist.
games-empty = Du hast noch nicht gespielt. Deine Partien erscheinen hier, Zug für Zug zum Nachspielen.
games-waiting = Du bist am Zug
games-running = Laufend
games-finished = Beendet
games-more = Ältere Partien zeigen
games-guest = Ohne Konto siehst du nur die Partien dieses Browsers. Mit einem Konto hast du sie überall dabei.
games-record = Aufzeichnung öffnen

## Settings

settings-title = Einstellungen
settings-table = Am Tisch
settings-look = Aussehen und Töne
settings-language = Sprache
settings-theme = Farbschema
settings-theme-name =
    { $theme ->
        [light] Hell
        [dark] Dunkel
       *[system] Wie das Gerät
    }
settings-sounds = Töne
settings-letters = Buchstaben auf den Fliesen
settings-letters-about = B, Y, R, K und W in der Ecke jeder Fliese.
settings-speed = Animationstempo
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Sofort
       *[normal] 1×
    }
settings-thinking = Bots denken einen Moment nach
settings-thinking-about = Nie bei laufender Uhr. Mit Tippen oder S geht es sofort weiter.
settings-scoring = Wertung jeder Runde zeigen
settings-hand-over = Am selben Bildschirm zwischen den Zügen eine Karte zeigen
settings-confirm = Züge bestätigen
settings-confirm-name =
    { $confirm ->
        [off] Aus
        [countdown] Countdown
        [explicit] Mit Knopf
       *[auto] Automatisch
    }
settings-confirm-about =
    { $confirm ->
        [off] Ein Zug gilt sofort.
        [countdown] Ein Zug gilt nach 3 Sekunden, bis dahin kannst du ihn zurücknehmen.
        [explicit] Ein Zug gilt, wenn du auf Bestätigen drückst.
       *[auto] Aus, wo du frei zurücknehmen kannst; ein Knopf in Partien mit Tagen pro Zug; sonst ein Countdown.
    }
settings-notifications = Melden, wenn ich am Zug bin
settings-notifications-about = Eine Benachrichtigung des Browsers, solange diese Seite im Hintergrund ist.
settings-notifications-blocked = Der Browser blockiert Benachrichtigungen dieser Seite.
settings-warn = Vor teuren Zügen warnen
settings-warn-about = Bevor ein Zug am Boden 4 Punkte oder mehr kostet, obwohl es mit denselben Fliesen billiger ginge.
settings-keys = Tastenkürzel
settings-keys-about = Spiel mit den Tasten für Buchstaben, Ziffern und Sonderzeichen. Schalte das aus, wenn du dein Gerät per Sprache steuerst oder versehentlich Tasten drückst; Enter, Escape und das Befehlsfeld funktionieren weiterhin.
settings-phrases = Sätze zeigen
settings-phrases-about = Was andere am Tisch sagen. Während einer Partie kannst du in der Liste der Sätze auch die einer einzelnen Person ausblenden.
settings-name = Dein Name
settings-name-about = Die anderen sehen ihn am Tisch. 1 bis 24 Zeichen.
settings-save = Speichern
settings-saved = Gespeichert.
settings-account = Konto
settings-account-none = Du spielst ohne Konto. Partien und Einstellungen gehören zu diesem Browser.

## Account

account-title = Konto
account-signup-title = Konto anlegen
account-signup-text = Ein Name und ein Passwort, sonst nichts. Was du hier ohne Konto gespielt hast, gehört dann dazu.
account-signup = Konto anlegen
account-login-title = Anmelden
account-login = Anmelden
account-logout = Abmelden
account-recover-title = Neues Passwort
account-recover-text = Mit jedem deiner Wiederherstellungscodes kannst du einmal ein neues Passwort setzen.
account-recover = Passwort setzen
account-have = Ich habe ein Konto
account-new = Ich habe noch kein Konto
account-forgot = Ich habe mein Passwort vergessen
account-name = Name
account-password = Passwort
account-password-about = Mindestens 8 Zeichen.
account-password-new = Neues Passwort
account-password-old = Altes Passwort
account-password-wrong = Falsches Passwort.
account-code = Wiederherstellungscode
account-show = Passwort anzeigen
account-codes-title = Deine Wiederherstellungscodes
account-codes-text = Wenn du dein Passwort vergisst, kannst du mit jedem dieser Codes einmal ein neues setzen. Du siehst sie nur jetzt. Wir haben keine E-Mail-Adresse von dir, einen anderen Weg gibt es also nicht.
account-codes-copy = Kopieren
account-codes-copied = Kopiert.
account-codes-not-copied = Das Kopieren hat nicht geklappt. Markiere den Text und kopiere ihn selbst.
account-codes-download = Herunterladen
account-codes-kept = Ich habe die Codes gesichert
account-codes-done = Weiter
account-codes-new-title = Neue Wiederherstellungscodes
account-codes-new-text = Du bekommst acht neue Codes, die du nur einmal siehst. Die alten gelten dann nicht mehr.
account-codes-new = Neue Codes erzeugen
account-second-title = Anmeldung in zwei Schritten
account-second-text = Beim Anmelden brauchst du außer dem Passwort einen Code aus einer Authenticator-App auf deinem Handy.
account-second-begin = Einrichten
account-second-scan = Scanne diesen Code mit deiner Authenticator-App oder tippe den Schlüssel in die App ein. Gib dann die sechs Ziffern ein, die sie anzeigt.
account-second-qr = QR-Code des Schlüssels
account-second-key = Schlüssel
account-second-code = Code
account-second-code-about = Sechs Ziffern aus deiner Authenticator-App.
account-second-code-or-recovery = Sechs Ziffern aus deiner Authenticator-App oder einer deiner Wiederherstellungscodes.
account-second-enable = Einschalten
account-second-on = Die Anmeldung in zwei Schritten ist eingeschaltet.
account-second-left =
    { $count ->
        [0] Du hast keine Wiederherstellungscodes mehr. Erzeuge neue für den Fall, dass du dein Handy verlierst.
        [one] Du hast noch { $count } Wiederherstellungscode. Er kann einen Code ersetzen, falls du dein Handy verlierst.
       *[other] Du hast noch { $count } Wiederherstellungscodes. Jeder kann einmal einen Code ersetzen, falls du dein Handy verlierst.
    }
account-second-disable = Ausschalten
account-second-off = Die Anmeldung in zwei Schritten ist ausgeschaltet.
account-guest-title = Deine Partien ohne Konto
account-guest-text =
    { $count ->
        [one] Du hast in diesem Browser { $count } Partie ohne Konto gespielt. Möchtest du sie in dein Konto übernehmen?
       *[other] Du hast in diesem Browser { $count } Partien ohne Konto gespielt. Möchtest du sie in dein Konto übernehmen?
    }
account-guest-take = Ins Konto übernehmen
account-guest-leave = Zurücklassen
account-guest-leave-about = Danach kann sie niemand mehr weiterspielen.
account-change = Passwort ändern
account-changed = Passwort geändert.
account-recovered = Passwort gesetzt. Du bist angemeldet.
account-since = Dabei seit { $date }
account-sessions = Wo du angemeldet bist
account-sessions-text = Browser und Programme, die in deinem Namen handeln dürfen.
account-session-current = Dieser Browser
account-session-used = Zuletzt benutzt: { $date }
account-session-end = Beenden
account-session-end-label = Sitzung beenden: { $label }
account-tokens = Tokens für Programme
account-tokens-text = Mit einem Token kann ein Programm in deinem Namen spielen, zum Beispiel der Client für das Terminal.
account-token-label = Wofür es ist
account-token-make = Token anlegen
account-token-once = Kopiere es jetzt: Es wird nur einmal gezeigt.
account-token-end-label = Token löschen: { $label }
account-token-end = Löschen
account-tokens-none = Noch keine Tokens.
account-data = Deine Daten
account-export = Alles herunterladen
account-export-text = Alles, was über dich gespeichert ist, in einer Datei.
account-delete = Konto löschen
account-delete-text = Dein Name verschwindet aus allen Partien, und niemand kann sich mehr damit anmelden. Das lässt sich nicht rückgängig machen.
account-delete-ask = Gib zur Bestätigung deinen Namen ein.
account-delete-really = Endgültig löschen

## Replay

replay-title = Nachspielen
replay-lead = Zieh die Datei einer Partie hierher oder füge ihren Text ein. Nur du siehst sie.
replay-drop = Aufzeichnung hier ablegen
replay-where = Am Ende einer Partie bekommst du ihre Datei mit „{ $record }“.
replay-choose = Datei wählen
replay-paste = Oder den Text einer Aufzeichnung einfügen
replay-open = Partie zeigen
replay-bad = Das ist keine gültige Aufzeichnung. { $place }: { $reason }
replay-place =
    { $at ->
        [text] Zeichen { $column }
        [path] Zeichen { $column } ({ $path })
        [start] Wer beginnt
        [result] Das Ergebnis
        [takeover] Übernahme { $number }
        [round] Runde { $round }
        [move] Runde { $round }, Zug { $number } ({ $move })
        [tiling] Runde { $round }, Platz { $seat }, Fliese { $move }
       *[game] Die Partie
    }
replay-reason =
    { $why ->
        [syntax] Das ist keine gültige Notation.
        [space] Zwischen den Teilen einer Aufzeichnung stehen keine Leerzeichen.
        [ends-early] Der Text endet zu früh.
        [goes-on] Nach der Aufzeichnung folgt noch Text.
        [key] Ein Schlüssel fehlt, steht doppelt da oder an der falschen Stelle.
        [value] Dieser Wert ist hier nicht erlaubt.
        [no-tiles] Solche Fliesen gibt es hier nicht.
        [no-move] Hier ist kein Zug möglich.
        [placement] Die Fliese kann nicht dorthin.
        [deal] Diese Fliesen können nicht ausgelegt werden.
        [starts] Es beginnt Platz { $expected }, nicht Platz { $found }.
        [no-seat] Platz { $seat } gibt es nicht.
        [per-player] Es müssen { $expected } Einträge sein, einer pro Platz, nicht { $found }.
        [not-tiled] Musterreihe { $line } auf Platz { $seat } ist voll, wurde aber nicht gefliest.
        [differs] Nach den Regeln ist es { $expected }, in der Aufzeichnung steht { $found }.
       *[other] Das passt nicht zum Rest der Aufzeichnung.
    }
replay-too-large = Diese Datei ist zu groß für die Aufzeichnung einer Partie.
replay-not-a-record = Diese Datei ist keine Aufzeichnung einer Partie.
replay-empty = Füge zuerst den Text einer Aufzeichnung ein.
replay-speed = Tempo
replay-many = Die Datei enthält mehrere Partien. Welche soll es sein?
replay-game-number = Partie { $number }: { $names }
replay-missing = Diese Partie gibt es nicht, oder du hast keinen Zugriff.
replay-loading = Die Partie wird geladen
replay-position = Schritt { $step } von { $total }
replay-step-events = Was in diesem Schritt geschah
replay-scrub = Stelle in der Partie
replay-first = Zum Anfang
replay-previous = Einen Schritt zurück
replay-next = Einen Schritt weiter
replay-last = Zum Ende
replay-play = Abspielen
replay-pause = Anhalten
replay-link = Link zu dieser Stelle kopieren
replay-link-copied = Link kopiert.
replay-download = Aufzeichnung herunterladen
replay-analyse = Analysieren
replay-board = Analysebrett
replay-live = Die Partie läuft noch.
replay-to-game = Zur Partie
replay-beginning = Der Tisch ist bereit.
replay-keys = Tasten: ← → ein Schritt, Bild auf und Bild ab eine Runde, Pos 1 und Ende zum ersten und letzten Schritt, Leertaste zum Abspielen und Anhalten
replay-another = Andere Aufzeichnung öffnen
