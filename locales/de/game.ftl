# Messages about the game, shared by the terminal and the web client, in German.
# The English file documents the variables.
# Address: du. After a colon a whole sentence starts with a capital.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blau
        [yellow] Gelb
        [red] Rot
        [black] Schwarz
       *[white] Weiß
    }
colour-description =
    { $colour ->
        [blue] blau
        [yellow] gelb
        [red] rot
        [black] schwarz
       *[white] weiß mit türkisfarbenen Linien
    }
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blaue Fliese
               *[other] { $count } blaue Fliesen
            }
        [yellow]
            { $count ->
                [one] { $count } gelbe Fliese
               *[other] { $count } gelbe Fliesen
            }
        [red]
            { $count ->
                [one] { $count } rote Fliese
               *[other] { $count } rote Fliesen
            }
        [black]
            { $count ->
                [one] { $count } schwarze Fliese
               *[other] { $count } schwarze Fliesen
            }
       *[white]
            { $count ->
                [one] { $count } weiße Fliese
               *[other] { $count } weiße Fliesen
            }
    }
tiles-acc = { tiles-nom }
tiles-short-nom =
    { $colour ->
        [blue] { $count } blaue
        [yellow] { $count } gelbe
        [red] { $count } rote
        [black] { $count } schwarze
       *[white] { $count } weiße
    }
tiles-short-acc = { tiles-short-nom }
tile-nom =
    { $colour ->
        [blue] blaue Fliese
        [yellow] gelbe Fliese
        [red] rote Fliese
        [black] schwarze Fliese
       *[white] weiße Fliese
    }
tile-acc = { tile-nom }
tile-the-nom = die { tile-nom }
tile-the-acc = { tile-the-nom }
tiles-plural =
    { $colour ->
        [blue] blaue Fliesen
        [yellow] gelbe Fliesen
        [red] rote Fliesen
        [black] schwarze Fliesen
       *[white] weiße Fliesen
    }
tiles-all-five =
    { $colour ->
        [blue] alle 5 blauen Fliesen
        [yellow] alle 5 gelben Fliesen
        [red] alle 5 roten Fliesen
        [black] alle 5 schwarzen Fliesen
       *[white] alle 5 weißen Fliesen
    }

## Counts

count-players =
    { $count ->
        [1] Allein
        [2] Zu zweit
        [3] Zu dritt
        [4] Zu viert
       *[other] { $count } Personen
    }
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Neuling
level-apprentice = Lehrling
level-tiler = Fachkraft
level-artisan = Fliesenprofi
level-master = Meisterhand
level-legend = Legende
baseline-random = Zufall
baseline-greedy = Gierig
baseline-uct = UCT
level-numbered =
    { $level ->
        [beginner] { level-beginner } (1)
        [apprentice] { level-apprentice } (2)
        [tiler] { level-tiler } (3)
        [artisan] { level-artisan } (4)
        [master] { level-master } (5)
        [legend] { level-legend } (6)
        [random] { baseline-random }
        [greedy] { baseline-greedy }
       *[uct] { baseline-uct }
    }
level-label = Stufe

## Walls, phases and rounds

wall-name =
    { $wall ->
        [grey] Graue Wand
       *[coloured] Farbige Wand
    }
variant-label = Variante
phase-name =
    { $phase ->
        [offer] Musterphase
        [tiling] Fliesungsphase
        [refill] Nächste Runde vorbereiten
       *[over] Spielende
    }
round-number = Runde { $round }
table-heading =
    { $wall ->
        [grey] Runde { $round } · graue Wand
       *[coloured] Runde { $round } · farbige Wand
    }
last-round-row =
    { $who ->
        [you] Letzte Runde: Du vervollständigst Wandreihe { $row }.
       *[name] Letzte Runde: { $name } vervollständigt Wandreihe { $row }.
    }
