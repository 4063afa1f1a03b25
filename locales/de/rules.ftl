# The rules page and the first lesson, in German.

## The rules page

rules-title = Regeln
rules-lead = Alle Regeln auf einer Seite. Drück den Knopf unter einem Bild und schau, was passiert.
rules-contents = Auf dieser Seite
rules-start-lesson = Lieber eine Runde mit Begleitung spielen

rules-show = Zeigen, was geschieht
rules-next = Nächster Schritt
rules-back = Zurück zum Anfang

rules-goal = Worum es geht
rules-goal-text = Zwei bis vier Personen nehmen Fliesen aus einem gemeinsamen Angebot und legen sie an Wände mit fünf mal fünf Feldern. Eine Fliese an deiner Wand bringt Punkte für jede Fliese, mit der sie zusammenhängt. Eine Fliese, die nirgends hinpasst, kostet dich Punkte. Wer am Ende die meisten Punkte hat, gewinnt.

rules-table = Was auf dem Tisch liegt
rules-table-tiles = Es gibt 100 Fliesen, 20 von jeder Farbe. Sie werden aus einem Beutel gezogen. Verbrauchte Fliesen kommen in den Schachteldeckel.
rules-table-factories = In der Mitte liegen runde Manufakturen (in der Anleitung heißen sie Manufaktur­plättchen): 5 zu zweit, 7 zu dritt, 9 zu viert. Auf jede kommen vier Fliesen. Zwischen ihnen ist die Tischmitte, dort liegt anfangs der Startspieler­marker.
rules-table-board = Alle haben eine eigene Spielerablage. Links sind fünf Musterreihen mit Platz für 1 bis 5 Fliesen, rechts ist die Wand, darunter die Bodenreihe. Alle beginnen mit 0 Punkten.
rules-example-deal = Vor jeder Runde bekommt jede Manufaktur vier Fliesen aus dem Beutel.

rules-take = Fliesen nehmen
rules-take-factory = Ihr zieht reihum. In deinem Zug nimmst du alle Fliesen einer Farbe von einer Manufaktur. Die übrigen Fliesen dieser Manufaktur wandern in die Tischmitte.
rules-take-centre = Oder du nimmst alle Fliesen einer Farbe aus der Tischmitte. Wer das in einer Runde zuerst tut, bekommt auch den Startspieler­marker. Er kommt auf das vorderste freie Feld der Bodenreihe und kostet dort Punkte, aber wer ihn hat, beginnt die nächste Runde.
rules-take-must = Etwas nehmen musst du immer, passen darf niemand.
rules-example-take = Zwei schwarze Fliesen kommen von Manufaktur 2 in Musterreihe 3. Rot und Weiß wandern in die Tischmitte.
rules-example-marker = Drei rote Fliesen aus der Tischmitte, und mit ihnen der Startspieler­marker. Sein Feld in der Bodenreihe kostet 1 Punkt.

rules-place = Fliesen legen
rules-place-one-line = Alle Fliesen, die du nimmst, kommen in eine einzige Musterreihe. Eine Musterreihe enthält nur eine Farbe. Ist sie voll, passt nichts mehr hinein, und keine Musterreihe nimmt eine Farbe auf, die in ihrer Wandreihe schon vergeben ist.
rules-place-spill = Was nicht passt, fällt in die Bodenreihe, von links nach rechts. Du darfst auch absichtlich alles dorthin legen. Sind ihre sieben Felder belegt, kommen weitere Fliesen in den Schachteldeckel und kosten nichts.
rules-example-refused = Wohin können zwei blaue Fliesen? Musterreihe 1 ist voll, Musterreihe 3 ist weiß, und in Wandreihe 4 ist Blau schon vergeben. Es bleiben Musterreihe 2, Musterreihe 5 und die Bodenreihe.
rules-example-spill = Drei gelbe Fliesen, aber in Musterreihe 2 passen nur zwei. Die dritte fällt.
rules-example-floor-by-choice = Eine einzelne weiße Fliese würde eine Musterreihe anfangen, die du frei halten willst. In der Bodenreihe kostet sie dich 1 Punkt.

rules-tiling = Wenn alle Fliesen genommen sind
rules-tiling-text = Die Runde endet, wenn auf den Manufakturen und in der Tischmitte keine Fliese mehr liegt. Nun schickt jede volle Musterreihe, von oben nach unten, eine Fliese auf das Feld ihrer Farbe in der zugehörigen Wandreihe. Ihre übrigen Fliesen kommen in den Schachteldeckel. Musterreihen, die nicht voll sind, behalten ihre Fliesen für die nächste Runde.
rules-example-tiling = Die Musterreihen 1 und 2 sind voll und schicken eine Fliese an die Wand. Die Musterreihen 3 und 5 warten.

