# Puzzles, in the terminal and the browser, in Italian. The English file documents the variables.

puzzle-intro = Trova l’unica mossa giusta. Scrivila come 2B3, oppure scrivi hint (suggerimento), skip (salta), moves (mosse) o quit (esci).
puzzle-heading = Problema { $number }: { $kind } (valutazione { $rating })
puzzle-kind-last-round = Vinci la partita
puzzle-kind-take-floor = Scegli il pavimento
puzzle-kind-avoid-floor = Niente sul pavimento
puzzle-kind-deny = Ostacola l’avversario
puzzle-kind-end-of-round = Fine del round
puzzle-kind-best-move = Mossa migliore
puzzle-opponent = Avversario
puzzle-right = Giusto.
puzzle-next = Ora trova la mossa successiva.
puzzle-not-won = Così non vinci la partita.
puzzle-lowers-chance = Non proprio: così la tua probabilità di vittoria scende (−{ $percent }%).
puzzle-once-more = Ancora un tentativo.
puzzle-solution = La mossa giusta è { $move }.
puzzle-rating =
    { $streak ->
        [0] La tua valutazione: { $rating }.
       *[other] La tua valutazione: { $rating }. Di fila: { $streak }.
    }
puzzle-none = Non ci sono problemi di questo tipo.
puzzle-all-asked = Hai visto tutti i problemi.
puzzle-summary = Problemi risolti: { $solved } su { $count }. La tua valutazione: { $rating }.

## Only in the browser

puzzles-title = Problemi
puzzles-daily = Problema del giorno
puzzles-daily-date = Problema del giorno · { $date }
puzzles-you = Tu
puzzles-opponent-number = Avversario { $number }
puzzles-task-wins = Una mossa su { $count } vince
puzzles-task-best = Una mossa su { $count } è nettamente la migliore
puzzles-task-columns = Una scelta di colonne è nettamente la migliore
puzzles-result-now =
    { $result ->
        [win] Se il round finisse ora, vinceresti.
        [tie] Se il round finisse ora, la vittoria sarebbe condivisa.
       *[loss] Se il round finisse ora, perderesti.
    }
puzzles-about-end-of-round = Restano poche piastrelle. Calcola il round fino in fondo.
puzzles-about-deny = Guarda che cosa serve all’avversario.
puzzles-about-avoid-floor = Attenzione alla tua linea del pavimento.
puzzles-about-take-floor = Su una linea c’è spazio, ma non è il posto migliore.
puzzles-about-best-move = Confronta le plance e trova la mossa.
puzzles-about-columns = Scegli una colonna per ogni linea piena.

# Buttons.
puzzles-play = Gioca la mossa
puzzles-show = Mostra la soluzione
puzzles-again = Riprova
puzzles-next = Prossimo problema
puzzles-share = Condividi
puzzles-copied = Link copiato.
puzzles-report = Ricontrolla il problema

# Hints and results.
puzzles-hint-counts = Un suggerimento conta come tentativo.
puzzles-solved-first = Risolto al primo tentativo
puzzles-solved-late = Risolto
puzzles-solution-title = La soluzione
puzzles-wrong = Non è la soluzione
puzzles-unrated = Conosci già questo problema, quindi la tua valutazione non cambia.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = La tua valutazione
puzzles-thinking = Ricerca del motivo in corso
puzzles-costs = Così la tua probabilità di vittoria scende (−{ $chance }).
puzzles-costs-points =
    { $points ->
        [one] Così la tua probabilità di vittoria scende (−{ $chance }) e perdi circa { $points } punto.
       *[other] Così la tua probabilità di vittoria scende (−{ $chance }) e perdi circa { $points } punti.
    }
puzzles-ends-lost =
    { $points ->
        [0] Nel migliore dei casi arrivi alla parità, senza una vittoria tutta tua.
        [one] Nel migliore dei casi perdi con { $points } punto di svantaggio.
       *[other] Nel migliore dei casi perdi con { $points } punti di svantaggio.
    }
puzzles-costs-floor =
    { $points ->
        [one] Costa { $points } punto sulla linea del pavimento.
       *[other] Costa { $points } punti sulla linea del pavimento.
    }
