# Messages of the web client at the table and on every page, in Italian.
# The English file documents the variables.

## Around every page

skip-to-content = Vai al contenuto
nav-menu = Menu
nav-language = Lingua
nav-play = Gioca
nav-lobby = Partite aperte
nav-games = Le mie partite
nav-study = Studia
nav-learn = Impara
nav-account = Account
nav-settings = Impostazioni
dismiss = Nascondi
close = Chiudi
go-home = Pagina iniziale
not-found-title = Qui non c’è niente
not-found-text = Forse l’indirizzo è sbagliato, oppure quello che c’era qui non c’è più.
load-failed-title = Non è stato possibile caricare la pagina
load-again = Riprova
connection-lost = Connessione persa. Nuovo tentativo in corso.
connection-try-now = Riprova ora

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Tocca a te · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Account eliminato
seat-open = Libero per chiunque
seat-invited = In attesa di un ospite
seat-you = (tu)
seat-take = Prendi posto
seat-leave = Lascia
seat-remove = Rimuovi
seat-bot = Aggiungi bot
seat-needs-invitation = I posti liberi sono per chi ha il link d’invito.
seats-title = Posti

## Before the game

waiting-title = Il tavolo è pronto
waiting-for-you =
    { $count ->
        [one] { $names } ti aspetta.
       *[other] { $names } ti aspettano.
    }
waiting-starts = La partita comincia da sola quando tutti i posti sono occupati.
waiting-cancel = Annulla questa partita
invite-title = Invita
invite-text = Chi apre questo link può prendere un posto libero. Non serve un account.
invite-link = Link d’invito
invite-code = Codice QR del link d’invito
link-copy = Copia
link-share = Condividi
link-copied = Link copiato.
link-selected = Il link è selezionato: copialo dal campo.
clock-none = Senza limite di tempo
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } a testa
       *[other] { $time } a testa, +{ $increment } s per mossa
    }
clock-per-move =
    { $days ->
        [one] { $days } giorno per mossa
       *[other] { $days } giorni per mossa
    }
game-missing = Questa partita non si può mostrare
game-cancelled = Questa partita è stata annullata

## Places in words, for screen readers and the command box

sources-label = Vassoi e centro
supply-label = Sacchetto e coperchio
log-label = Cronaca
# The heading of the newest part of the log.
log-this-round = Questo round
toolbar-label = Partita
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Linea { $line }: vuota, { $size } casella.
       *[other] Linea { $line }: vuota, { $size } caselle.
    }
line-holds =
    { $colour ->
        [blue] Linea { $line }: { $count } su { $size }, blu.
        [yellow] Linea { $line }: { $count } su { $size }, giallo.
        [red] Linea { $line }: { $count } su { $size }, rosso.
        [black] Linea { $line }: { $count } su { $size }, nero.
       *[white] Linea { $line }: { $count } su { $size }, bianco.
    }
floor-empty = Linea del pavimento: vuota.
floor-tiles = Linea del pavimento: { $tiles } (−{ $cost }).
floor-marker = Linea del pavimento: il segnalino primo giocatore (−{ $cost }).
floor-tiles-marker = Linea del pavimento: { $tiles }, e il segnalino primo giocatore (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Riga { $row }, colonna { $column }: blu.
        [yellow] Riga { $row }, colonna { $column }: giallo.
        [red] Riga { $row }, colonna { $column }: rosso.
        [black] Riga { $row }, colonna { $column }: nero.
       *[white] Riga { $row }, colonna { $column }: bianco.
    }
cell-planned =
    { $colour ->
        [blue] Riga { $row }, colonna { $column }: vuota, per il blu.
        [yellow] Riga { $row }, colonna { $column }: vuota, per il giallo.
        [red] Riga { $row }, colonna { $column }: vuota, per il rosso.
        [black] Riga { $row }, colonna { $column }: vuota, per il nero.
       *[white] Riga { $row }, colonna { $column }: vuota, per il bianco.
    }
cell-empty = Riga { $row }, colonna { $column }: vuota.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Riga { $row }, colonna { $column }, { tile-nom }: { $scored }
open-board = Ingrandisci la plancia: { $name }
player = Nome

## The turn

