# Messages of the terminal only, in Italian. The English file documents the variables.

## Players

term-you = Tu
term-player = Giocatore { $seat }

## Line by line

term-greeting =
    { $wall ->
        [grey] Azulejo, parete grigia, partita { $seed }: { $names }.
       *[coloured] Azulejo, parete colorata, partita { $seed }: { $names }.
    }
term-greeting-move = Una mossa è origine, colore, linea: 2B3 colloca tutte le piastrelle blu del vassoio 2 sulla linea 3.
term-greeting-help = C è il centro, F la linea del pavimento, K il nero. Scrivi soltanto 2B per vedere che cosa è possibile; ? mostra l’aiuto.
term-help-move = Una mossa è origine, colore e linea, in maiuscolo o minuscolo, con o senza spazi:
term-help-source = un vassoio, oppure il centro
term-help-line = una linea, oppure la linea del pavimento
term-help-example = tutte le piastrelle blu dal vassoio 2 alla linea 3; quelle di troppo cadono sul pavimento
term-help-part = Scrivi l’inizio di una mossa, come 2 o 2B, o soltanto un colore per vedere che cosa è possibile. Sulla parete grigia si sceglie una colonna con il suo numero, oppure come 4:2 per linea 4, colonna 2. Inoltre:
term-help-table = Sul tavolo le maiuscole sono piastrelle; le minuscole mostrano che cosa va sulla parete. * è il segnalino primo giocatore. Accanto a un nome c’è il punteggio → quello che diventerebbe se il round finisse ora.
term-command-moves = tutte le mosse possibili
term-command-hint = che cosa farebbe un bot forte
term-command-undo = annulla la tua ultima mossa
term-command-table = mostra ancora il tavolo
term-command-position = la posizione come una riga di testo
term-command-rules = le regole in mezza pagina
term-command-quit = salva la partita ed esci
term-command-help = questo aiuto
term-scores = Punteggio: { $scores }.
term-source-empty =
    { $source ->
        [centre] Al centro non ci sono ancora piastrelle.
       *[factory] Il vassoio { $factory } è vuoto.
    }
term-add-line = Aggiungi una linea, da 1 a 5, oppure F.
term-no-colour = Non ci sono { tiles-plural } da prendere.
term-found = { $count } { from-source }
term-type-a-move = Scrivi una mossa, per esempio 2B3, oppure ? per l’aiuto.
term-confirm-or-other = Premi Invio per giocarla, o scrivi altro.
term-no-move = «{ $typed }» non è una mossa: origine, colore, linea, come 2B3 o CKF. ? mostra l’aiuto.
term-no-column = «{ $typed }» non è una colonna: scrivi il suo numero. ? mostra l’aiuto.
term-undone = Mossa annullata.
term-saved-in = Partita salvata: { $file }
term-record-added = La registrazione della partita è ora in { $file }.
term-not-saved = Non è stato possibile salvare la partita: { $reason }

## Errors, on standard error after “azulejo: ”

term-place = { $file }, riga { $line }
term-standard-input = standard input
term-not-a-terminal = Questo non è un terminale, quindi si gioca riga per riga (--plain).
term-bad-seats = --seats: si gioca in 2–4, non in { $count }. Separa i giocatori con virgole.
term-bad-start = --start { $seat }: i giocatori sono solo { $count }.
term-unreadable = { $file }: { $reason }. Scegli un file di registrazioni.
term-record-not-saved = Non è possibile salvare la registrazione in { $file }: { $reason }
term-no-folder = Non è possibile salvare o riprendere partite: né AZULEJO_DATA né HOME è impostata.
term-resume-none = In { $folder } non c’è nessuna partita in sospeso. Iniziane una con azulejo play.
term-resume-finished = L’ultima partita in { $file } è finita. Rivedila con azulejo replay --tui { $file }
term-unknown-bot = Al posto { $seat } c’è un bot che questo programma non conosce: { $bot }
term-not-a-record = { $place }: questa non è una registrazione valida. { $problem } Il formato è descritto in docs/notation.md.
term-fault-command = { $place }: { $problem } `{ $command }` mostra la partita fino a quel punto.
term-fault-shown = { $place }: { $problem } La partita è mostrata fino a quel punto.
term-line-too-long = { $place }: questa riga è troppo lunga per una registrazione. È davvero un file di registrazioni?
term-not-text = { $place }: il byte { $byte } non è UTF-8; una registrazione è testo.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: non ci sono partite.
        [one] --show { $wanted }: c’è solo { $count } partita.
       *[other] --show { $wanted }: ci sono solo { $count } partite.
    }
