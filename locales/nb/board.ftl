# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Analyse
# The name of a player without one.
analysis-player = Spiller { $number }
analysis-new = Nytt brett
analysis-new-about = Du kan angre dette og få analysen tilbake.
analysis-new-start = Start
analysis-open = Åpne
analysis-share = Del

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: markedet, gulvlinjen
           *[line] { $colour }: markedet, mønsterlinje { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: fabrikk { $factory }, gulvlinjen
           *[line] { $colour }: fabrikk { $factory }, mønsterlinje { $line }
        }
    }
analysis-start = Start
analysis-deal = Trekning
analysis-tiling = Flislegging
analysis-over = Spillet er slutt.
analysis-awaits-deal = Runden er slutt. Velg neste trekning.

# The engine.
analysis-engine = Motor
analysis-engine-off = Motoren er av.
analysis-engine-waits = Motoren regner så lenge det ligger fliser fremme.
analysis-engine-failed = Motoren har stoppet. Slå den på for å prøve igjen.
analysis-searching = Tenker
analysis-depth = dybde { $depth }
analysis-exact-round = Eksakt til rundeslutt
analysis-exact-round-about = Denne runden er løst; det som kommer etter, er anslått.
analysis-exact-game = Eksakt til spillets slutt
analysis-seconds = { $seconds } s
analysis-more = Tenk lenger
analysis-best = beste
analysis-chance = sjanse
analysis-points = poeng
analysis-played = spilt
analysis-play-move = Spill: { $move }
analysis-play-to = Spill til og med: { $move }
# Spoken when a search is finished.
analysis-said = Sjanse for { $name }: { $chance }. Best: { $move }.
analysis-value = Vinnersjanser: { $chances }
analysis-value-unknown = Vinnersjanser: ikke kjent ennå

# The moves.
analysis-moves = Trekk
analysis-rounds = Runder
analysis-round = Runde { $round }
analysis-variation = Variant
analysis-promote = Gjør til hovedvariant
analysis-delete = Slett herfra
analysis-comment = Skriv en kommentar
analysis-steps = Steg
analysis-first = Til starten
analysis-back = Tilbake
analysis-forward = Fram
analysis-last = Til slutten
analysis-undo = Angre siste endring
analysis-redo = Gjør endringen på nytt

# The next deal.
analysis-deal-title = Neste trekning
analysis-deal-as-played = Som spilt
analysis-deal-random = Tilfeldig
analysis-deal-choose = Velg
analysis-deal-odds = Sjanser
analysis-deal-missing =
    { $count ->
        [0] Alle flisene er valgt.
        [one] Velg { $count } flis til.
       *[other] Velg { $count } fliser til.
    }
analysis-deal-put = { $colour }: legg til en flis, { $count } igjen
analysis-deal-take = { $colour }: fjern fra fabrikk { $factory }
analysis-deal-confirm = Legg ut disse flisene
analysis-deal-clear = Tøm
analysis-deal-odds-about = Hvor mange fliser av hver farge kommer? Sjansene når det trekkes { $count }.

# Opening.
analysis-import-title = Åpne en stilling eller et spill
analysis-import-label = Lim inn en stilling, et opptak eller en lenke
analysis-import-file = Velg en fil
analysis-found-position = En stilling.
analysis-found-record = Spill: { $names }. Trekk: { $count }.
analysis-found-study = En analyse. Trekk: { $count }.
analysis-found-game = Et spill på denne serveren.
analysis-found-unknown = Dette er ikke en stilling, et opptak eller en lenke som brettet kjenner.
analysis-found-too-large = Denne teksten er for lang.
analysis-game-missing = Finner ikke dette spillet.
analysis-game-running = Dette spillet pågår fortsatt. Du kan analysere det når det er slutt.
analysis-study-missing = Denne studien er ikke lagret på denne enheten.
analysis-link-bad = Denne lenken har ingen stilling som brettet kan vise.
analysis-link-cut = En del av lenken er ikke mulig og er utelatt. Resten er her.
analysis-malformed = Dette er ikke en gyldig stilling: Tegn { $column } passer ikke.

