# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Analisi
# The name of a player without one.
analysis-player = Giocatore { $number }
analysis-new = Nuova analisi
analysis-new-about = Puoi annullare e riavere la tua analisi.
analysis-new-start = Inizia
analysis-open = Apri
analysis-share = Condividi

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: centro, linea del pavimento
           *[line] { $colour }: centro, linea { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: vassoio { $factory }, linea del pavimento
           *[line] { $colour }: vassoio { $factory }, linea { $line }
        }
    }
analysis-start = Inizio
analysis-deal = Pescata
analysis-tiling = Rivestimento
analysis-over = La partita è finita.
analysis-awaits-deal = Il round è finito. Scegli la prossima pescata.

# The engine.
analysis-engine = Motore
analysis-engine-off = Il motore è spento.
analysis-engine-waits = Il motore analizza solo posizioni con piastrelle da prendere.
analysis-engine-failed = Il motore si è fermato. Accendilo per riprovare.
analysis-searching = Sta pensando
analysis-depth = profondità { $depth }
analysis-exact-round = Esatto fino alla fine del round
analysis-exact-round-about = Questo round è risolto; ciò che segue è una stima.
analysis-exact-game = Esatto fino alla fine della partita
analysis-seconds = { $seconds } s
analysis-more = Pensa ancora
analysis-best = migliori
analysis-chance = vittoria
analysis-points = punti
analysis-played = giocata
analysis-play-move = Gioca: { $move }
analysis-play-to = Gioca fino a: { $move }
# Spoken when a search is finished.
analysis-said = Probabilità di vittoria di { $name }: { $chance }. Mossa migliore: { $move }.
analysis-value = Probabilità di vittoria: { $chances }
analysis-value-unknown = Probabilità di vittoria: ancora sconosciute

# The moves.
analysis-moves = Mosse
analysis-rounds = Round
analysis-round = Round { $round }
analysis-variation = Variante
analysis-promote = Rendi variante principale
analysis-delete = Elimina da qui
analysis-comment = Scrivi un commento
analysis-steps = Passi
analysis-first = All’inizio
analysis-back = Indietro
analysis-forward = Avanti
analysis-last = Alla fine
analysis-undo = Annulla l’ultima modifica
analysis-redo = Ripeti la modifica

# The next deal.
analysis-deal-title = Prossima pescata
analysis-deal-as-played = Come in partita
analysis-deal-random = Casuale
analysis-deal-choose = Scegli
analysis-deal-odds = Probabilità
analysis-deal-missing =
    { $count ->
        [0] Hai scelto tutte le piastrelle.
        [one] Scegli ancora { $count } piastrella.
       *[other] Scegli ancora { $count } piastrelle.
    }
analysis-deal-put =
    { $count ->
        [one] { $colour }: aggiungi una piastrella, ne resta { $count }
       *[other] { $colour }: aggiungi una piastrella, ne restano { $count }
    }
analysis-deal-take = { $colour }: togli dal vassoio { $factory }
analysis-deal-confirm = Disponi queste piastrelle
analysis-deal-clear = Svuota
analysis-deal-odds-about = Quante piastrelle di ogni colore arriveranno? Le probabilità, pescandone { $count }.

# Opening.
analysis-import-title = Apri una posizione o una partita
analysis-import-label = Incolla una posizione, una registrazione o un link
analysis-import-file = Scegli un file
analysis-found-position = Una posizione.
analysis-found-record = Partita: { $names }. Mosse: { $count }.
analysis-found-study = Un’analisi. Mosse: { $count }.
analysis-found-game = Una partita su questo server.
analysis-found-unknown = Questo testo non è una posizione, una registrazione o un link che si possa aprire.
analysis-found-too-large = Questo testo è troppo lungo.
analysis-game-missing = Questa partita non si trova.
analysis-game-running = Questa partita è ancora in corso. Potrai analizzarla quando sarà finita.
analysis-study-missing = Questo studio non si trova su questo dispositivo.
analysis-link-bad = Questo link non contiene una posizione che si possa mostrare.
analysis-link-cut = Una parte di questo link non è valida ed è stata tralasciata. Il resto è qui.
analysis-malformed = Non è una posizione valida: errore al carattere { $column }.

