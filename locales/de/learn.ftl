# Die Trainingsseite und das Lernen aus Fehlern auf Deutsch. Nur deren Seiten laden diese Texte.
#   $who   you oder name für { $name }
#   $gain  ein formatierter Unterschied, etwa 8 % oder 1,5 Punkte

## Die Trainingsseite

learn-title = Training
learn-lead = Sieh, wo deine Partien entschieden wurden, und übe, was dir entgangen ist.
learn-analysis = Analysebrett
learn-analysis-text = Probiere jede Stellung aus, mit der Engine an deiner Seite.
learn-puzzles = Aufgaben
learn-puzzles-text = Eine Stellung, ein bester Zug.
learn-errors = Aus Fehlern lernen
learn-errors-text =
    { $count ->
        [0] Fürs Erste ist alles geschafft. Ungelöste Übungen kommen wieder.
        [one] { $count } Übung wartet.
       *[other] { $count } Übungen warten.
    }
learn-errors-none = Öffne den Bericht einer Partie, dann werden ihre Fehler zu Übungen.
learn-games = Deine letzten Partien
learn-games-empty = Spiel eine Partie zu Ende, dann findest du hier ihren Bericht.
learn-open = Stellung oder Partie öffnen

## Aus Fehlern lernen

learn-from-report =
    { $who ->
        [you] Aus deinen Fehlern lernen ({ $count })
       *[name] Fehler von { $name } üben ({ $count })
    }
learn-none = Noch gibt es keine Übungen. Öffne den Bericht einer deiner Partien, dann werden ihre Fehler zu Übungen.
learn-later = Fürs Erste ist alles geschafft. Was du nicht gelöst hast, kommt nach 1, 4 und 14 Tagen wieder.
learn-to-study = Zum Training
learn-number = Übung { $number } von { $count }
learn-find = Finde etwas Besseres
learn-find-columns = Finde bessere Spalten
learn-in-game = In der Partie: { $text }
learn-turn =
    { $who ->
        [you] Du bist am Zug. Nimm Fliesen.
       *[name] Am Zug: { $name }. Nimm Fliesen.
    }
learn-checking = Wird geprüft
learn-same = Das ist der Zug aus der Partie. Versuch einen anderen.
learn-wrong = Nein, das ist nicht besser.
learn-better = Um { $gain } besser, aber da geht noch mehr.
learn-right = Richtig.
learn-right-by = Richtig: um { $gain } besser.
learn-points =
    { $count ->
        [one] { $points } Punkt
       *[other] { $points } Punkte
    }
learn-tries =
    { $count ->
        [one] Du hast noch einen Versuch.
       *[other] Du hast noch { $count } Versuche.
    }
learn-solved = Gelöst
learn-missed = Die Lösung
learn-show = Lösung zeigen
learn-next = Weiter
learn-finish = Fertig
learn-again = Noch einmal
learn-back = Zurück
learn-line = Die beste Zugfolge
learn-line-start = Start
learn-all = Alle Übungen
learn-mark =
    { $result ->
        [solved] Übung { $number }, gelöst
        [missed] Übung { $number }, nicht gelöst
       *[open] Übung { $number }
    }
learn-solved-count = { $solved } von { $count } gelöst
learn-keys = Tasten: Ziffern und Farbbuchstaben ziehen, h Tipp, s überspringen, n und N nächste und vorige, a noch einmal, ← → durch die Lösung, / Befehle
learn-command-help = Befehle: ein Zug wie 2b3, task, hint, solution, skip, back, again; auch f, c, me, p2, legal und bag

## Studien

learn-studies = Deine Studien
learn-studies-empty = Speichere eine Analyse unter einem Namen, dann findest du sie hier.
learn-save = Speichern
learn-save-title = Analyse speichern
learn-name = Name
learn-replaces = Das ersetzt die Studie mit demselben Namen.
learn-saved = Gespeichert: { $name }
learn-save-failed = Das konnte nicht gespeichert werden: Der Speicher des Browsers ist voll oder gesperrt.
learn-rename = Umbenennen
learn-delete = Löschen
learn-delete-sure = Die Studie „{ $name }“ löschen? Das lässt sich nicht rückgängig machen.