is-to-move = ha il turno
named-factory = Vassoio { $factory }: quale colore?
named-centre = Centro: quale colore?
confirm-ends-round = Sono le ultime piastrelle del round: questa mossa non si può annullare.
confirm-costly = Un’altra linea costerebbe meno. Vuoi giocare lo stesso?
choose-confirm = Hai scelto tutte le colonne. Conferma o torna indietro.
move-kept = Nessuna connessione: la tua mossa { $move } è salvata e sarà inviata appena possibile.
skip = Salta
hand-over-title = { $name }, tocca a te
hand-over-show = Mostra la mia plancia
hand-over-undo = Annulla la mossa: { $name }
hand-over-off = Non mostrare più
scoring-heading = Round { $round }: punteggio
scoring-floor = Pavimento
scoring-bonus = Bonus
scoring-total = Totale
scoring-next = Prossimo round
scoring-result = Mostra il risultato
scoring-off = Non mostrare il punteggio
last-move-line = { $name } ha preso { tiles-short-acc } { from-source } per la linea { $line }
last-move-floor = { $name } ha preso { tiles-short-acc } { from-source } per il pavimento
last-move-filled =
    { $points ->
        [0] piena
       *[other] piena, +{ $points } a fine round
    }
last-move-open =
    { $count ->
        [one] ne manca { $count }
       *[other] ne mancano { $count }
    }
last-move-fell =
    { $cost ->
        [0] { $count } sul pavimento
       *[other] { $count } sul pavimento, −{ $cost }
    }
last-move-marker = con il segnalino primo giocatore
last-move-to-line = → linea { $line }
last-move-to-floor = → pavimento
then-round-end = Fine del round: { $now } → { $then }.
last-round-would-win =
    { $who ->
        [you] Se il round finisse ora, vinceresti tu.
       *[name] Se il round finisse ora, vincerebbe { $name }.
    }
last-round-would-share = Se il round finisse ora, la vittoria sarebbe condivisa: { $names }.
undo-sent = La tua mossa viene annullata.
undo-question = { $name } chiede di annullare una mossa.
undo-allow = Consenti
undo-deny = Rifiuta
undo-awaiting = Hai chiesto di annullare la tua mossa.
undo-withdraw = Ritira
resign-text = Un bot prende il tuo posto; non potrai più vincere.
resign-ends = La partita finirà e { $name } vincerà.
# Several players share this screen.
resign-for = Vuoi che { $name } abbandoni?
say = Di’ qualcosa
phrases = Frasi
phrases-from = Mostra le frasi di:
phrases-muted = frasi nascoste
phrases-off = Le frasi sono disattivate nelle impostazioni.
away = assente
away-until = assente, ancora { $seconds } s
vote-question = { $name } è via da un po’.
vote-bot = Lascia giocare un bot
vote-done = Hai votato
seat-lost = Un bot ha preso il tuo posto.
seat-take-back = Riprendi il posto
watching =
    { $count ->
        [1] Stai guardando.
       *[other] Stai guardando; in tutto guardano in { $count }.
    }
# $time is already formatted.
clock-label = Tempo rimasto: { $time }
clock-days = { $days } g { $hours } h
clock-hours = { $hours } h
clock-lag = I primi { $ms } ms di ogni mossa non contano.

## Hints

hint-asked = Cerco una buona mossa.
hint-play = Gioca così
# $columns is a comma-separated list of the two below.
hint-columns = La scelta migliore: { $columns }.
hint-line-column = la linea { $line } nella colonna { $column }
hint-line-falls = la linea { $line } cade sul pavimento
hint-reason-fills =
    { $points ->
        [one] Riempie la linea { $line }: +{ $points } punto alla fine del round.
       *[other] Riempie la linea { $line }: +{ $points } punti alla fine del round.
    }
hint-reason-adds =
    { $count ->
        [one] Aggiunge { $count } piastrella alla linea { $line }.
       *[other] Aggiunge { $count } piastrelle alla linea { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } piastrella cade sul pavimento (−{ $cost }), ma tutto il resto costa di più.
       *[other] { $count } piastrelle cadono sul pavimento (−{ $cost }), ma tutto il resto costa di più.
    }
