# Puzzles, in the terminal, in German. The English file documents the variables.

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
