# The game report, in German. Only the report’s page loads these messages.

## The page

study-title = Spielbericht
study-lead = Öffne eine Partie und sieh, wo sie gewonnen und verloren wurde. Nur du siehst den Bericht.
study-running = Diese Partie läuft noch, und andere Menschen spielen mit. Den Bericht gibt es nach dem Spielende.
study-no-engine = Dieser Browser kann die Engine nicht ausführen. Nachspielen geht trotzdem.
study-too-short = Es gibt noch nichts zu berichten: Bisher wurde keine Fliese genommen.

## Progress

study-pass-rough = Erster Blick: { $done } von { $of } Zügen
study-pass-moves = { $done } von { $of } Zügen
study-pass-deals = { $done } von { $of } anderen Ziehungen
study-done =
    { $moves ->
        [one] { $moves } Zug, davon { $exact } exakt bis zum Rundenende
       *[other] { $moves } Züge, davon { $exact } exakt bis zum Rundenende
    }
study-rough = ungefähr
study-rough-help = Hier hat die Engine ihre Einschätzung um mehr als 10 % geändert.
study-deeper = Genauer hinsehen
study-failed = Die Engine ist ausgefallen: { $reason }
study-retry = Noch einmal versuchen
study-print = Drucken
study-keys = Tasten: ← → ein Schritt, n und N nächster und voriger Fehler, 1 bis 4 die Person, Enter nachspielen

## The verdict

study-verdict-even = Das Glück war ausgeglichen: Die Fehler haben entschieden.
study-verdict-even-round = Das Glück war ausgeglichen: Die Fehler in Runde { $round } haben entschieden.
study-verdict-better-lost =
    { $who ->
        [you] Du hast besser gespielt; die Ziehungen haben entschieden.
       *[name] { $name } hat besser gespielt; die Ziehungen haben entschieden.
    }
study-verdict-deals-lost = Die Fehler hielten sich die Waage; die Ziehungen haben entschieden.
study-verdict-both-lost =
    { $who ->
        [you] Zum Teil war es Pech: Deine Fehler kosteten dich { $errors } mehr als die der anderen, die Ziehungen { $luck }.
       *[name] Zum Teil war es Pech: Die Fehler von { $name } kosteten { $errors } mehr als die der anderen, die Ziehungen { $luck }.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Die Ziehungen haben dir geholfen; die Fehler haben entschieden.
       *[name] Die Ziehungen haben { $name } geholfen; die Fehler haben entschieden.
    }
study-verdict-against =
    { $who ->
        [you] Du hast trotz Pech gewonnen.
       *[name] { $name } hat trotz Pech gewonnen.
    }
study-verdict-both-won =
    { $who ->
        [you] Du hast besser gespielt, und die Ziehungen haben geholfen.
       *[name] { $name } hat besser gespielt, und die Ziehungen haben geholfen.
    }
study-verdict-luck-won =
    { $who ->
        [you] Die Ziehungen haben für dich entschieden.
       *[name] Die Ziehungen haben für { $name } entschieden.
    }
study-verdict-open = Die Partie ist noch nicht zu Ende: Der Bericht reicht bis zum letzten Zug.

## The graph and the ledger

study-chart =
    { $who ->
        [you] Deine Gewinnchance
       *[name] Gewinnchance von { $name }
    }
study-chart-points =
    { $who ->
        [you] Dein erwarteter Vorsprung
       *[name] Erwarteter Vorsprung von { $name }
    }
study-measure = Einheit
study-chance = Chance
study-points = Punkte
study-player = Person
study-you = Du
study-ledger = Woher die Änderungen kommen
study-start = Start
study-total = Summe
study-luck = Ziehungsglück
study-luck-help = Glück hat, wer nach der Ziehung besser dasteht als im Durchschnitt aller möglichen Ziehungen. Das gleicht sich aus, aber wer gewinnt, hatte meist mehr davon.
study-errors =
    { $who ->
        [you] Deine Fehler
       *[name] Fehler von { $name }
    }