puzzles-leaves = Così { $name } può prendere { $tiles } per la linea { $line }.
puzzles-columns-fewer =
    { $points ->
        [one] Ora ottieni { $points } punto in meno.
       *[other] Ora ottieni { $points } punti in meno.
    }
puzzles-columns-equal = Ora ottieni gli stessi punti, ma più avanti la tua parete varrà meno.
puzzles-columns-more = Ora ottieni più punti, ma più avanti la tua parete varrà meno.
puzzles-wins-by =
    { $points ->
        [0] A parità di punti vinci con più righe complete. Nessun’altra mossa vince.
        [one] Vinci con { $points } punto di vantaggio. Nessun’altra mossa vince.
       *[other] Vinci con { $points } punti di vantaggio. Nessun’altra mossa vince.
    }
puzzles-next-best = Con la seconda mossa migliore la tua probabilità di vittoria scende (−{ $chance }).
puzzles-line = Le mosse
puzzles-step = Dopo: { $move }
puzzles-step-start = L’inizio
puzzles-checking = Ricerca dieci volte più profonda in corso
puzzles-check-stands = Ricerca dieci volte più profonda: la soluzione regge (vantaggio: { $chance }).
puzzles-check-fails = Ricerca dieci volte più profonda: la soluzione non è nettamente la migliore. Questo problema non tornerà su questo dispositivo e non conta per la tua valutazione.
puzzles-check-failed = Non è stato possibile finire il controllo su questo dispositivo.

# The situation.
puzzles-situation = La situazione
puzzles-last-round =
    { $sure ->
        [yes] La partita finisce con questo round.
       *[maybe] La partita potrebbe finire con questo round.
    }
puzzles-proof-game = Ogni mossa è stata calcolata fino alla fine della partita.
puzzles-proof-round = Il round è risolto, e la mossa giusta resta in vantaggio anche calcolando un campione di pescate del round successivo.
puzzles-proof-columns = Le colonne giuste restano in vantaggio anche calcolando un campione di pescate del round successivo.

# The player’s standing.
puzzles-standing = I tuoi progressi
puzzles-your-rating = La tua valutazione nei problemi
puzzles-this-rating = Questo problema
puzzles-in-a-row = { $count } di fila
puzzles-best = record: { $count }
puzzles-difficulty = Difficoltà
puzzles-easier = Più facili
puzzles-usual = Il mio livello
puzzles-harder = Più difficili
puzzles-week = Gli ultimi sette giorni
puzzles-week-about = Saltare un giorno non rovina niente.
puzzles-day =
    { $outcome ->
        [first] { $date }: risolto al primo tentativo
        [late] { $date }: risolto
        [today] { $date }: il problema di oggi
       *[missed] { $date }: non risolto
    }
puzzles-weekday =
    { $day ->
        [0] D
        [1] L
        [2] M
        [3] M
        [4] G
        [5] V
       *[6] S
    }
puzzles-kinds = Tipi
puzzles-all-kinds = Tutti i tipi
puzzles-kind-columns = Scegli le colonne
puzzles-kind-solved = Risolti: { $solved } su { $count }
puzzles-count = { $count } problemi, tutti su questo dispositivo. Funzionano senza rete.

# Problems, keys and commands.
puzzles-unknown = A questo indirizzo non c’è nessun problema.
puzzles-unknown-about = Forse è stato ritirato perché una ricerca più profonda ha trovato una mossa migliore.
puzzles-other = Risolvi un altro problema
puzzles-no-engine = Il motore non funziona in questo browser, quindi mancano le spiegazioni.
puzzles-keys = Tasti: 1–9 e C prendono le piastrelle, B Y R K W scelgono il colore, 1–5 e F le collocano, Invio gioca, H suggerimento, N prossimo, / comandi.
puzzles-command-help = Mosse come 2B3 (vassoio 2, blu, linea 3). Anche: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blu, why 3, bag.
puzzles-over = Il problema è concluso. Scrivi next o again.

# Puzzles, in the terminal, in Italian. The English file documents the variables.

puzzle-kind-columns = Scegli le colonne
puzzle-columns-intro = Scegli una colonna per ogni linea piena. Scrivile tutte insieme, per esempio 1:3 4:2 (linea 1 nella colonna 3, linea 4 nella colonna 2).
puzzle-columns-wrong = Altre colonne sono migliori.
puzzle-opponent-number = Avversario { $number }