rules-scoring = Was eine Fliese bringt
rules-scoring-text = Jede Fliese bringt in dem Augenblick Punkte, in dem sie an die Wand kommt. Zähle, wie viele Fliesen waagerecht ohne Lücke mit ihr zusammenliegen, und ebenso senkrecht. Ab zwei Fliesen zählt eine Richtung, und die neue Fliese gehört zu beiden. Eine Fliese ohne Nachbarn bringt 1 Punkt.
rules-example-alone = Keine Nachbarn: 1 Punkt.
rules-example-row = 3 Fliesen nebeneinander: 3 Punkte.
rules-example-column = 3 Fliesen übereinander: 3 Punkte.
rules-example-cross = 3 Fliesen nebeneinander und 4 übereinander: 3 + 4 = 7 Punkte.

rules-floor = Was der Boden kostet
rules-floor-text = Nach dem Fliesen verlierst du die Punkte, die auf den belegten Feldern der Bodenreihe stehen: 1, 1, 2, 2, 2, 3, 3 von links nach rechts. Der Startspieler­marker zählt wie eine Fliese. Unter 0 fällt der Punktestand nie. Dann wandert alles aus der Bodenreihe in den Schachteldeckel.
rules-example-floor = Der Marker und drei Fliesen kosten 1 + 1 + 2 + 2 = 6 Punkte.
rules-example-floor-zero = Hier kostet der Boden 6 Punkte, aber es sind nur 3 zu verlieren.

rules-next-round = Die nächste Runde
rules-next-round-text = Die Manufakturen werden neu gefüllt, und wer den Marker hat, beginnt. Soll eine Fliese gezogen werden und der Beutel ist leer, kommen die Fliesen aus dem Schachteldeckel zurück in den Beutel. Reichen auch sie nicht, wird mit dem gespielt, was da ist.

rules-end = Das Ende
rules-end-text = Hat jemand fünf Fliesen in einer Wandreihe, ist nach dieser Runde Schluss. Dann gibt es für jede Wand Bonuspunkte:
rules-end-row = 2 Punkte für jede vollständige Wandreihe
rules-end-column = 7 Punkte für jede vollständige Spalte
rules-end-colour = 10 Punkte für jede Farbe, von der alle fünf Fliesen an der Wand sind
rules-end-tie = Wer die meisten Punkte hat, gewinnt. Bei Gleichstand entscheidet die größere Zahl vollständiger Wandreihen, danach wird der Sieg geteilt.
rules-example-end = Die letzte schwarze Fliese vervollständigt Wandreihe 2. Auch Spalte 2 und alle fünf blauen Fliesen sind vollständig: 2 + 7 + 10 = 19 Punkte.

rules-grey = Die graue Wand
rules-grey-text = Die Rückseite der Ablagen zeigt keine Farben. Hier wählst du für jede volle Musterreihe selbst die Spalte, von oben nach unten. In keiner Wandreihe und in keiner Spalte darf eine Farbe zweimal vorkommen. Alle wählen gleichzeitig und decken zusammen auf.
rules-grey-dead = Gibt es für die Farbe einer vollen Musterreihe kein Feld mehr, fallen alle ihre Fliesen sofort in die Bodenreihe, noch bevor der Boden gezählt wird. Sonst musst du die Fliese legen.
rules-example-grey = Die Spalten 1 und 4 zeigen schon Rot, und Spalte 3 ist hier belegt: Es bleiben die Spalten 2 und 5.
rules-example-grey-dead = Die freien Felder von Wandreihe 3 liegen in Spalten, die Rot schon zeigen. Die drei Fliesen fallen.

rules-rare = Seltene Fälle
rules-rare-marker = Deine Bodenreihe ist voll, wenn du den Startspieler­marker nimmst: Er kostet nichts, und du beginnst trotzdem die nächste Runde.
rules-rare-untaken = In die Tischmitte kam nie eine Fliese, also hat niemand den Marker genommen: Es beginnt, wer schon diese Runde begonnen hat.
rules-rare-empty = Beutel und Schachteldeckel sind leer, und nichts kann verteilt werden: Dann endet die Partie, und die Boni werden gezählt.
rules-rare-start = Wer die allererste Runde beginnt, lassen die Regeln offen. Hier entscheidet das Los, wenn du nichts anderes wählst.

## The first lesson

lesson-title = Deine erste Runde
lesson-lead = Eine Runde von Anfang bis Ende, in etwa fünf Minuten. Du spielst gegen Ana, und schiefgehen kann nichts.
lesson-progress = Schritt { $step } von { $total }
lesson-begin = Los geht’s
lesson-continue = Weiter
lesson-again = Von vorn
lesson-skip = Gleich zu den Regeln