last-round-row-grey =
    { $who ->
        [you] Letzte Runde, falls die Fliese an die Wand passt: Dann vervollständigst du Wandreihe { $row }.
       *[name] Letzte Runde, falls die Fliese an die Wand passt: Dann vervollständigt { $name } Wandreihe { $row }.
    }

## Places

bag-label = Beutel
lid-label = Schachteldeckel
score-label = Punktestand
wall-label = Wand
lines-label = Musterreihen
board-of = Spielerablage: { $name }
your-board = Deine Spielerablage
from-source =
    { $source ->
        [centre] aus der Tischmitte
       *[factory] von Manufaktur { $factory }
    }

## Turns

turn-yours = Du bist am Zug.
turn-yours-label = Du bist am Zug
turn-of = { $name } ist am Zug.
turn-thinking = { $name } denkt nach.
turn-choosing = { $name } wählt Spalten.
turn-take = Nimm Fliesen von einer Manufaktur oder aus der Tischmitte.
turn-target = Wähle eine Musterreihe oder die Bodenreihe.
turn-confirm = Bestätige deinen Zug oder nimm ihn zurück.
starts-next =
    { $who ->
        [you] Du beginnst die nächste Runde.
       *[name] { $name } beginnt die nächste Runde.
    }
choose-column = Musterreihe { $line } ist voll. In welche Spalte kommt { tile-the-nom }?
choose-done = Du hast deine Spalten gewählt.
waiting-others = Warten auf die anderen.
waiting-names = Warten auf: { $names }

## What a move would do

take-source = Nimm { tiles-acc } { from-source }.
take-to-line = Nimm { tiles-acc } { from-source } und leg sie in Musterreihe { $line }.
take-to-floor = Nimm { tiles-acc } { from-source } und leg sie in die Bodenreihe.
preview-line =
    { $outcome ->
        [scores] Leg { tiles-short-acc } { from-source } in Musterreihe { $line }: Sie wird voll, am Rundenende +{ $points }{ points-how }.
        [blocked] Leg { tiles-short-acc } { from-source } in Musterreihe { $line }: Sie wird voll, aber an der Wand ist kein Feld für die Fliese.
       *[open] Leg { tiles-short-acc } { from-source } in Musterreihe { $line }: Sie hat dann { $held } von { $size } Fliesen.
    }
preview-floor =
    { $before ->
        [0] Leg { tiles-short-acc } { from-source } in die Bodenreihe: 0 → −{ $after }.
       *[other] Leg { tiles-short-acc } { from-source } in die Bodenreihe: −{ $before } → −{ $after }.
    }
then-rest =
    { $count ->
        [one] { $rest } kommt in die Tischmitte.
       *[other] { $rest } kommen in die Tischmitte.
    }
then-marker =
    { $cost ->
        [0] Du nimmst den Startspielermarker.
        [one] Du nimmst den Startspielermarker (−{ $cost } Punkt).
       *[other] Du nimmst den Startspielermarker (−{ $cost } Punkte).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } Fliese fällt zu Boden.
                [one] { $count } Fliese fällt zu Boden (−{ $cost } Punkt).
               *[other] { $count } Fliese fällt zu Boden (−{ $cost } Punkte).
            }
       *[other]
            { $cost ->
                [0] { $count } Fliesen fallen zu Boden.
                [one] { $count } Fliesen fallen zu Boden (−{ $cost } Punkt).
               *[other] { $count } Fliesen fallen zu Boden (−{ $cost } Punkte).
            }
    }
then-floor =
    { $before ->
        [0] Bodenreihe: 0 → −{ $after }.
       *[other] Bodenreihe: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] Die Bodenreihe ist voll: { $count } Fliese kommt in den Schachteldeckel.
       *[other] Die Bodenreihe ist voll: { $count } Fliesen kommen in den Schachteldeckel.
    }
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(einzelne Fliese)
               *[other] {" "}(Spalte +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(Reihe +{ $across })
               *[other] {" "}(Reihe +{ $across }, Spalte +{ $down })
            }
    }