hint-reason-denies = Con queste piastrelle { $name } potrebbe riempire la linea { $line } (+{ $points }).
hint-reason-ends-game = Completa una riga: la partita finisce dopo questo round.

## What happened

happened-created = Il tavolo è aperto.
happened-seated = { $name } ha preso posto.
happened-unseated = Il posto { $seat } è di nuovo libero.
happened-bot-seated = Al tavolo si siede { $bot }.
happened-started = La partita comincia.
happened-moved = { $name } ha giocato { $move }.
happened-chosen =
    { $who ->
        [you] Hai scelto le tue colonne.
       *[name] { $name } ha scelto le colonne.
    }
happened-tiled = Le pareti sono rivestite.
happened-undo-asked =
    { $who ->
        [you] Hai chiesto di annullare una mossa.
       *[name] { $name } ha chiesto di annullare una mossa.
    }
happened-undo-refused = La mossa resta.
happened-taken-back =
    { $who ->
        [you] Hai ripreso il tuo posto.
       *[name] { $name } ha ripreso il posto.
    }
happened-resumed = Il server non era raggiungibile; il tempo perso è stato restituito agli orologi.
happened-cancelled = La partita è stata annullata.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] Hai ottenuto { $points } punto bonus ({ $list }).
               *[other] Hai ottenuto { $points } punti bonus ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } ha ottenuto { $points } punto bonus ({ $list }).
               *[other] { $name } ha ottenuto { $points } punti bonus ({ $list }).
            }
    }
# $list is a list of names and score changes.
log-round-points = Round finito: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } round · parete grigia · { $when }
               *[other] { $rounds } round · parete grigia · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } round · parete colorata · { $when }
               *[other] { $rounds } round · parete colorata · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Parete: { $points } punto.
       *[other] Parete: { $points } punti.
    }
result-floor = Pavimento −{ $points }
bonuses = Bonus
record = Registrazione
rematch-open = Vai alla rivincita
rematch-withdraw = Niente rivincita
rematch-waiting = In attesa del consenso degli altri.
rematch-wanted = { $name } vorrebbe la rivincita.
proof-text = Prima della partita il server ha mostrato un codice di controllo del suo segreto e ogni dispositivo al tavolo ha sigillato un numero casuale. I numeri sono stati aperti solo quando erano tutti sigillati: così nessuno poteva scegliere le piastrelle. Questa pagina ha ricalcolato chi inizia e ogni estrazione; «azulejo verify» controlla anche che ogni mossa rispetti le regole.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Prima della partita il server ha mostrato un codice di controllo del suo segreto e chi gioca ha aggiunto numeri casuali propri. Questa pagina ha ricalcolato ogni estrazione; «azulejo verify» controlla anche che ogni mossa rispetti le regole.
proof-commitment = Codice di controllo
proof-secret = Segreto
proof-nonce = Numero casuale: { $name }
proof-seal = Sigillo: { $name }
proof-none = nessuno
proof-open = { $nonce } (non sigillato)
proof-withheld = sigillato, ma non aperto
proof-uncommitted = non sigillato in tempo
proof-withheld-gain = { $name } ha sigillato un numero ma non l’ha aperto. Questo serve solo a chi conosce anche il segreto del server: così può scegliere tra due estrazioni, con questo numero o senza.

## Places, ties, sharing and sounds

result-place =
    { $shared ->
        [yes] Posizione { $place }, condivisa
       *[no] Posizione { $place }
    }
result-own-place =
    { $shared ->
        [yes] Condividi la posizione { $place } su { $count }.
       *[no] Sei in posizione { $place } su { $count }.
    }
result-tie =
    { $points ->
        [one] Parità a { $points } punto: { $names }.
       *[other] Parità a { $points } punti: { $names }.
    }
result-tie-rows = Decidono le righe complete: { $list }.
result-tie-shared = Anche il numero di righe complete è uguale: la posizione è condivisa.
next-level = Ora prova { $name }
image-save = Salva immagine
image-share = Condividi immagine
sounds-question = Giocare con l’audio?
sounds-on = Sì
sounds-off = No
image-failed = Non è stato possibile creare l’immagine.

## The command box

