# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Analyse
# The name of a player without one.
analysis-player = Platz { $number }
analysis-new = Neues Brett
analysis-new-about = Das lässt sich rückgängig machen: Deine Analyse geht nicht verloren.
analysis-new-start = Los
analysis-open = Öffnen
analysis-share = Teilen

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: Tischmitte, Bodenreihe
           *[line] { $colour }: Tischmitte, Musterreihe { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: Manufaktur { $factory }, Bodenreihe
           *[line] { $colour }: Manufaktur { $factory }, Musterreihe { $line }
        }
    }
analysis-start = Anfang
analysis-deal = Ziehung
analysis-tiling = Fliesungsphase
analysis-over = Die Partie ist zu Ende.
analysis-awaits-deal = Die Runde ist zu Ende. Wähle die nächste Ziehung.

# The engine.
analysis-engine = Engine
analysis-engine-off = Die Engine ist aus.
analysis-engine-waits = Die Engine rechnet nur, solange Fliesen ausliegen.
analysis-engine-failed = Die Engine ist ausgefallen. Schalte sie ein, um es noch einmal zu versuchen.
analysis-searching = Denkt nach
analysis-depth = Tiefe { $depth }
analysis-exact-round = Exakt bis zum Rundenende
analysis-exact-round-about = Diese Runde ist gelöst; was danach kommt, ist geschätzt.
analysis-exact-game = Exakt bis zum Spielende
analysis-seconds = { $seconds } s
analysis-more = Länger nachdenken
analysis-best = beste Züge
analysis-chance = Chance
analysis-points = Punkte
analysis-played = gespielt
analysis-play-move = Spielen: { $move }
analysis-play-to = Spielen bis: { $move }
# Spoken when a search is finished.
analysis-said = Chance für { $name }: { $chance }. Am besten: { $move }.
analysis-value = Gewinnchancen: { $chances }
analysis-value-unknown = Gewinnchancen: noch unbekannt

# The moves.
analysis-moves = Züge
analysis-rounds = Runden
analysis-round = Runde { $round }
analysis-variation = Nebenvariante
analysis-promote = Zur Hauptvariante machen
analysis-delete = Ab hier löschen
analysis-comment = Kommentar schreiben
analysis-steps = Schritte
analysis-first = Zum Anfang
analysis-back = Zurück
analysis-forward = Vor
analysis-last = Zum Ende
analysis-undo = Letzte Änderung rückgängig machen
analysis-redo = Änderung wiederholen

# The next deal.
analysis-deal-title = Nächste Ziehung
analysis-deal-as-played = Wie gespielt
analysis-deal-random = Zufällig
analysis-deal-choose = Auswählen
analysis-deal-odds = Chancen
analysis-deal-missing =
    { $count ->
        [0] Alle Fliesen sind gewählt.
        [one] Noch { $count } Fliese auswählen.
       *[other] Noch { $count } Fliesen auswählen.
    }
analysis-deal-put = { $colour }: Fliese hinzufügen, noch { $count }
analysis-deal-take = { $colour }: von Manufaktur { $factory } entfernen
analysis-deal-confirm = Diese Fliesen auslegen
analysis-deal-clear = Leeren
analysis-deal-odds-about = Wie viele Fliesen kommen von jeder Farbe? Die Chancen bei { $count } gezogenen Fliesen.

# Opening.
analysis-import-title = Stellung oder Partie öffnen
analysis-import-label = Stellung, Aufzeichnung oder Link einfügen
analysis-import-file = Datei auswählen
analysis-found-position = Eine Stellung.
analysis-found-record = Partie: { $names }. Züge: { $count }.
analysis-found-study = Eine Analyse. Züge: { $count }.
analysis-found-game = Eine Partie auf diesem Server.
analysis-found-unknown = Das ist keine Stellung, keine Aufzeichnung und kein Link, den das Brett kennt.
analysis-found-too-large = Dieser Text ist zu lang.
analysis-game-missing = Diese Partie ist nicht zu finden.
analysis-game-running = Diese Partie läuft noch. Du kannst sie analysieren, wenn sie zu Ende ist.
analysis-study-missing = Diese Studie ist nicht auf diesem Gerät.
analysis-link-bad = Dieser Link enthält keine Stellung, die das Brett zeigen kann.
analysis-link-cut = Ein Teil dieses Links ist ungültig und wurde weggelassen. Der Rest ist da.
analysis-malformed = Das ist keine gültige Stellung: Zeichen { $column } passt nicht.

