# Puzzles, in the terminal and the browser, in German. The English file documents the variables.

puzzle-intro = Finde den einen richtigen Zug. Gib ihn ein, zum Beispiel 2B3, oder tippe hint (Tipp), skip (überspringen), moves (Züge) oder quit (beenden).
puzzle-heading = Aufgabe { $number }: { $kind } (Wertung { $rating })
puzzle-kind-last-round = Gewinne die Partie
puzzle-kind-take-floor = Ab auf den Boden
puzzle-kind-avoid-floor = Nichts zu Boden
puzzle-kind-deny = Nimm es deinem Gegenüber weg
puzzle-kind-end-of-round = Ende der Runde
puzzle-kind-best-move = Bester Zug
puzzle-opponent = Gegenüber
puzzle-right = Richtig.
puzzle-next = Finde jetzt den nächsten Zug.
puzzle-not-won = Damit gewinnst du die Partie nicht.
puzzle-lowers-chance = Nicht ganz: Das senkt deine Gewinnchance um { $percent } %.
puzzle-once-more = Noch ein Versuch.
puzzle-solution = Der richtige Zug ist { $move }.
puzzle-rating =
    { $streak ->
        [0] Deine Wertung: { $rating }.
       *[other] Deine Wertung: { $rating }. In Folge: { $streak }.
    }
puzzle-none = Von dieser Art gibt es keine Aufgaben.
puzzle-all-asked = Du hast alle Aufgaben gesehen.
puzzle-summary = { $solved } von { $count } gelöst. Deine Wertung: { $rating }.

## Only in the browser

puzzles-title = Aufgaben
puzzles-daily = Aufgabe des Tages
puzzles-daily-date = Aufgabe des Tages · { $date }
puzzles-you = Du
puzzles-opponent-number = Gegenüber { $number }
puzzles-task-wins = Einer von { $count } Zügen gewinnt
puzzles-task-best = Einer von { $count } Zügen ist klar der beste
puzzles-task-columns = Eine Spaltenwahl ist klar die beste
puzzles-result-now =
    { $result ->
        [win] Wäre die Runde jetzt zu Ende, würdest du gewinnen.
        [tie] Wäre die Runde jetzt zu Ende, würdest du dir den Sieg teilen.
       *[loss] Wäre die Runde jetzt zu Ende, würdest du verlieren.
    }
puzzles-about-end-of-round = Es sind nur noch wenige Fliesen da. Rechne die Runde zu Ende.
puzzles-about-deny = Achte darauf, was dein Gegenüber braucht.
puzzles-about-avoid-floor = Achte auf deine Bodenreihe.
puzzles-about-take-floor = In einer Musterreihe ist Platz, aber das ist nicht die beste Wahl.
puzzles-about-best-move = Vergleiche die Spielerablagen und finde den Zug.
puzzles-about-columns = Wähle für jede volle Musterreihe eine Spalte.

# Buttons.
puzzles-play = Zug spielen
puzzles-show = Lösung zeigen
puzzles-again = Noch einmal versuchen
puzzles-next = Nächste Aufgabe
puzzles-share = Teilen
puzzles-copied = Link kopiert.
puzzles-report = Aufgabe neu prüfen

# Hints and results.
puzzles-hint-counts = Ein Tipp zählt als Versuch.
puzzles-solved-first = Beim ersten Versuch gelöst
puzzles-solved-late = Gelöst
puzzles-solution-title = Die Lösung
puzzles-wrong = Das ist es nicht
puzzles-unrated = Du kennst diese Aufgabe schon, deshalb bleibt deine Wertung gleich.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = Deine Wertung
puzzles-thinking = Begründung wird gesucht
puzzles-costs = Das senkt deine Gewinnchance um { $chance }.
puzzles-costs-points =
    { $points ->
        [one] Das senkt deine Gewinnchance um { $chance } und kostet dich etwa { $points } Punkt.
       *[other] Das senkt deine Gewinnchance um { $chance } und kostet dich etwa { $points } Punkte.
    }
puzzles-ends-lost =
    { $points ->
        [0] Im besten Fall gibt es einen Gleichstand, und du gewinnst nicht allein.
        [one] Im besten Fall verlierst du mit { $points } Punkt Rückstand.
       *[other] Im besten Fall verlierst du mit { $points } Punkten Rückstand.
    }
puzzles-costs-floor =
    { $points ->
        [one] Das kostet { $points } Punkt in der Bodenreihe.
       *[other] Das kostet { $points } Punkte in der Bodenreihe.
    }
puzzles-leaves = { $name } kann dann { $tiles } für Musterreihe { $line } nehmen.
puzzles-columns-fewer =
    { $points ->
        [one] Das bringt jetzt { $points } Punkt weniger.
       *[other] Das bringt jetzt { $points } Punkte weniger.
    }