commands = Comandi
command-label = Comando
command-send = Invia
command-help = Mosse come 2B3 (vassoio 2, blu, linea 3) o CRF (centro, rosso, linea del pavimento). Domande: f, f 2, c, me, p2, floor, legal blu, why 3, bag, last, clock, undo, hint.
command-no-table = Il tavolo non c’è ancora.
command-done = { $move }: fatto.
command-no-choice = Questa colonna non si può scegliere ora.
command-no-moves = Una mossa così non c’è.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } mossa: { $moves }.
       *[other] { $count } mosse: { $moves }.
    }
command-no-tiles = { $move }: lì non ci sono piastrelle così.
command-line-open = La linea { $line } accetta tutti i colori sul tavolo.
command-nothing-yet = Non è ancora successo niente.
command-no-player = Il posto { $seat } non c’è.
command-score =
    { $points ->
        [one] { $name }: { $points } punto.
       *[other] { $name }: { $points } punti.
    }
command-wall-empty = La parete è vuota.
command-no-clock = In questa partita non c’è limite di tempo.
command-unknown = «{ $text }» non è un comando. Scrivi «help» per l’elenco dei tasti.

## Help

help-title = Tasti
help-intro = Prendi le piastrelle, poi scegli una linea. Puoi usare mouse, schermo tattile o tastiera.
help-source = vassoio o centro
help-colour = colore: blu, giallo, rosso, nero, bianco
help-target = linea o linea del pavimento
help-confirm = conferma la mossa
help-back = un passo indietro
help-undo = annulla mossa
help-hint = suggerimento
help-skip = salta l’animazione
help-command = campo dei comandi
help-help = questo elenco
help-keys-off = Le scorciatoie da tastiera sono disattivate nelle impostazioni.
help-commands = Il campo dei comandi accetta mosse in notazione e risponde a domande; gli screen reader leggono le risposte.
help-rules = Le regole
help-first-round = Un primo round guidato

## Why the server refused something

problem-malformed = Il server non ha capito. Ricarica la pagina.
problem-no-session = Il server non conosce ancora questo browser. Ricarica la pagina.
problem-forbidden = Non puoi farlo.
problem-not-found = Non trovato, oppure non hai accesso.
problem-stale = La partita è andata avanti. Guarda il tavolo e scegli di nuovo.
problem-not-your-turn = Non tocca a te.
problem-not-your-seat = Questo non è il tuo posto.
problem-wrong-phase = Ora non è possibile.
problem-illegal = Le regole non lo permettono.
problem-already-chosen = Hai già scelto le colonne.
problem-no-undo = Questa mossa non si può annullare.
problem-seat-taken = Il posto è occupato.
problem-already-seated = Hai già un posto in questa partita.
problem-not-started = La partita non è ancora cominciata.
problem-started = La partita è già cominciata.
problem-ended = La partita è finita.
problem-bad-invitation = Questo invito non è più valido.
problem-name-taken = Questo nome è già preso.
problem-bad-name = Questo nome non si può usare.
problem-bad-login = Nome o password errati.
problem-code-required = Inserisci il codice della tua app di autenticazione.
problem-bad-code = Questo codice è errato o è già stato usato.
problem-bad-password = La password è troppo corta o troppo lunga.
problem-common-password = Questa password è troppo facile da indovinare.
problem-same-game = Hai due posti nella stessa partita in corso: uno come ospite, uno con il tuo account.
problem-id-used = Questa richiesta è già stata inviata con altre impostazioni.
problem-too-fast = Troppo in fretta. Aspetta un momento.
problem-too-many-codes = Troppi codici errati. Inserisci due codici consecutivi della tua app, oppure un codice di recupero.
problem-too-many = Hai raggiunto il limite.
problem-thinking-time = I tuoi bot hanno pensato molto. Concedi loro un minuto.
problem-bad-origin = La richiesta veniva da un altro sito.
problem-no-hints = Nelle partite con altre persone non ci sono suggerimenti.
problem-unavailable = Il server ora non è raggiungibile. Riprova.
problem-two-credentials = Sono arrivate due identità insieme. Ricarica la pagina.

# The messages of form fields that are not valid.
field-missing = Compila questo campo.
field-short =
    { $min ->
        [one] Inserisci almeno un carattere.
       *[other] Inserisci almeno { $min } caratteri.
    }
