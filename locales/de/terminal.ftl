# Messages of the terminal only, in German. The English file documents the variables.

## Players

term-you = Du
term-player = Person { $seat }

## Line by line

term-greeting =
    { $wall ->
        [grey] Azulejo, graue Wand, Partie { $seed }: { $names }.
       *[coloured] Azulejo, farbige Wand, Partie { $seed }: { $names }.
    }
term-greeting-move = Ein Zug ist Quelle, Farbe, Musterreihe: 2B3 legt alle blauen Fliesen von Manufaktur 2 in Musterreihe 3.
term-greeting-help = C ist die Tischmitte, F die Bodenreihe, K Schwarz. Mit 2B allein siehst du, was möglich ist; ? zeigt die Hilfe.
term-help-move = Ein Zug ist Quelle, Farbe und Musterreihe, in Groß- oder Kleinbuchstaben, mit oder ohne Leerzeichen:
term-help-source = eine Manufaktur oder die Tischmitte
term-help-line = eine Musterreihe oder die Bodenreihe
term-help-example = alle blauen Fliesen von Manufaktur 2 in Musterreihe 3; was nicht passt, fällt zu Boden
term-help-part = Tippe den Anfang eines Zuges, etwa 2 oder 2B, oder nur eine Farbe, um zu sehen, was möglich ist. An der grauen Wand wählst du eine Spalte mit ihrer Nummer oder als 4:2 für Musterreihe 4, Spalte 2. Außerdem:
term-help-table = Auf dem Tisch sind Großbuchstaben Fliesen; Kleinbuchstaben zeigen, was an die Wand gehört. * ist der Startspielermarker. Neben einem Namen steht der Punktestand → was daraus würde, wenn die Runde jetzt zu Ende wäre.
term-command-moves = alle erlaubten Züge
term-command-hint = was ein starker Bot spielen würde
term-command-undo = deinen letzten Zug zurücknehmen
term-command-table = den Tisch noch einmal zeigen
term-command-position = die Stellung als eine Zeile Text
term-command-rules = die Regeln auf einer halben Seite
term-command-quit = die Partie speichern und beenden
term-command-help = diese Hilfe
term-scores = Punktestand: { $scores }.
term-source-empty =
    { $source ->
        [centre] In der Tischmitte liegen noch keine Fliesen.
       *[factory] Manufaktur { $factory } ist leer.
    }
term-add-line = Dazu eine Musterreihe, 1 bis 5, oder F.
term-no-colour = Es liegen keine { tiles-plural } aus.
term-found = { $count } { from-source }
term-type-a-move = Gib einen Zug ein, zum Beispiel 2B3, oder ? für Hilfe.
term-confirm-or-other = Enter spielt ihn; oder tippe etwas anderes.
term-no-move = „{ $typed }“ ist kein Zug: Quelle, Farbe, Musterreihe, wie 2B3 oder CKF. ? zeigt die Hilfe.
term-no-column = „{ $typed }“ ist keine Spalte: Gib ihre Nummer ein. ? zeigt die Hilfe.
term-undone = Zurückgenommen.
term-saved-in = Die Partie ist gespeichert: { $file }
term-record-added = Die Aufzeichnung steht jetzt in { $file }.
term-not-saved = Die Partie konnte nicht gespeichert werden: { $reason }

## Errors, on standard error after “azulejo: ”

term-place = { $file }, Zeile { $line }
term-standard-input = Standardeingabe
term-not-a-terminal = Das ist kein Terminal, deshalb wird Zeile für Zeile gespielt (--plain).
term-bad-seats = --seats: 2 bis 4 können mitspielen, nicht { $count }. Trenne sie durch Kommas.
term-bad-start = --start { $seat }: Es spielen nur { $count } mit.
term-unreadable = { $file }: { $reason }. Wähle eine Datei mit Aufzeichnungen.
term-record-not-saved = Die Aufzeichnung kann nicht in { $file } gespeichert werden: { $reason }
term-no-folder = Partien können nicht gespeichert oder fortgesetzt werden: Weder AZULEJO_DATA noch HOME ist gesetzt.
term-resume-none = In { $folder } gibt es keine angefangene Partie. Beginne eine mit azulejo play.
term-resume-finished = Die letzte Partie in { $file } ist zu Ende. Sieh sie dir an mit azulejo replay --tui { $file }
term-unknown-bot = Auf Platz { $seat } sitzt ein Bot, den dieses Programm nicht kennt: { $bot }
term-not-a-record = { $place }: Das ist keine gültige Aufzeichnung. { $problem } Wie Aufzeichnungen aussehen, steht in docs/notation.md.
term-fault-command = { $place }: { $problem } `{ $command }` zeigt die Partie bis dorthin.
term-fault-shown = { $place }: { $problem } Die Partie wird bis dorthin gezeigt.
term-line-too-long = { $place }: Diese Zeile ist zu lang für eine Aufzeichnung. Enthält die Datei wirklich Aufzeichnungen?
term-not-text = { $place }: Byte { $byte } ist kein UTF-8; eine Aufzeichnung besteht aus Text.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: Es gibt keine Partien.
        [one] --show { $wanted }: Es gibt nur { $count } Partie.
       *[other] --show { $wanted }: Es gibt nur { $count } Partien.
    }