study-moves-of = Züge von { $name }
study-revision = Korrekturen
study-revision-help = Am Rundenende kann die Engine nur schätzen. Das sind ihre Korrekturen nach der nächsten Ziehung; niemand am Tisch kann etwas dafür.
study-given-up = Aufgegeben
study-after = Nach der Runde
study-deal = Ziehung
study-own-error =
    { $who ->
        [you] dein Fehler
       *[name] Fehler
    }
study-other-error = gegnerischer Fehler
study-change = { $before } → { $after }

## The account

study-account = So kommt es zusammen
study-goes-first =
    { $who ->
        [you] du beginnst
       *[name] { $name } beginnt
    }
study-luck-most = davon { $luck } in Runde { $round }
study-count-slips =
    { $count ->
        [one] { $count } Ungenauigkeit
       *[other] { $count } Ungenauigkeiten
    }
study-count-mistakes =
    { $count ->
        [one] { $count } Fehler
       *[other] { $count } Fehler
    }
study-count-blunders =
    { $count ->
        [one] { $count } grober Fehler
       *[other] { $count } grobe Fehler
    }
study-no-errors = keine nennenswerten
study-of-engine = der Engine
study-result = Ergebnis
study-so-far = Bisher
study-score = { $own } zu { $other }
study-average = Bei durchschnittlichen Ziehungen gewinnt diese Spielweise etwa { $count } von 100 Partien.

## Players

study-players = Zug um Zug
study-lost = Verlust pro Zug
study-lost-detail = Züge mit echter Wahl: { $decisions } von { $moves }.
study-grade = Note
study-grade-name =
    { $grade ->
        [flawless] fehlerlos
        [excellent] ausgezeichnet
        [strong] stark
        [fair] ordentlich
       *[shaky] wackelig
    }
study-best = Beste Züge
study-good = Gute Züge
study-slips = Ungenauigkeiten
study-mistakes = Fehler
study-blunders = Grobe Fehler
study-floor = Bodenreihe
study-floor-rounds = Bodenreihe nach Runden
study-short = Eine Fliese zu wenig
study-short-column = Spalte { $column }
study-short-colour =
    { $colour ->
        [blue] Blauer Farbsatz
        [yellow] Gelber Farbsatz
        [red] Roter Farbsatz
        [black] Schwarzer Farbsatz
       *[white] Weißer Farbsatz
    }

## Turning points and deals

study-turning = Wendepunkte
study-no-turning = Kein einzelner Schritt hat viel geändert.
study-step-deal = Die Ziehung von Runde { $round }
study-step-move =
    { $who ->
        [you] Runde { $round }, dein Zug { $number }
       *[name] Runde { $round }, Zug { $number } von { $name }
    }
study-step-tiling =
    { $who ->
        [you] Runde { $round }, deine Spalten
       *[name] Runde { $round }, Spalten von { $name }
    }
study-better =
    { $who ->
        [you] Besser für dich als { $count } von { $of } anderen möglichen Ziehungen.
       *[name] Besser für { $name } als { $count } von { $of } anderen möglichen Ziehungen.
    }
study-worse =
    { $who ->
        [you] Schlechter für dich als { $count } von { $of } anderen möglichen Ziehungen.
       *[name] Schlechter für { $name } als { $count } von { $of } anderen möglichen Ziehungen.
    }
study-from =
    { $source ->
        [centre] Tischmitte
       *[factory] Manufaktur { $factory }
    }
study-to-line = Musterreihe { $line }
study-to-floor = Bodenreihe
study-played = Gespielt
study-better-move = Besser
study-hollow = Das kostet Punkte, nicht die Partie.
study-show = Beim Nachspielen zeigen
study-deals = Die Ziehungen
study-deals-help = Jeder Kreis ist eine Ziehung, die hätte kommen können; die Raute ist die, die kam.
study-mean = Durchschnitt { $value }