term-replay-needs-terminal = --tui: questo non è un terminale. Usa --show K per stampare una partita.

## The rules on half a page

term-rules-turn = In ogni round si gioca a turno. Nel tuo turno prendi tutte le piastrelle di un colore da un vassoio, e il resto del vassoio va al centro; oppure prendi tutte le piastrelle di un colore dal centro. Chi lo fa per primo in un round riceve anche il segnalino primo giocatore: sta sulla linea del pavimento come una piastrella, e chi lo ha inizia il round successivo.
term-rules-lines = Colloca le piastrelle prese su una delle tue cinque linee quadrettate. Una linea accetta un solo colore, e non uno che la sua riga della parete ha già. Ciò che non ci sta cade sul pavimento. Puoi anche lasciar cadere tutto.
term-rules-scoring = Quando tutte le piastrelle sono prese, da ogni linea piena una piastrella va nella sua riga della parete e la linea si svuota; le altre linee tengono le loro piastrelle. La piastrella vale un punto per ogni piastrella unita a lei senza interruzioni lungo la riga, lei compresa, e lo stesso lungo la colonna; una direzione in cui è sola non conta, ma una piastrella del tutto isolata vale 1 punto. Poi la linea del pavimento costa −1 −1 −2 −2 −2 −3 −3 da sinistra a destra. Nessun punteggio scende sotto 0.
term-rules-end = La partita finisce dopo il round in cui qualcuno completa una riga della parete. Ogni riga completa vale allora 2 punti, ogni colonna completa 7, ogni colore con tutte e cinque le piastrelle 10. Vince chi ha più punti; in caso di parità, chi ha più righe complete.
term-rules-grey = Sulla parete grigia scegli tu la colonna di ogni piastrella: una qualsiasi casella libera della riga, purché la colonna non abbia già quel colore. Se non ce n’è, tutte le piastrelle di quella linea cadono sul pavimento.

## Short previews of a line

term-option-full = piena: { tag-points }
term-option-blocked = piena, ma nessuna casella libera
term-option-open = { $held } su { $size }

## On the table

term-floor-short = pavim

## On the whole screen

term-help = Aiuto
term-quit = Esci
term-menu = Menu
term-new-game = Nuova partita
term-save-record = Salva
term-next-step = Avanti
term-all-steps = Tutto insieme
term-next-round = Round successivo
term-take-keys = Digita il numero di un vassoio o C, poi un colore e una linea; oppure fai clic. ? mostra l’aiuto.
term-which-colour = Quale colore?
term-file = File:
term-log = Cronaca
term-scoring-stepwise = I punti sono mostrati passo per passo.
term-scoring-at-once = I punti sono mostrati tutti insieme.
term-bot-failed = { $name } non risponde. La partita è salvata.
term-too-small = La finestra è troppo piccola: ha { $width } × { $height } caratteri, e il tavolo ne richiede { $needed-width } × { $needed-height }. Ingrandiscila, oppure esci con Q: la partita è salvata.

## The help

term-help-title = Tasti e regole
term-help-close = un tasto qualsiasi chiude
term-help-scroll = ↓ ↑ scorrono, ogni altro tasto chiude
term-help-screen = Sul tavolo le maiuscole sono piastrelle; le minuscole mostrano che cosa va sulla parete. * è il segnalino primo giocatore, e (B) starebbe lì dopo la tua mossa. Accanto a un nome ci sono il punteggio e ciò che porterebbe il round se finisse ora.
term-key-source = prendi da questo vassoio, oppure dal centro
term-key-colour = prendi tutte le piastrelle di questo colore: blu, giallo, rosso, nero, bianco
term-key-line = collocale su questa linea, oppure sulla linea del pavimento
term-key-enter = gioca la mossa; nel conteggio dei punti: passo successivo
term-key-arrows = oppure così: ← → tra le piastrelle, ↑ ↓ tra le tue linee; va bene anche il mouse
term-key-undo = annulla l’ultima scelta, poi le tue mosse di questo round
term-key-escape = annulla l’ultima scelta
term-key-hint = che cosa farebbe un bot forte, e perché
term-key-scoring = mostra i punti passo per passo o tutti insieme
term-key-log = scorri la cronaca
term-key-help = questo aiuto
term-key-quit = salva la partita ed esci; azulejo play --resume la riprende

## The menu