puzzles-columns-equal = Das bringt jetzt gleich viel, aber deine Wand ist später weniger wert.
puzzles-columns-more = Das bringt jetzt mehr, aber deine Wand ist später weniger wert.
puzzles-wins-by =
    { $points ->
        [0] Bei Gleichstand gewinnst du mit mehr vollständigen Wandreihen. Kein anderer Zug gewinnt.
        [one] Du gewinnst mit { $points } Punkt Vorsprung. Kein anderer Zug gewinnt.
       *[other] Du gewinnst mit { $points } Punkten Vorsprung. Kein anderer Zug gewinnt.
    }
puzzles-next-best = Der nächstbeste Zug senkt deine Gewinnchance um { $chance }.
puzzles-line = Die Zugfolge
puzzles-step = Nach: { $move }
puzzles-step-start = Der Anfang
puzzles-checking = Zehnmal tiefere Suche läuft
puzzles-check-stands = Zehnmal tiefer gesucht: Die Lösung stimmt, mit { $chance } Vorsprung.
puzzles-check-fails = Zehnmal tiefer gesucht: Die Lösung ist nicht klar die beste. Diese Aufgabe kommt auf diesem Gerät nicht mehr vor und zählt nicht für deine Wertung.
puzzles-check-failed = Die Prüfung konnte auf diesem Gerät nicht abgeschlossen werden.

# The situation.
puzzles-situation = Die Lage
puzzles-last-round =
    { $sure ->
        [yes] Die Partie endet mit dieser Runde.
       *[maybe] Die Partie kann mit dieser Runde enden.
    }
puzzles-proof-game = Alle Züge wurden bis zum Spielende durchgerechnet.
puzzles-proof-round = Die Runde ist gelöst, und der richtige Zug bleibt auch bei durchgerechneten Ziehungen der nächsten Runde vorn.
puzzles-proof-columns = Die richtigen Spalten bleiben auch bei durchgerechneten Ziehungen der nächsten Runde vorn.

# The player’s standing.
puzzles-standing = Dein Stand
puzzles-your-rating = Deine Wertung
puzzles-this-rating = Diese Aufgabe
puzzles-in-a-row = { $count } in Folge
puzzles-best = Rekord: { $count }
puzzles-difficulty = Schwierigkeit
puzzles-easier = Leichter
puzzles-usual = Meine Stufe
puzzles-harder = Schwerer
puzzles-week = Die letzten sieben Tage
puzzles-week-about = Ein verpasster Tag ist nicht schlimm.
puzzles-day =
    { $outcome ->
        [first] { $date }: beim ersten Versuch gelöst
        [late] { $date }: gelöst
        [today] { $date }: die Aufgabe von heute
       *[missed] { $date }: nicht gelöst
    }
puzzles-weekday =
    { $day ->
        [0] S
        [1] M
        [2] D
        [3] M
        [4] D
        [5] F
       *[6] S
    }
puzzles-kinds = Arten
puzzles-all-kinds = Alle Arten
puzzles-kind-columns = Wähle die Spalten
puzzles-kind-solved = { $solved } von { $count } gelöst
puzzles-count = { $count } Aufgaben, alle auf diesem Gerät. Das geht auch ohne Verbindung.

# Problems, keys and commands.
puzzles-unknown = Unter dieser Adresse gibt es keine Aufgabe.
puzzles-unknown-about = Vielleicht wurde sie zurückgezogen, weil eine tiefere Suche einen besseren Zug gefunden hat.
puzzles-other = Eine andere Aufgabe lösen
puzzles-no-engine = Die Engine läuft in diesem Browser nicht, deshalb fehlt die Begründung.
puzzles-keys = Tasten: 1–9 und C nehmen Fliesen, B Y R K W wählen die Farbe, 1–5 und F legen die Fliesen, Enter spielt, H Tipp, N nächste Aufgabe, / Befehle.
puzzles-command-help = Züge wie 2B3 (Manufaktur 2, Blau, Musterreihe 3). Außerdem: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blue, why 3, bag.
puzzles-over = Die Aufgabe ist beendet. Tippe next oder again.

# Puzzles about the columns of the grey wall and with several opponents, in the terminal.

puzzle-kind-columns = Wähle die Spalten
puzzle-columns-intro = Wähle für jede volle Musterreihe eine Spalte. Gib alle zusammen ein, zum Beispiel 1:3 4:2 (Musterreihe 1 in Spalte 3, Musterreihe 4 in Spalte 2).
puzzle-columns-wrong = Andere Spalten sind besser.
puzzle-opponent-number = Gegenüber { $number }