# Sharing.
analysis-copy = Kopieren
analysis-copied = Kopiert.
analysis-share-link = Link
analysis-share-link-about = Der Link enthält die ganze Analyse. Der Server bekommt sie nicht.
analysis-share-too-long = Diese Analyse ist zu lang für einen Link. Speichere sie als Datei.
analysis-share-position = Stellung
analysis-share-files = Dateien
analysis-share-study = Analyse
analysis-share-svg = Bild (SVG)
analysis-share-png = Bild (PNG)
analysis-share-no-record = Eine Aufzeichnung muss mit der ersten Ziehung beginnen.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] Die Zahl der Manufakturen passt nicht zur Zahl der Plätze.
        [board-count] Die Zahl der Spielerablagen passt nicht zur Zahl der Plätze.
        [factory-overfull] Manufaktur { $factory } hat mehr als vier Fliesen.
        [round] Runde { $round } gibt es nicht.
        [score] Platz { $seat }: Der Punktestand ist höher als 999.
        [start] Platz { $seat } beginnt, spielt aber nicht mit.
        [to-move] Platz { $seat } ist am Zug, spielt aber nicht mit.
        [line-overfull] Platz { $seat }: Musterreihe { $line } hat zu viele Fliesen.
        [line-mixed] Platz { $seat }: Musterreihe { $line } hat mehr als eine Farbe.
        [line-on-wall] Platz { $seat }: Wandreihe { $line } zeigt die Farbe von Musterreihe { $line } schon.
        [wrong-column] Platz { $seat }: Die Fliese in Wandreihe { $line }, Spalte { $column } gehört woandershin.
        [floor-overfull] Platz { $seat }: Die Bodenreihe ist überfüllt.
        [marker-count]
            { $count ->
                [0] Der Startspielermarker fehlt.
               *[other] Es gibt { $count } Startspielermarker.
            }
        [marker-when-over] Die Partie ist zu Ende, also darf es keinen Startspielermarker mehr geben.
        [row-complete-in-offer] Platz { $seat }: Eine Wandreihe ist vollständig, obwohl noch Fliesen ausliegen.
        [not-to-move] Platz { $seat } muss am Zug sein.
        [no-phase] Es liegt nichts aus, also muss der Startspielermarker in der Tischmitte liegen.
       *[other] Diese Stellung ist nicht möglich.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: zweimal in Wandreihe { $line } von Platz { $seat }.
        [column-repeats] { $colour }: zweimal in Spalte { $column } von Platz { $seat }.
       *[tile-count] { $colour }: { $count } statt 20 Fliesen.
    }

# The position editor.
analysis-edit = Stellung ändern
analysis-edit-about = Klick auf ein Feld, um die Fliese zu ändern, oder tippe B, Y, R, K oder W. Langes Drücken leert das Feld.
analysis-edit-legal = Diese Stellung ist möglich.
analysis-edit-faults = Was noch nicht stimmt
analysis-edit-done = Fertig
analysis-edit-repair = Den Rest in den Beutel legen
analysis-edit-factory = Manufaktur { $factory }
analysis-edit-line = Musterreihe { $line }
analysis-edit-wall = Wandreihe { $line }, Spalte { $column }
analysis-edit-floor = Bodenreihe, Feld { $space }
analysis-edit-empty = leer
analysis-edit-marker = Startspielermarker
analysis-edit-centre = Tischmitte
analysis-edit-marker-centre = Startspielermarker in der Tischmitte
analysis-edit-round = Runde
analysis-edit-start = Beginnt die Runde
analysis-edit-to-move = Am Zug

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Züge wie 2B3. Außerdem: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = Die Engine hat hier noch kein Ergebnis.
analysis-command-impossible = Das geht hier nicht.
analysis-keys = Tasten: ← → Schritte, ↑ ↓ Nebenvarianten, Bild auf und ab Runden, E Engine, X bester Zug, B Pfeile, / Befehle.