# Sharing.
analysis-copy = Copia
analysis-copied = Copiato.
analysis-share-link = Link
analysis-share-link-about = Il link contiene tutta l’analisi. Non viene inviata al server.
analysis-share-too-long = Questa analisi è troppo lunga per un link. Salvala come file.
analysis-share-position = Posizione
analysis-share-files = File
analysis-share-study = Analisi
analysis-share-svg = Immagine (SVG)
analysis-share-png = Immagine (PNG)
analysis-share-no-record = Per una registrazione serve una partita a partire dalla prima pescata.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] Il numero dei vassoi non corrisponde al numero dei giocatori.
        [board-count] Il numero delle plance non corrisponde al numero dei giocatori.
        [factory-overfull] Il vassoio { $factory } ha più di quattro piastrelle.
        [round] Il round { $round } non esiste.
        [score] Giocatore { $seat }: il punteggio supera 999.
        [start] Il giocatore { $seat } inizia il round ma non partecipa.
        [to-move] Il giocatore { $seat } è di turno ma non partecipa.
        [line-overfull] Giocatore { $seat }: la linea { $line } ha troppe piastrelle.
        [line-mixed] Giocatore { $seat }: la linea { $line } ha più di un colore.
        [line-on-wall] Giocatore { $seat }: la riga { $line } mostra già il colore della linea { $line }.
        [wrong-column] Giocatore { $seat }: la piastrella nella riga { $line }, colonna { $column } va altrove.
        [floor-overfull] Giocatore { $seat }: la linea del pavimento è troppo piena.
        [marker-count]
            { $count ->
                [0] Manca il segnalino primo giocatore.
               *[other] Ci sono { $count } segnalini primo giocatore.
            }
        [marker-when-over] La partita è finita, quindi non può esserci un segnalino primo giocatore.
        [row-complete-in-offer] Giocatore { $seat }: una riga è completa, ma ci sono piastrelle da prendere.
        [not-to-move] Deve essere di turno il giocatore { $seat }.
        [no-phase] Non c’è niente da prendere, quindi il segnalino primo giocatore deve stare al centro.
       *[other] Questa posizione non è possibile.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: due volte nella riga { $line } del giocatore { $seat }.
        [column-repeats] { $colour }: due volte nella colonna { $column } del giocatore { $seat }.
       *[tile-count]
            { $count ->
                [one] { $colour }: { $count } piastrella, ne esistono 20.
               *[other] { $colour }: { $count } piastrelle, ne esistono 20.
            }
    }

# The position editor.
analysis-edit = Modifica la posizione
analysis-edit-about = Clicca su una casella per cambiare la piastrella, o digita B, Y, R, K o W. Tieni premuto per svuotarla.
analysis-edit-legal = Questa posizione è possibile.
analysis-edit-faults = Che cosa non va ancora
analysis-edit-done = Fatto
analysis-edit-repair = Metti il resto nel sacchetto
analysis-edit-factory = Vassoio { $factory }
analysis-edit-line = Linea { $line }
analysis-edit-wall = Riga { $line }, colonna { $column }
analysis-edit-floor = Linea del pavimento, casella { $space }
analysis-edit-empty = casella vuota
analysis-edit-marker = segnalino primo giocatore
analysis-edit-centre = Centro
analysis-edit-marker-centre = Segnalino primo giocatore al centro
analysis-edit-round = Round
analysis-edit-start = Inizia il round
analysis-edit-to-move = Di turno

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Mosse come 2B3. Inoltre: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = Il motore non ha ancora un risultato qui.
analysis-command-impossible = Qui non è possibile.
analysis-keys = Tasti: ← → passi, ↑ ↓ varianti, Pag su e giù round, E motore, X mossa migliore, B frecce, / comandi.