scored =
    { $points ->
        [one] +{ $points } Punkt{ points-how }
       *[other] +{ $points } Punkte{ points-how }
    }

## Tags on the board

tag-points =
    { $across ->
        [0] +{ $points }
       *[other]
            { $down ->
                [0] +{ $points }
               *[other] +{ $points } = { $across } + { $down }
            }
    }
tag-spill =
    { $cost ->
        [0]
            { $count ->
                [one] { $count } fällt
               *[other] { $count } fallen
            }
       *[other]
            { $count ->
                [one] { $count } fällt, −{ $cost }
               *[other] { $count } fallen, −{ $cost }
            }
    }
tag-floor =
    { $before ->
        [0] Boden: 0 → −{ $after }
       *[other] Boden: −{ $before } → −{ $after }
    }
tag-blocked = kein Feld
tag-round-end = { $now } am Rundenende
tag-round-end-change = { $now } → { $then } am Rundenende

## Offer, supply and outlook

factory-tiles = Manufaktur { $factory }: { $tiles }
factory-empty = Manufaktur { $factory } ist leer.
centre-tiles = Tischmitte: { $tiles }
centre-empty = Die Tischmitte ist leer.
marker-in-centre = Der Startspielermarker liegt in der Tischmitte.
bag-count =
    { $count ->
        [one] Beutel: { $count } Fliese
       *[other] Beutel: { $count } Fliesen
    }
lid-count =
    { $count ->
        [one] Schachteldeckel: { $count } Fliese
       *[other] Schachteldeckel: { $count } Fliesen
    }
bag-tiles = Beutel: { $tiles }
lid-tiles = Schachteldeckel: { $tiles }

## Why a move is not possible

illegal-turn = Du bist nicht am Zug.
illegal-phase =
    { $phase ->
        [offer] Es liegen noch Fliesen aus.
        [tiling] Es liegen keine Fliesen mehr aus: Die Wände werden gefliest.
        [refill] Die Manufakturen sind noch nicht bestückt.
       *[over] Die Partie ist zu Ende.
    }
illegal-factory = Manufaktur { $factory } gibt es an diesem Tisch nicht.
illegal-tiles =
    { $source ->
        [centre] In der Tischmitte liegt keine { tile-nom }.
       *[factory] Auf Manufaktur { $factory } liegt keine { tile-nom }.
    }
illegal-line-full = Musterreihe { $line } ist voll.
illegal-line-holds =
    { $colour ->
        [blue] In Musterreihe { $line } passt nur Blau.
        [yellow] In Musterreihe { $line } passt nur Gelb.
        [red] In Musterreihe { $line } passt nur Rot.
        [black] In Musterreihe { $line } passt nur Schwarz.
       *[white] In Musterreihe { $line } passt nur Weiß.
    }
illegal-row-shows =
    { $colour ->
        [blue] In Wandreihe { $row } ist Blau schon vergeben.
        [yellow] In Wandreihe { $row } ist Gelb schon vergeben.
        [red] In Wandreihe { $row } ist Rot schon vergeben.
        [black] In Wandreihe { $row } ist Schwarz schon vergeben.
       *[white] In Wandreihe { $row } ist Weiß schon vergeben.
    }
illegal-nothing-to-place = Du hast keine volle Musterreihe mehr.
illegal-other-line-first = Zuerst kommt Musterreihe { $line }.
illegal-wrong-column = An der farbigen Wand gehört { tile-the-nom } in Spalte { $column }.
illegal-space-taken = Dieses Feld ist belegt.
illegal-column-shows =
    { $colour ->
        [blue] In Spalte { $column } ist Blau schon vergeben.
        [yellow] In Spalte { $column } ist Gelb schon vergeben.
        [red] In Spalte { $column } ist Rot schon vergeben.
        [black] In Spalte { $column } ist Schwarz schon vergeben.
       *[white] In Spalte { $column } ist Weiß schon vergeben.
    }