# Sharing.
analysis-copy = Kopier
analysis-copied = Kopiert.
analysis-share-link = Lenke
analysis-share-link-about = Lenken inneholder hele analysen. Den sendes ikke til serveren.
analysis-share-too-long = Denne analysen er for lang til en lenke. Lagre den som fil i stedet.
analysis-share-position = Stilling
analysis-share-files = Filer
analysis-share-study = Analyse
analysis-share-svg = Bilde (SVG)
analysis-share-png = Bilde (PNG)
analysis-share-no-record = Et opptak krever et spill helt fra første trekning.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] Antallet fabrikker passer ikke til antallet spillere.
        [board-count] Antallet spillbrett passer ikke til antallet spillere.
        [factory-overfull] Fabrikk { $factory } har mer enn fire fliser.
        [round] Runde { $round } finnes ikke.
        [score] Spiller { $seat }: Poengsummen er over 999.
        [start] Startspiller { $seat } er ikke med.
        [to-move] Spiller { $seat } har turen, men er ikke med.
        [line-overfull] Spiller { $seat }: Mønsterlinje { $line } har for mange fliser.
        [line-mixed] Spiller { $seat }: Mønsterlinje { $line } har mer enn én farge.
        [line-on-wall] Spiller { $seat }: Rad { $line } viser allerede fargen på mønsterlinje { $line }.
        [wrong-column] Spiller { $seat }: Flisen i rad { $line }, kolonne { $column } hører hjemme et annet sted.
        [floor-overfull] Spiller { $seat }: Gulvlinjen er overfull.
        [marker-count]
            { $count ->
                [0] Startspillermarkøren mangler.
               *[other] Det er { $count } startspillermarkører.
            }
        [marker-when-over] Spillet er slutt, så det kan ikke være noen startspillermarkør.
        [row-complete-in-offer] Spiller { $seat }: En rad er fullført, men det ligger fliser fremme.
        [not-to-move] Spiller { $seat } må ha turen.
        [no-phase] Ingenting ligger fremme, så startspillermarkøren må ligge i markedet.
       *[other] Denne stillingen er ikke mulig.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: to ganger i rad { $line } hos spiller { $seat }.
        [column-repeats] { $colour }: to ganger i kolonne { $column } hos spiller { $seat }.
       *[tile-count]
            { $count ->
                [one] { $colour }: { $count } flis, det finnes 20.
               *[other] { $colour }: { $count } fliser, det finnes 20.
            }
    }

# The position editor.
analysis-edit = Rediger stilling
analysis-edit-about = Klikk på et felt for å endre flisen, eller skriv B, Y, R, K eller W. Et langt trykk tømmer det.
analysis-edit-legal = Denne stillingen er mulig.
analysis-edit-faults = Det som ikke stemmer ennå
analysis-edit-done = Ferdig
analysis-edit-repair = Legg resten i posen
analysis-edit-factory = Fabrikk { $factory }
analysis-edit-line = Mønsterlinje { $line }
analysis-edit-wall = Rad { $line }, kolonne { $column }
analysis-edit-floor = Gulvlinje, felt { $space }
analysis-edit-empty = tomt
analysis-edit-marker = startspillermarkør
analysis-edit-centre = Markedet
analysis-edit-marker-centre = Startspillermarkør i markedet
analysis-edit-round = Runde
analysis-edit-start = Starter runden
analysis-edit-to-move = Har turen

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Trekk som 2B3. Også: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = Motoren har ikke noe resultat her ennå.
analysis-command-impossible = Det går ikke her.
analysis-keys = Taster: ← → steg, ↑ ↓ varianter, Page Up og Down runder, E motor, X beste trekk, B piler, / kommandoer.