lesson-welcome = Der Tisch
lesson-welcome-text = Auf den runden Manufakturen liegen die Fliesen, die Ana und du euch teilt. Darunter ist deine Ablage: links fünf Musterreihen, rechts deine Wand, unten die Bodenreihe. In den Musterreihen sammelst du Fliesen, und volle Musterreihen bringen Fliesen an die Wand.

lesson-take = Fliesen nehmen
lesson-take-text = Du nimmst alle Fliesen einer Farbe von einer Manufaktur. Nimm die 2 weißen Fliesen von Manufaktur 1.
lesson-take-line = Nun wähle, wohin sie kommen. Nur volle Musterreihen bringen Punkte, und Musterreihe 2 hat genau 2 Felder.
lesson-take-done = Musterreihe 2 ist voll. Die rote und die blaue Fliese, die dabeilagen, sind in die Tischmitte gewandert.

lesson-open = Noch nicht voll
lesson-open-text = Nimm die 3 gelben Fliesen von Manufaktur 5.
lesson-open-line = Musterreihe 4 hat 4 Felder. Eines bleibt leer, und das macht nichts: Eine Musterreihe behält ihre Fliesen, bis sie voll ist, auch in der nächsten Runde.
lesson-open-done = In Musterreihe 4 fehlt noch eine gelbe Fliese.

lesson-centre = Die Tischmitte
lesson-centre-text = Was liegen bleibt, kommt in die Tischmitte, und auch davon kannst du nehmen. Nimm von dort die blaue Fliese.
lesson-centre-line = Musterreihe 1 braucht nur eine Fliese.
lesson-centre-done = Du hast zuerst aus der Tischmitte genommen, also gehört dir der Startspieler­marker. In der Bodenreihe kostet er 1 Punkt, dafür beginnst du die nächste Runde.

lesson-colour = Eine Musterreihe, eine Farbe
lesson-colour-text = Nimm die 3 schwarzen Fliesen von Manufaktur 2.
lesson-colour-line = In Musterreihe 3 passen alle. Versuch ruhig erst Musterreihe 4: Dort liegt Gelb, und nichts anderes passt hinein.
lesson-colour-done = Noch eine volle Musterreihe. Je mehr davon, desto mehr Fliesen für deine Wand.

lesson-spill = Eine zu viel
lesson-spill-text = In der Tischmitte liegen 2 gelbe Fliesen, aber Musterreihe 4 braucht nur eine. Du nimmst immer alle Fliesen einer Farbe. Nimm sie.
lesson-spill-line = Leg sie in Musterreihe 4. Was nicht passt, fällt in die Bodenreihe.
lesson-spill-done = Musterreihe 4 ist voll. Die übrige Fliese ist zu Boden gefallen und kostet 1 Punkt.

lesson-tiling = Die Runde endet
lesson-tiling-text = Alle Fliesen sind genommen. Nun schickt jede volle Musterreihe, von oben nach unten, eine Fliese in ihre Wandreihe, und die bringt sofort Punkte. Der Rest der Musterreihe kommt in den Schachteldeckel.
lesson-tiling-first = Musterreihe 1: Die blaue Fliese liegt allein und bringt 1 Punkt.
lesson-tiling-second = Musterreihe 2: Die weiße Fliese liegt unter der blauen. 2 Fliesen übereinander bringen 2 Punkte.
lesson-tiling-third = Musterreihe 3: Mit der schwarzen liegen 3 Fliesen übereinander: 3 Punkte.
lesson-tiling-fourth = Musterreihe 4: Die gelbe Fliese hat keine Nachbarn und bringt 1 Punkt.
lesson-tiling-opponent = Ana macht es genauso und bekommt 3 Punkte. Anas Musterreihen 4 und 5 sind nicht voll und behalten ihre Fliesen.
lesson-tiling-floor = Zuletzt die Bodenreihe: Der Marker und eine Fliese kosten je 1 Punkt. Du hast 5 Punkte, Ana hat 3, und du beginnst die nächste Runde.

lesson-end = Das war eine ganze Runde
lesson-end-text = So geht es weiter, bis jemand eine Wandreihe mit fünf Fliesen vervollständigt. Wandreihen zählen genauso wie Spalten, und eine Fliese, die zu beiden gehört, zählt für beide.
lesson-end-bonus = Am Ende bringen die Wände Boni: 2 Punkte für eine Wandreihe, 7 für eine Spalte, 10 für alle fünf Fliesen einer Farbe.
lesson-end-play = Die erste Partie spielen
lesson-end-rules = Regeln lesen

lesson-other-move = Das ist auch erlaubt. Folge für diese Runde bitte der Anweisung oben.
lesson-board-label = Der Tisch der ersten Runde