illegal-must-place = An der Wand ist ein Feld für die Fliese frei, also darf sie nicht zu Boden fallen.

## What happened

log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] Du nimmst { tiles-acc } { from-source } und füllst Musterreihe { $line }.
               *[no] Du nimmst { tiles-acc } { from-source } und legst sie in Musterreihe { $line }.
            }
       *[name]
            { $filled ->
                [yes] { $name } nimmt { tiles-acc } { from-source } und füllt Musterreihe { $line }.
               *[no] { $name } nimmt { tiles-acc } { from-source } und legt sie in Musterreihe { $line }.
            }
    }
log-take-floor =
    { $who ->
        [you] Du nimmst { tiles-acc } { from-source } und legst sie in die Bodenreihe.
       *[name] { $name } nimmt { tiles-acc } { from-source } und legt sie in die Bodenreihe.
    }
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] Du nimmst den Startspielermarker.
                [one] Du nimmst den Startspielermarker (−{ $cost } Punkt).
               *[other] Du nimmst den Startspielermarker (−{ $cost } Punkte).
            }
       *[name]
            { $cost ->
                [0] { $name } nimmt den Startspielermarker.
                [one] { $name } nimmt den Startspielermarker (−{ $cost } Punkt).
               *[other] { $name } nimmt den Startspielermarker (−{ $cost } Punkte).
            }
    }
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } in die Bodenreihe, mit Startspielermarker
               *[no] { tiles-short-nom } in die Bodenreihe
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } in Musterreihe { $line }{ log-short-line }, mit Startspielermarker
               *[no] { tiles-short-nom } in Musterreihe { $line }{ log-short-line }
            }
    }
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , voll
                [one] , voll, { $spilled } fällt
               *[other] , voll, { $spilled } fallen
            }
       *[no] {""}
    }
log-round-ends = Runde { $round } ist zu Ende.
log-tiled =
    { $who ->
        [you] Du legst eine { tile-acc } in Wandreihe { $row }, Spalte { $column }: { scored }.
       *[name] { $name } legt eine { tile-acc } in Wandreihe { $row }, Spalte { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] Du vervollständigst Wandreihe { $row }.
       *[name] { $name } vervollständigt Wandreihe { $row }.
    }
log-dropped =
    { $who ->
        [you] Du hast kein Feld für { tile-the-acc } aus Musterreihe { $line }: Die ganze Musterreihe fällt zu Boden.
       *[name] { $name } hat kein Feld für { tile-the-acc } aus Musterreihe { $line }: Die ganze Musterreihe fällt zu Boden.
    }
log-floor =
    { $who ->
        [you]
            { $lost ->
                [one] Du verlierst { $lost } Punkt durch die Bodenreihe.
               *[other] Du verlierst { $lost } Punkte durch die Bodenreihe.
            }
       *[name]
            { $lost ->
                [one] { $name } verliert { $lost } Punkt durch die Bodenreihe.
               *[other] { $name } verliert { $lost } Punkte durch die Bodenreihe.
            }
    }
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] Du verlierst durch die Bodenreihe (−{ $cost }) keine Punkte: Unter 0 geht es nie.
                [one] Du verlierst durch die Bodenreihe (−{ $cost }) nur { $lost } Punkt: Unter 0 geht es nie.
               *[other] Du verlierst durch die Bodenreihe (−{ $cost }) nur { $lost } Punkte: Unter 0 geht es nie.
            }
       *[name]
            { $lost ->
                [0] { $name } verliert durch die Bodenreihe (−{ $cost }) keine Punkte: Unter 0 geht es nie.
                [one] { $name } verliert durch die Bodenreihe (−{ $cost }) nur { $lost } Punkt: Unter 0 geht es nie.
               *[other] { $name } verliert durch die Bodenreihe (−{ $cost }) nur { $lost } Punkte: Unter 0 geht es nie.
            }
    }