term-replay-needs-terminal = --tui: Das ist kein Terminal. Mit --show K wird eine Partie ausgegeben.

## The rules on half a page

term-rules-turn = In jeder Runde seid ihr reihum am Zug. Du nimmst von einer Manufaktur alle Fliesen einer Farbe, und was dort übrig bleibt, kommt in die Tischmitte; oder du nimmst aus der Mitte sämtliche Fliesen einer Farbe. Wer das in einer Runde zuerst tut, bekommt auch den Startspielermarker: Er liegt wie eine Fliese in der Bodenreihe, und wer ihn hat, beginnt die nächste Runde.
term-rules-lines = Leg die Fliesen in eine deiner fünf Musterreihen. In eine Musterreihe passt nur eine Farbe, und keine, die in ihrer Wandreihe schon vergeben ist. Was nicht passt, fällt zu Boden. Du darfst auch alles zu Boden fallen lassen.
term-rules-scoring = Wenn alle Fliesen genommen sind, kommt aus jeder vollen Musterreihe eine Fliese an die Wand, und die Musterreihe wird geleert; die anderen behalten ihre Fliesen. Die Fliese bringt so viele Punkte, wie waagerecht Fliesen mit ihr zusammenhängen, sie selbst mitgezählt, und dazu so viele, wie es senkrecht sind; eine Richtung, in der sie allein liegt, zählt nicht, aber eine ganz einzelne Fliese bringt 1 Punkt. Danach kostet die Bodenreihe von links nach rechts −1 −1 −2 −2 −2 −3 −3. Kein Punktestand fällt unter 0.
term-rules-end = Die Partie endet nach der Runde, in der jemand eine Wandreihe vervollständigt. Jede vollständige Wandreihe bringt dann 2 Punkte, jede vollständige Spalte 7, jede Farbe mit allen fünf Fliesen 10. Wer die meisten Punkte hat, gewinnt; bei Gleichstand, wer mehr vollständige Wandreihen hat.
term-rules-grey = An der grauen Wand wählst du für jede Fliese die Spalte: jedes freie Feld der Wandreihe, in dessen Spalte die Farbe noch nicht liegt. Gibt es keines, fallen alle Fliesen der Musterreihe zu Boden.

## Short previews of a line

term-option-full = voll: { tag-points }
term-option-blocked = voll, aber kein Feld an der Wand
term-option-open = { $held } von { $size }

## On the table

term-floor-short = Boden

## On the whole screen

term-help = Hilfe
term-quit = Beenden
term-menu = Menü
term-new-game = Neue Partie
term-save-record = Speichern
term-next-step = Weiter
term-all-steps = Alles auf einmal
term-next-round = Nächste Runde
term-take-keys = Tippe die Nummer einer Manufaktur oder C, dann Farbe und Musterreihe; oder klicke. ? zeigt die Hilfe.
term-which-colour = Welche Farbe?
term-file = Datei:
term-log = Verlauf
term-scoring-stepwise = Die Wertung wird Schritt für Schritt gezeigt.
term-scoring-at-once = Die Wertung wird auf einmal gezeigt.
term-bot-failed = { $name } antwortet nicht. Die Partie ist gespeichert.
term-too-small = Das Fenster ist zu klein: Es hat { $width } × { $height } Zeichen, und der Tisch braucht { $needed-width } × { $needed-height }. Mach es größer, oder beende das Programm mit Q: Die Partie ist gespeichert.

## The help

term-help-title = Tasten und Regeln
term-help-close = jede Taste schließt
term-help-scroll = ↓ ↑ blättern, jede andere Taste schließt
term-help-screen = Auf dem Tisch sind Großbuchstaben Fliesen; Kleinbuchstaben zeigen, was an die Wand gehört. * ist der Startspielermarker, und (B) läge dort nach deinem Zug. Neben einem Namen stehen der Punktestand und was die Runde brächte, wenn sie jetzt zu Ende wäre.
term-key-source = von dieser Manufaktur nehmen, oder aus der Tischmitte
term-key-colour = alle Fliesen dieser Farbe: Blau, Gelb, Rot, Schwarz, Weiß
term-key-line = in diese Musterreihe legen, oder in die Bodenreihe
term-key-enter = den Zug spielen; in der Wertung: der nächste Schritt
term-key-arrows = oder so: ← → zwischen den Fliesen, ↑ ↓ zwischen deinen Musterreihen; die Maus geht auch
term-key-undo = deine letzte Auswahl zurücknehmen, dann deine Züge dieser Runde
term-key-escape = deine letzte Auswahl zurücknehmen
term-key-hint = was ein starker Bot spielen würde, und warum
term-key-scoring = die Wertung Schritt für Schritt oder auf einmal zeigen
term-key-log = im Verlauf blättern
term-key-help = diese Hilfe
term-key-quit = die Partie speichern und beenden; azulejo play --resume setzt sie fort

## The menu