term-menu-start = Inizia la partita
term-menu-resume = Riprendi l’ultima partita
term-menu-human = una persona
term-menu-empty = nessuno
term-menu-first = Chi inizia
term-menu-random = a sorte
term-menu-quit = Esci
term-menu-keys = Invio comincia · ↑ ↓ scegli · ← → cambia

## Stepping through a game

term-replay-step = Passo
term-replay-round = Round
term-replay-ends = Inizio, fine

## On a server

term-online-unreachable = { $server } non è raggiungibile: { $reason }
term-online-not-azulejo = { $server } risponde, ma non è un server di Azulejo. Controlla l’indirizzo.
term-online-version = { $server } usa la versione { $theirs } del protocollo, questo programma la versione { $ours }. Aggiorna il più vecchio dei due.
term-online-strange = { $server } ha inviato qualcosa che questo programma non capisce: { $reason }
term-online-token-file = Il file con il token non si può usare: { $reason }
term-online-not-a-token = La prima riga di { $file } non è un token.
term-online-bad-token = Il server non accetta il token di --token-file. Forse è stato eliminato: creane uno nuovo.
term-online-no-chance = Il sistema non fornisce numeri casuali: { $reason }
term-online-malformed = Il server non ha capito.
term-online-no-session = Il server non ti conosce più. Esci e ricollegati.
term-online-new-guest = Il server non ti conosceva più: ora sei { $name }.
term-online-mode-repaired = Altri potevano leggere il tuo token in { $file }; ora puoi farlo solo tu.
term-online-not-kept = Non è stato possibile salvare il tuo token; la prossima volta entrerai come un altro ospite: { $reason }
term-online-full = Tutti i posti sono occupati: stai guardando.
term-online-begun = La partita è già cominciata: stai guardando.
term-online-bad-invitation = Questo invito non è più valido: stai guardando.
term-online-entering = Un momento.
term-online-sending = Invio della tua scelta.
term-online-kept = Nessuna connessione: la tua scelta è salvata e sarà inviata appena possibile.
term-online-unsent = La tua mossa { $move } non è stata inviata e non è stata giocata.
term-online-continues = La partita continua: { $link }
term-online-rematch-ready = La rivincita è pronta: premi N.
term-online-winners = Vittoria: { $names }.
term-online-mute = Nascondi le frasi: { $name }
term-online-unmute = Mostra le frasi: { $name }
term-online-muted = Frasi nascoste: { $name }
term-online-unmuted = Frasi mostrate: { $name }
term-online-leave = Alle partite
term-online-back = Torna alle partite
term-online-no-games = Qui non hai ancora partite.
term-online-no-open = In questo momento nessuno è in attesa.
term-online-choose = scegli
term-online-create-keys = Invio apre · ↑ ↓ scegli · ← → cambia · Esc indietro
term-online-public = Visibile a tutti
term-online-yes = Sì
term-online-no = No
term-online-room-keys = ↑ ↓ scegli · ← → livello · C copia il link · Esc indietro
term-online-copy = Copia il link
term-online-copied = Link copiato, se il terminale lo permette.
term-key-menu = su un server: rispondi alle domande, di’ qualcosa, abbandona, lascia il tavolo

## On a server, line by line

term-online-plain-lobby = Scrivi il numero di una partita per andarci, new per un tavolo tuo, list per rivedere gli elenchi, oppure quit. ? mostra l’aiuto.
term-online-plain-new = new POSTI [grey] [public] [5+5 o 3d] [undo=ask, free o off] apre un tavolo. I POSTI sono me, invited, open o un livello, separati da virgole: new me,tiler o new me,invited grey 5+5. Senza posti: new me,invited.
term-online-plain-room = Mentre aspetti: bot 2 tiler dà il posto 2 a un bot, seat 2 lo libera di nuovo; leave, cancel o quit.
term-online-no-command = «{ $typed }» qui non è un comando. ? mostra l’aiuto.
term-online-connected = Connessione ristabilita.
term-online-command-say = di’ qualcosa: say elenca le frasi, say 3 ne dice una
term-online-command-mute = nascondi quello che dice il giocatore 2, o mostralo di nuovo
term-online-command-answer = consenti o rifiuta che qualcuno annulli una mossa
term-online-command-vote = fai giocare un bot per chi è assente
term-online-command-back = riprendi il posto da un bot
term-online-command-resign = abbandona; scrivilo due volte
term-online-command-rematch = un’altra partita con le stesse persone, se tutti accettano
term-online-command-quit = esci; la partita continua sul server
