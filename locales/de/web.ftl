# Messages of the web client at the table and on every page, in German.
# The English file documents the variables.

## Around every page

skip-to-content = Zum Inhalt springen
nav-menu = Menü
nav-language = Sprache
nav-play = Spielen
nav-lobby = Offene Partien
nav-games = Meine Partien
nav-study = Training
nav-learn = Lernen
nav-account = Konto
nav-settings = Einstellungen
dismiss = Ausblenden
close = Schließen
go-home = Startseite
not-found-title = Hier ist nichts
not-found-text = Vielleicht stimmt die Adresse nicht, oder was hier war, gibt es nicht mehr.
load-failed-title = Die Seite ließ sich nicht laden
load-again = Noch einmal versuchen
connection-lost = Verbindung unterbrochen. Neuer Versuch läuft.
connection-try-now = Jetzt versuchen

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Du bist am Zug · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Ehemaliges Konto
seat-open = Frei für alle
seat-invited = Wartet auf einen Gast
seat-you = (du)
seat-take = Platz nehmen
seat-leave = Verlassen
seat-remove = Entfernen
seat-bot = Bot hinzufügen
seat-needs-invitation = Die freien Plätze sind für Leute mit dem Einladungslink.
seats-title = Plätze

## Before the game

waiting-title = Der Tisch ist bereit
waiting-for-you =
    { $count ->
        [one] { $names } wartet auf dich.
       *[other] { $names } warten auf dich.
    }
waiting-starts = Die Partie beginnt von selbst, sobald alle Plätze besetzt sind.
waiting-cancel = Diese Partie absagen
invite-title = Einladen
invite-text = Wer diesen Link öffnet, kann einen freien Platz nehmen. Ein Konto ist nicht nötig.
invite-link = Einladungslink
invite-code = QR-Code des Einladungslinks
link-copy = Kopieren
link-share = Teilen
link-copied = Link kopiert.
link-selected = Der Link ist markiert: Kopiere ihn aus dem Feld.
clock-none = Ohne Uhr
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } pro Person
       *[other] { $time } pro Person, +{ $increment } s pro Zug
    }
clock-per-move =
    { $days ->
        [one] { $days } Tag pro Zug
       *[other] { $days } Tage pro Zug
    }
game-missing = Diese Partie lässt sich nicht anzeigen
game-cancelled = Diese Partie wurde abgesagt

## Places in words, for screen readers and the command box

sources-label = Manufakturen und Tischmitte
supply-label = Beutel und Schachteldeckel
log-label = Verlauf
# The heading of the newest part of the log.
log-this-round = Diese Runde
toolbar-label = Partie
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Musterreihe { $line }: leer, { $size } Feld.
       *[other] Musterreihe { $line }: leer, { $size } Felder.
    }
line-holds =
    { $colour ->
        [blue] Musterreihe { $line }: { $count } von { $size }, Blau.
        [yellow] Musterreihe { $line }: { $count } von { $size }, Gelb.
        [red] Musterreihe { $line }: { $count } von { $size }, Rot.
        [black] Musterreihe { $line }: { $count } von { $size }, Schwarz.
       *[white] Musterreihe { $line }: { $count } von { $size }, Weiß.
    }
floor-empty = Bodenreihe: leer.
floor-tiles = Bodenreihe: { $tiles } (−{ $cost }).
floor-marker = Bodenreihe: der Startspielermarker (−{ $cost }).
floor-tiles-marker = Bodenreihe: { $tiles }, dazu der Startspielermarker (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Wandreihe { $row }, Spalte { $column }: Blau.
        [yellow] Wandreihe { $row }, Spalte { $column }: Gelb.
        [red] Wandreihe { $row }, Spalte { $column }: Rot.
        [black] Wandreihe { $row }, Spalte { $column }: Schwarz.
       *[white] Wandreihe { $row }, Spalte { $column }: Weiß.
    }
cell-planned =
    { $colour ->
        [blue] Wandreihe { $row }, Spalte { $column }: leer, für Blau.
        [yellow] Wandreihe { $row }, Spalte { $column }: leer, für Gelb.
        [red] Wandreihe { $row }, Spalte { $column }: leer, für Rot.
        [black] Wandreihe { $row }, Spalte { $column }: leer, für Schwarz.
       *[white] Wandreihe { $row }, Spalte { $column }: leer, für Weiß.
    }
cell-empty = Wandreihe { $row }, Spalte { $column }: leer.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Wandreihe { $row }, Spalte { $column }, { tile-nom }: { $scored }
open-board = Spielerablage vergrößern: { $name }
player = Name

## The turn