term-menu-start = Partie starten
term-menu-resume = Letzte Partie fortsetzen
term-menu-human = ein Mensch
term-menu-empty = niemand
term-menu-first = Wer beginnt
term-menu-random = das Los
term-menu-quit = Beenden
term-menu-keys = Enter startet · ↑ ↓ wählen · ← → ändern

## Stepping through a game

term-replay-step = Schritt
term-replay-round = Runde
term-replay-ends = Anfang, Ende

## On a server

term-online-unreachable = { $server } ist nicht erreichbar: { $reason }
term-online-not-azulejo = { $server } antwortet, aber nicht als Azulejo-Server. Prüfe die Adresse.
term-online-version = { $server } verwendet Version { $theirs } des Protokolls, dieses Programm Version { $ours }. Aktualisiere das ältere von beiden.
term-online-strange = { $server } hat etwas gesendet, das dieses Programm nicht versteht: { $reason }
term-online-token-file = Die Datei mit dem Token kann nicht verwendet werden: { $reason }
term-online-not-a-token = Die erste Zeile von { $file } ist kein Token.
term-online-bad-token = Der Server nimmt das Token aus --token-file nicht an. Vielleicht wurde es gelöscht; lege ein neues an.
term-online-no-chance = Das System liefert keine Zufallszahlen: { $reason }
term-online-malformed = Das hat der Server nicht verstanden.
term-online-no-session = Der Server kennt dich nicht mehr. Beende das Programm und verbinde dich neu.
term-online-new-guest = Der Server kannte dich nicht mehr: Du heißt jetzt { $name }.
term-online-mode-repaired = Andere konnten dein Token in { $file } lesen; jetzt kannst nur du das.
term-online-not-kept = Dein Token konnte nicht gespeichert werden, beim nächsten Mal bist du ein anderer Gast: { $reason }
term-online-full = Alle Plätze sind besetzt: Du schaust zu.
term-online-begun = Die Partie hat schon begonnen: Du schaust zu.
term-online-bad-invitation = Diese Einladung gilt nicht mehr: Du schaust zu.
term-online-entering = Einen Moment.
term-online-sending = Deine Wahl wird gesendet.
term-online-kept = Keine Verbindung: Deine Wahl ist gespeichert und wird so bald wie möglich gesendet.
term-online-unsent = Dein Zug { $move } konnte nicht gesendet werden und wurde nicht gespielt.
term-online-continues = Die Partie geht weiter: { $link }
term-online-rematch-ready = Die Revanche ist bereit: Drücke N.
term-online-winners = Sieg: { $names }.
term-online-mute = Sätze ausblenden: { $name }
term-online-unmute = Sätze zeigen: { $name }
term-online-muted = Sätze werden ausgeblendet: { $name }
term-online-unmuted = Sätze werden gezeigt: { $name }
term-online-leave = Zu den Partien
term-online-back = Zurück zu den Partien
term-online-no-games = Du hast hier noch keine Partien.
term-online-no-open = Gerade wartet niemand.
term-online-choose = wählen
term-online-create-keys = Enter eröffnet · ↑ ↓ wählen · ← → ändern · Esc zurück
term-online-public = Für alle zu sehen
term-online-yes = Ja
term-online-no = Nein
term-online-room-keys = ↑ ↓ wählen · ← → Stufe · C Link kopieren · Esc zurück
term-online-copy = Link kopieren
term-online-copied = Link kopiert, wenn dein Terminal das zulässt.
term-key-menu = auf einem Server: Fragen beantworten, etwas sagen, aufgeben, den Tisch verlassen

## On a server, line by line

term-online-plain-lobby = Tippe die Nummer einer Partie, um hinzugehen, new für einen eigenen Tisch, list, um die Listen noch einmal zu sehen, oder quit. ? zeigt die Hilfe.
term-online-plain-new = new PLÄTZE [grey] [public] [5+5 oder 3d] [undo=ask, free oder off] eröffnet einen Tisch. PLÄTZE sind me, invited, open oder eine Stufe, durch Kommas getrennt: new me,tiler oder new me,invited grey 5+5. Ohne Plätze: new me,invited.
term-online-plain-room = Solange du wartest: bot 2 tiler gibt Platz 2 einem Bot, seat 2 macht ihn wieder frei; leave, cancel oder quit.
term-online-no-command = „{ $typed }“ ist hier kein Befehl. ? zeigt die Hilfe.
term-online-connected = Wieder verbunden.
term-online-command-say = etwas sagen: say zeigt die Sätze, say 3 sagt einen
term-online-command-mute = ausblenden, was Person 2 sagt, oder wieder zeigen
term-online-command-answer = erlauben oder ablehnen, dass jemand einen Zug zurücknimmt
term-online-command-vote = einen Bot weiterspielen lassen, wenn jemand abwesend ist
term-online-command-back = deinen Platz von einem Bot zurückholen
term-online-command-resign = aufgeben; zweimal tippen
term-online-command-rematch = noch eine Partie mit denselben Leuten, wenn alle zustimmen
term-online-command-quit = beenden; die Partie läuft auf dem Server weiter