log-starts-again =
    { $who ->
        [you] Niemand hat den Startspielermarker, also beginnst du wieder.
       *[name] Niemand hat den Startspielermarker, also beginnt { $name } wieder.
    }
log-lid-to-bag =
    { $count ->
        [one] Der Beutel ist leer: { $count } Fliese kommt aus dem Schachteldeckel in den Beutel.
       *[other] Der Beutel ist leer: { $count } Fliesen kommen aus dem Schachteldeckel in den Beutel.
    }
log-round =
    { $who ->
        [you] Runde { $round }: Du beginnst.
       *[name] Runde { $round }: { $name } beginnt.
    }
log-game-over =
    { $reason ->
        [tiles] Die Partie ist zu Ende: Für die Manufakturen sind keine Fliesen mehr da.
       *[row] Die Partie ist zu Ende: Eine Wandreihe ist vollständig.
    }
log-undo =
    { $who ->
        [you] Du nimmst deinen letzten Zug zurück.
       *[name] { $name } nimmt den letzten Zug zurück.
    }
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Du gibst auf.
               *[name] { $name } gibt auf.
            }
        [time]
            { $who ->
                [you] Du hast die Zeit überschritten.
               *[name] { $name } hat die Zeit überschritten.
            }
       *[left]
            { $who ->
                [you] Du verlässt den Tisch.
               *[name] { $name } verlässt den Tisch.
            }
    }
log-takeover = Den Platz übernimmt { $bot }.
log-win = { result-win }.
log-win-rows = { result-win-rows }.
log-win-gone = { result-win-gone }.
log-shared = { result-shared }.
log-truncated = { result-truncated }.
log-aborted = { result-aborted }.

## The result

result-win =
    { $who ->
        [you]
            { $points ->
                [one] Du gewinnst mit { $points } Punkt Vorsprung
               *[other] Du gewinnst mit { $points } Punkten Vorsprung
            }
       *[name]
            { $points ->
                [one] { $name } gewinnt mit { $points } Punkt Vorsprung
               *[other] { $name } gewinnt mit { $points } Punkten Vorsprung
            }
    }
result-win-rows =
    { $who ->
        [you] Gleichstand: Du gewinnst mit mehr vollständigen Wandreihen
       *[name] Gleichstand: { $name } gewinnt mit mehr vollständigen Wandreihen
    }
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Du gewinnst: { $loser } hat aufgegeben
                [loser] { $name } gewinnt: Du hast aufgegeben
               *[name] { $name } gewinnt: { $loser } hat aufgegeben
            }
        [time]
            { $who ->
                [you] Du gewinnst: { $loser } hat die Zeit überschritten
                [loser] { $name } gewinnt: Du hast die Zeit überschritten
               *[name] { $name } gewinnt: { $loser } hat die Zeit überschritten
            }
       *[left]
            { $who ->
                [you] Du gewinnst: { $loser } hat den Tisch verlassen
                [loser] { $name } gewinnt: Du hast den Tisch verlassen
               *[name] { $name } gewinnt: { $loser } hat den Tisch verlassen
            }
    }
result-shared = Geteilter Sieg: { $names }
result-truncated =
    { $count ->
        [one] Nach { $count } Runde abgebrochen: keine Boni, kein Sieg
       *[other] Nach { $count } Runden abgebrochen: keine Boni, kein Sieg
    }
result-aborted = Die Partie wurde ohne Ergebnis abgebrochen
result-unfinished = Die Partie ist noch nicht zu Ende
points-wall = Wand
points-rows = Wandreihen
points-columns = Spalten
points-colours = Farben
points-floor = Bodenreihe
points-total = Gesamt
points-by-source = Punkte nach Herkunft
points-by-round = Punkte nach Runden
bonus-rows =
    { $count ->
        [one] { $count } vollständige Wandreihe: +{ $points }
       *[other] { $count } vollständige Wandreihen: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } vollständige Spalte: +{ $points }
       *[other] { $count } vollständige Spalten: +{ $points }
    }