is-to-move = ist am Zug
named-factory = Manufaktur { $factory }: Welche Farbe?
named-centre = Tischmitte: Welche Farbe?
confirm-ends-round = Das sind die letzten Fliesen der Runde: Dieser Zug lässt sich nicht zurücknehmen.
confirm-costly = Eine andere Musterreihe würde weniger kosten. Trotzdem spielen?
choose-confirm = Alle Spalten sind gewählt. Bestätige sie oder nimm sie zurück.
move-kept = Keine Verbindung: Dein Zug { $move } ist gespeichert und wird so bald wie möglich gesendet.
skip = Überspringen
hand-over-title = { $name }, du bist am Zug
hand-over-show = Meine Ablage zeigen
hand-over-undo = Zug zurücknehmen: { $name }
hand-over-off = Nicht mehr zeigen
scoring-heading = Runde { $round }: Wertung
scoring-floor = Boden
scoring-bonus = Bonus
scoring-total = Gesamt
scoring-next = Nächste Runde
scoring-result = Ergebnis zeigen
scoring-off = Wertung nicht mehr zeigen
last-move-line = { $name } nahm { tiles-short-acc } { from-source } für Musterreihe { $line }
last-move-floor = { $name } nahm { tiles-short-acc } { from-source } für die Bodenreihe
last-move-filled =
    { $points ->
        [0] gefüllt
       *[other] gefüllt, +{ $points } am Rundenende
    }
last-move-open =
    { $count ->
        [one] { $count } fehlt noch
       *[other] { $count } fehlen noch
    }
last-move-fell =
    { $cost ->
        [0] { $count } zu Boden
       *[other] { $count } zu Boden, −{ $cost }
    }
last-move-marker = mit Startspielermarker
last-move-to-line = → Reihe { $line }
last-move-to-floor = → Boden
then-round-end = Rundenende: { $now } → { $then }.
last-round-would-win =
    { $who ->
        [you] Wäre die Runde jetzt zu Ende, würdest du gewinnen.
       *[name] Wäre die Runde jetzt zu Ende, würde { $name } gewinnen.
    }
last-round-would-share = Wäre die Runde jetzt zu Ende, gäbe es einen geteilten Sieg: { $names }.
undo-sent = Dein Zug wird zurückgenommen.
undo-question = { $name } möchte einen Zug zurücknehmen.
undo-allow = Erlauben
undo-deny = Ablehnen
undo-awaiting = Du hast darum gebeten, deinen Zug zurücknehmen zu dürfen.
undo-withdraw = Zurückziehen
resign-text = Ein Bot spielt für dich weiter; gewinnen kannst du dann nicht mehr.
resign-ends = Die Partie ist dann zu Ende, und { $name } gewinnt.
# Several players share this screen.
resign-for = Soll { $name } aufgeben?
say = Sagen
phrases = Sätze
phrases-from = Sätze zeigen von:
phrases-muted = Sätze ausgeblendet
phrases-off = Sätze sind in den Einstellungen ausgeschaltet.
away = abwesend
away-until = abwesend, noch { $seconds } s
vote-question = { $name } ist schon eine Weile abwesend.
vote-bot = Bot weiterspielen lassen
vote-done = Du hast abgestimmt
seat-lost = Ein Bot spielt für dich weiter.
seat-take-back = Platz zurückholen
watching =
    { $count ->
        [1] Du schaust zu.
       *[other] Du schaust zu, insgesamt schauen { $count } zu.
    }
# $time is already formatted.
clock-label = Restzeit: { $time }
clock-days = { $days } T { $hours } h
clock-hours = { $hours } h
clock-lag = Die ersten { $ms } ms jedes Zuges zählen nicht.

## Hints

hint-asked = Ein guter Zug wird gesucht.
hint-play = So spielen
# $columns is a comma-separated list of the two below.
hint-columns = Am besten: { $columns }.
hint-line-column = Musterreihe { $line } in Spalte { $column }
hint-line-falls = Musterreihe { $line } fällt zu Boden
hint-reason-fills =
    { $points ->
        [one] Das füllt Musterreihe { $line }: +{ $points } Punkt am Rundenende.
       *[other] Das füllt Musterreihe { $line }: +{ $points } Punkte am Rundenende.
    }
hint-reason-adds =
    { $count ->
        [one] Das bringt { $count } Fliese in Musterreihe { $line }.
       *[other] Das bringt { $count } Fliesen in Musterreihe { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } Fliese fällt zu Boden (−{ $cost }), aber alles andere kostet mehr.
       *[other] { $count } Fliesen fallen zu Boden (−{ $cost }), aber alles andere kostet mehr.
    }
hint-reason-denies = Mit diesen Fliesen könnte { $name } Musterreihe { $line } füllen (+{ $points }).
hint-reason-ends-game = Das vervollständigt eine Wandreihe: Die Partie endet nach dieser Runde.

## What happened

happened-created = Der Tisch ist eröffnet.
happened-seated = { $name } nimmt Platz.
happened-unseated = Platz { $seat } ist wieder frei.
happened-bot-seated = Neu am Tisch: { $bot }.
happened-started = Die Partie beginnt.
happened-moved = { $name } spielt { $move }.
happened-chosen =
    { $who ->
        [you] Du hast deine Spalten gewählt.
       *[name] { $name } hat Spalten gewählt.
    }
happened-tiled = Die Wände sind gefliest.
happened-undo-asked =
    { $who ->
        [you] Du möchtest einen Zug zurücknehmen.
       *[name] { $name } möchte einen Zug zurücknehmen.
    }
happened-undo-refused = Der Zug bleibt stehen.
happened-taken-back =
    { $who ->
        [you] Du holst deinen Platz zurück.
       *[name] { $name } holt den Platz zurück.
    }
happened-resumed = Der Server war nicht erreichbar; die verlorene Zeit wird den Uhren gutgeschrieben.
happened-cancelled = Die Partie wurde abgesagt.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] Du erhältst { $points } Bonuspunkt ({ $list }).
               *[other] Du erhältst { $points } Bonuspunkte ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } erhält { $points } Bonuspunkt ({ $list }).
               *[other] { $name } erhält { $points } Bonuspunkte ({ $list }).
            }
    }
# $list is a list of names and score changes.
log-round-points = Runde zu Ende: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } Runde · graue Wand · { $when }
               *[other] { $rounds } Runden · graue Wand · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } Runde · farbige Wand · { $when }
               *[other] { $rounds } Runden · farbige Wand · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Wand: { $points } Punkt.
       *[other] Wand: { $points } Punkte.
    }
result-floor = Bodenreihe −{ $points }
bonuses = Boni
record = Aufzeichnung
rematch-open = Zur Revanche
rematch-withdraw = Keine Revanche
rematch-waiting = Warten, bis die anderen zustimmen.
rematch-wanted = { $name } möchte eine Revanche.
proof-text = Vor der Partie zeigte der Server eine Prüfsumme seines Geheimnisses, und jedes Gerät am Tisch versiegelte eine Zufallszahl. Erst als alle versiegelt waren, wurden sie geöffnet: So konnte niemand die Fliesen bestimmen. Diese Seite hat nachgerechnet, wer beginnt, und jede Ziehung wiederholt; „azulejo verify“ prüft auch, ob jeder Zug den Regeln entspricht.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Vor der Partie zeigte der Server eine Prüfsumme seines Geheimnisses, und alle am Tisch steuerten eigene Zufallszahlen bei. Diese Seite hat jede Ziehung nachgerechnet; „azulejo verify“ prüft auch, ob jeder Zug den Regeln entspricht.
proof-commitment = Prüfsumme
proof-secret = Geheimnis
proof-nonce = Zufallszahl: { $name }
proof-seal = Siegel: { $name }
proof-none = keine
proof-open = { $nonce } (nicht versiegelt)
proof-withheld = versiegelt, aber nicht geöffnet
proof-uncommitted = nicht rechtzeitig versiegelt
proof-withheld-gain = { $name } hat eine Zahl versiegelt, aber nicht geöffnet. Das nützt nur, wenn man auch das Geheimnis des Servers kennt: Dann kann man zwischen zwei Ziehungen wählen, mit dieser Zahl oder ohne sie.

## Places, ties, sharing and sounds

result-place =
    { $shared ->
        [yes] Platz { $place }, geteilt
       *[no] Platz { $place }
    }
result-own-place =
    { $shared ->
        [yes] Du teilst dir Platz { $place } von { $count }.
       *[no] Du bist auf Platz { $place } von { $count }.
    }
result-tie =
    { $points ->
        [one] Gleichstand bei { $points } Punkt: { $names }.
       *[other] Gleichstand bei { $points } Punkten: { $names }.
    }
result-tie-rows = Die vollständigen Wandreihen entscheiden: { $list }.
result-tie-shared = Auch die Zahl der vollständigen Wandreihen ist gleich, also wird der Platz geteilt.
next-level = Als Nächstes: { $name }
image-save = Bild speichern
image-share = Bild teilen
sounds-question = Mit Tönen spielen?
sounds-on = Ja
sounds-off = Nein
image-failed = Das Bild konnte nicht erstellt werden.

## The command box

commands = Befehle
command-label = Befehl
command-send = Senden
command-help = Züge wie 2B3 (Manufaktur 2, Blau, Musterreihe 3) oder CRF (Tischmitte, Rot, Bodenreihe). Fragen: f, f 2, c, me, p2, floor, legal blau, why 3, bag, last, clock, undo, hint.
command-no-table = Es gibt noch keinen Tisch.
command-done = { $move }: erledigt.
command-no-choice = Diese Spalte kann jetzt nicht gewählt werden.
command-no-moves = Einen solchen Zug gibt es nicht.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } Zug: { $moves }.
       *[other] { $count } Züge: { $moves }.
    }