bonus-colours =
    { $count ->
        [one] { $count } Farbsatz: +{ $points }
       *[other] { $count } Farbsätze: +{ $points }
    }

## Hints

hint-from = { $bot } würde { $move } spielen.
hint-nothing-falls = Nichts fällt zu Boden.
hint-bonus =
    { $kind ->
        [row] Das vervollständigt Wandreihe { $row } (+2 Punkte am Spielende).
        [column] Das vervollständigt Spalte { $column } (+7 Punkte am Spielende).
       *[colour] Damit sind { tiles-all-five } an der Wand (+10 Punkte am Spielende).
    }
hint-missing =
    { $missing ->
        [one] Danach fehlt noch { $missing } Fliese
       *[other] Danach fehlen noch { $missing } Fliesen
    }
hint-needs =
    { $count ->
        [0] { hint-missing }, aber im Angebot bleibt keine.
       *[other] { hint-missing }; noch im Angebot: { tiles-nom }.
    }
hint-builds = Spalte { $column } hat dann { $count } von 5 Fliesen.
hint-denies = { $name } könnte mit diesen Fliesen Musterreihe { $line } füllen.
hint-marker = Du bekommst den Startspielermarker und beginnst die nächste Runde.
hint-column = Am besten ist Spalte { $column }: { scored }.
hint-exact = Bis zum Rundenende genau ausgerechnet.

## Buttons and questions

action-play = Spielen
action-confirm = Bestätigen
action-undo = Rückgängig
action-cancel = Abbrechen
action-hint = Tipp
action-resign = Aufgeben
action-rematch = Revanche
action-replay = Nachspielen
action-report = Bericht
action-watch = Zuschauen
ask-resign = Möchtest du aufgeben?
undo-nothing = Es gibt keinen Zug, den du zurücknehmen kannst.

## Phrases between players

phrase-hello = Hallo.
phrase-good-luck = Viel Glück.
phrase-well-played = Gut gespielt.
phrase-thanks = Danke.
phrase-nice-move = Schöner Zug.
phrase-oops = Hoppla.
phrase-moment = Einen Moment, bitte.
phrase-back = Ich bin wieder da.
phrase-good-game = Das war eine schöne Partie.
phrase-again = Noch eine Partie?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Jede Ziehung passt zu dem, was dieses Gerät gespeichert hat: zur Prüfsumme des Servers, zu allen versiegelten Zahlen, zu deiner eigenen Zahl und zu den Fliesen, die es gesehen hat
draws-device-open = ✓ Jede Ziehung passt zu dem, was dieses Gerät gespeichert hat: zur Prüfsumme des Servers, zu deiner eigenen Zahl und zu den Fliesen, die es gesehen hat
draws-device-watched = ✓ Jede Ziehung passt zur Prüfsumme des Servers und zu den Fliesen, die dieses Gerät gespeichert hat; du hast keine eigene Zahl beigesteuert
draws-consistent = Die Ziehung passt zum Beweis in der Aufzeichnung, aber dieses Gerät hat am Anfang nichts gespeichert: Ob die Aufzeichnung ausgetauscht wurde, lässt sich nicht sagen
draws-unused = Deine Zufallszahl wurde nicht verwendet: Sie kam zu spät, oder wer den Server betreibt, hat sie verworfen
draws-swapped = Die Aufzeichnung passt nicht zu dem, was dieses Gerät gespeichert oder gesehen hat: Sie wurde ausgetauscht
draws-wrong = Die Ziehung folgt nicht aus dem Beweis in der Aufzeichnung

## Lists

list-two = { $first } und { $second }
list-more = { $first }, { $second }