command-no-tiles = { $move }: Solche Fliesen liegen nicht aus.
command-line-open = In Musterreihe { $line } passt jede Farbe, die ausliegt.
command-nothing-yet = Noch ist nichts geschehen.
command-no-player = Einen Platz { $seat } gibt es nicht.
command-score =
    { $points ->
        [one] { $name }: { $points } Punkt.
       *[other] { $name }: { $points } Punkte.
    }
command-wall-empty = Die Wand ist leer.
command-no-clock = Es gibt keine Uhr.
command-unknown = „{ $text }“ ist kein Befehl. „help“ zeigt die Liste der Tasten.

## Help

help-title = Tasten
help-intro = Nimm Fliesen, dann wähle eine Musterreihe. Beides geht mit Maus, Touchscreen oder Tastatur.
help-source = Manufaktur oder Tischmitte
help-colour = Farbe: Blau, Gelb, Rot, Schwarz, Weiß
help-target = Musterreihe oder Bodenreihe
help-confirm = Zug bestätigen
help-back = einen Schritt zurück
help-undo = rückgängig
help-hint = Tipp
help-skip = Animation überspringen
help-command = Befehlsfeld
help-help = diese Liste
help-keys-off = Tastenkürzel mit einer einzelnen Taste sind in den Einstellungen ausgeschaltet.
help-commands = Das Befehlsfeld nimmt Züge in Notation an und beantwortet Fragen; Screenreader lesen die Antworten vor.
help-rules = Die Regeln
help-first-round = Eine geführte erste Runde

## Why the server refused something

problem-malformed = Das hat der Server nicht verstanden. Lade die Seite neu.
problem-no-session = Der Server kennt diesen Browser noch nicht. Lade die Seite neu.
problem-forbidden = Das darfst du nicht.
problem-not-found = Nicht gefunden, oder du hast keinen Zugriff.
problem-stale = Die Partie ist weitergegangen. Schau noch einmal und wähle neu.
problem-not-your-turn = Du bist nicht am Zug.
problem-not-your-seat = Das ist nicht dein Platz.
problem-wrong-phase = Das ist jetzt nicht möglich.
problem-illegal = Das erlauben die Regeln nicht.
problem-already-chosen = Du hast deine Spalten schon gewählt.
problem-no-undo = Dieser Zug lässt sich nicht zurücknehmen.
problem-seat-taken = Der Platz ist besetzt.
problem-already-seated = Du hast in dieser Partie schon einen Platz.
problem-not-started = Die Partie hat noch nicht begonnen.
problem-started = Die Partie hat schon begonnen.
problem-ended = Die Partie ist zu Ende.
problem-bad-invitation = Diese Einladung gilt nicht mehr.
problem-name-taken = Dieser Name ist vergeben.
problem-bad-name = Dieser Name kann nicht verwendet werden.
problem-bad-login = Falscher Name oder falsches Passwort.
problem-code-required = Gib den Code aus deiner Authenticator-App ein.
problem-bad-code = Dieser Code ist falsch oder wurde schon benutzt.
problem-bad-password = Das Passwort ist zu kurz oder zu lang.
problem-common-password = Dieses Passwort ist zu leicht zu erraten.
problem-same-game = Du hast zwei Plätze in derselben laufenden Partie: einen als Gast, einen mit deinem Konto.
problem-id-used = Diese Anfrage wurde schon mit anderen Einstellungen gesendet.
problem-too-fast = Das ging zu schnell. Warte einen Moment.
problem-too-many-codes = Zu viele falsche Codes. Gib zwei aufeinanderfolgende Codes aus deiner App ein oder einen Wiederherstellungscode.
problem-too-many = Das Limit ist erreicht.
problem-thinking-time = Deine Bots haben gerade viel nachgedacht. Gib ihnen eine Minute.
problem-bad-origin = Die Anfrage kam von einer anderen Website.
problem-no-hints = In Partien mit anderen Menschen gibt es keine Tipps.
problem-unavailable = Der Server ist gerade nicht erreichbar. Versuche es noch einmal.
problem-two-credentials = Es wurden zwei Identitäten zugleich gesendet. Lade die Seite neu.

# The messages of form fields that are not valid.
field-missing = Bitte fülle dieses Feld aus.
field-short =
    { $min ->
        [one] Bitte gib mindestens ein Zeichen ein.
       *[other] Bitte gib mindestens { $min } Zeichen ein.
    }
