# Home, game setup, the lobby, my games, settings, account and replay, in Italian.
# The English file documents the variables.

## First page

home-title = A te la parete.
home-title-second = Agli altri il pavimento.
home-lead = Il gioco delle piastrelle da due a quattro giocatori, direttamente nel browser. Niente registrazione, niente attese, parete colorata o grigia.
home-play = Gioca contro { $name }
home-friends = Gioca con gli amici
home-custom = Altre opzioni
home-level = Il tuo avversario
home-more-games =
    { $count ->
        [one] Ancora { $count } partita
       *[other] Ancora { $count } partite
    }
home-open-game = Apri
home-screen = Sullo stesso schermo
home-screen-text = Passatevi il dispositivo a turno.
home-learn = Impara in 5 minuti
home-learn-text = Un round guidato, passo per passo.
home-lobby = Partite aperte
home-lobby-text = Unisciti a una partita oppure guarda.
home-lobby-counts = { $open } aperte, { $live } da guardare
home-games = Le mie partite
home-games-text = Riprendi, rivedi o salva le tue partite.
home-rules = Regole
home-guest = Giochi come { $name }.
home-guest-offer = Con un account ritrovi le tue partite su ogni dispositivo
home-member = Accesso effettuato: { $name }
home-places = Esplora
home-wall-label = Una parete con alcune piastrelle già al loro posto

level-fair = Nessun bot sa quali piastrelle usciranno.

## Setting up a game

setup-title = Nuova partita
setup-title-friends = Gioca con gli amici
setup-title-screen = Gioca sullo stesso schermo
setup-friends-text = Ricevi un link da condividere. La partita comincia quando tutti i posti sono occupati.
setup-screen-text = Tutti giocano su questo dispositivo, uno dopo l’altro.
setup-players = Giocatori
setup-seat = Posto { $seat }
setup-seat-kind = Chi gioca al posto { $seat }
setup-seat-me = Io
setup-seat-here = Qualcuno qui
setup-seat-bot = Computer
setup-seat-invited = Con un link
setup-seat-open = Chiunque
setup-seat-name = Nome al posto { $seat }
setup-seat-level = Livello al posto { $seat }
setup-wall = Parete
setup-wall-about =
    { $wall ->
        [grey] Le colonne le scegli tu. Per chi conosce già il gioco.
       *[coloured] Ogni casella ha il suo colore. Di solito si gioca così.
    }
setup-clock = Tempo
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } giorno per mossa
               *[other] { $days } giorni per mossa
            }
       *[none] Senza limite di tempo
    }
setup-clock-about =
    { $clock ->
        [real-time] Ognuno ha { $minutes } minuti per la partita, più { $seconds } secondi per mossa.
        [days] Giocate quando vi è comodo. Non serve essere online nello stesso momento.
       *[none] Prenditi tutto il tempo che vuoi.
    }
setup-start = Chi inizia
setup-start-lot = Decide la sorte
setup-undo = Annullare le mosse
setup-undo-name =
    { $undo ->
        [off] Mai
        [ask] Se tutti sono d’accordo
       *[free] Sempre
    }
setup-public = Mostra tra le partite aperte
setup-public-about = Chiunque può guardare. I posti liberi compaiono solo lì.
setup-create = Comincia la partita
setup-create-table = Apri il tavolo
setup-needs-me = Tieni almeno un posto per te.
setup-name-bad = Un nome deve avere da 1 a 24 caratteri.

## Cards of games

card-free =
    { $count ->
        [one] { $count } posto libero
       *[other] { $count } posti liberi
    }
card-free-seat = Posto libero
card-deleted = Account eliminato
card-ended =
    { $outcome ->
        [won] Vittoria
        [lost] Sconfitta
        [shared] Vittoria condivisa
        [cancelled] Annullata
        [over] Finita
       *[none] Senza risultato
    }
card-turn =
    { $who ->
        [you] Tocca a te
       *[name] Tocca a { $name }
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } minuto fa
               *[other] { $count } minuti fa
            }
        [hours]
            { $count ->
                [one] { $count } ora fa
               *[other] { $count } ore fa
            }
        [days]
            { $count ->
                [one] { $count } giorno fa
               *[other] { $count } giorni fa
            }
       *[now] proprio ora
    }
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] ancora { $count } minuto
               *[other] ancora { $count } minuti
            }
        [hours]
            { $count ->
                [one] ancora { $count } ora
               *[other] ancora { $count } ore
            }
        [days]
            { $count ->
                [one] ancora { $count } giorno
               *[other] ancora { $count } giorni
            }
       *[now] manca meno di un minuto
    }
card-score = { $name }: { $points }
discard-title =
    { $how ->
        [cancel] Vuoi annullare questa partita?
       *[resign] Vuoi abbandonare questa partita?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } round
    }

## Lobby

lobby-title = Partite aperte
lobby-lead = Prendi un posto libero o guarda giocare gli altri. Gli elenchi si aggiornano da soli.
lobby-open = Posti liberi
lobby-open-empty = In questo momento nessuno è in attesa. Apri un tavolo e gli altri lo troveranno qui.
lobby-live = In corso
lobby-live-empty = Ora non si gioca nessuna partita pubblica.
lobby-join = Unisciti
lobby-new = Apri un tavolo
lobby-offline = Nessuna connessione: gli elenchi potrebbero non essere aggiornati.

## My games

games-title = Le mie partite
games-lead = Partite in corso e partite finite. Quelle che ti aspettano sono in alto.
games-empty = Non hai ancora giocato. Le tue partite compariranno qui, da rivedere mossa per mossa.
games-waiting = Tocca a te
games-running = In corso
games-finished = Finite
games-more = Mostra partite più vecchie
games-guest = Senza account vedi solo le partite di questo browser. Con un account ti seguono ovunque.
games-record = Apri una registrazione

## Settings

settings-title = Impostazioni
settings-table = Al tavolo
settings-look = Aspetto e audio
settings-language = Lingua
settings-theme = Tema
settings-theme-name =
    { $theme ->
        [light] Chiaro
        [dark] Scuro
       *[system] Come il dispositivo
    }
settings-sounds = Audio
settings-letters = Lettere sulle piastrelle
settings-letters-about = B, Y, R, K e W nell’angolo di ogni piastrella.
settings-speed = Velocità delle animazioni
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Subito
       *[normal] 1×
    }
settings-thinking = I bot pensano un momento
settings-thinking-about = Mai con un orologio in funzione. Tocca o premi S per saltare l’attesa.
settings-scoring = Mostra il punteggio di ogni round
settings-hand-over = Mostra una scheda tra i turni sullo stesso schermo
settings-confirm = Conferma delle mosse
settings-confirm-name =
    { $confirm ->
        [off] No
        [countdown] Conto alla rovescia
        [explicit] Con un pulsante
       *[auto] Automatica
    }
settings-confirm-about =
    { $confirm ->
        [off] Una mossa vale subito.
        [countdown] Una mossa vale dopo 3 secondi: fino ad allora puoi annullarla.
        [explicit] Una mossa vale quando premi Conferma.
       *[auto] Nessuna dove puoi annullare liberamente, un pulsante nelle partite con giorni per mossa, altrimenti un conto alla rovescia.
    }
settings-notifications = Avvisami quando tocca a me
settings-notifications-about = Una notifica del browser mentre questa pagina è in secondo piano.
settings-notifications-blocked = Il browser blocca le notifiche di questa pagina.
settings-warn = Avverti delle mosse costose
settings-warn-about = Prima di una mossa che costa 4 punti o più sul pavimento, se le stesse piastrelle potrebbero costare meno.
settings-keys = Scorciatoie da tastiera
settings-keys-about = Gioca con i tasti di lettere, cifre e simboli. Disattivale se usi i comandi vocali o premi tasti per sbaglio; Invio, Esc e il campo dei comandi restano attivi.
settings-phrases = Mostra le frasi
settings-phrases-about = Quello che gli altri dicono al tavolo. Durante una partita puoi anche nascondere le frasi di una sola persona nell’elenco delle frasi.
settings-name = Il tuo nome
settings-name-about = Gli altri lo vedono al tavolo. Da 1 a 24 caratteri.
settings-save = Salva
settings-saved = Salvato.
settings-account = Account
settings-account-none = Giochi senza account. Partite e impostazioni appartengono a questo browser.

## Account

account-title = Account
account-signup-title = Crea un account
account-signup-text = Un nome e una password, nient’altro. Le partite giocate qui senza account passano al nuovo account.
account-signup = Crea un account
account-login-title = Accedi
account-login = Accedi
account-logout = Esci
account-recover-title = Nuova password
account-recover-text = Con ogni codice di recupero puoi impostare una volta una nuova password.
account-recover = Imposta la password
account-have = Ho già un account
account-new = Non ho ancora un account
account-forgot = Ho dimenticato la password
account-name = Nome
account-password = Password
account-password-about = Almeno 8 caratteri.
account-password-new = Nuova password
account-password-old = Vecchia password
account-password-wrong = Password errata.
account-code = Codice di recupero
account-show = Mostra la password
account-codes-title = I tuoi codici di recupero
account-codes-text = Se dimentichi la password, puoi usare ognuno di questi codici una volta per impostarne una nuova. Li vedi solo adesso. Non abbiamo il tuo indirizzo e-mail, quindi non c’è altro modo.
account-codes-copy = Copia
account-codes-copied = Copiato.
account-codes-not-copied = La copia non è riuscita. Seleziona il testo e copialo a mano.
account-codes-download = Scarica
account-codes-kept = Ho salvato i codici
account-codes-done = Continua
account-codes-new-title = Nuovi codici di recupero
account-codes-new-text = Ricevi otto nuovi codici, mostrati una volta sola. Quelli vecchi non valgono più.
account-codes-new = Crea nuovi codici
account-second-title = Accesso in due passaggi
account-second-text = Per accedere, oltre alla password ti serve un codice generato da un’app di autenticazione sul telefono.
account-second-begin = Configura
account-second-scan = Scansiona questo codice con la tua app di autenticazione, oppure scrivi la chiave nell’app. Poi inserisci le sei cifre che mostra.
account-second-qr = Codice QR della chiave
account-second-key = Chiave
account-second-code = Codice
account-second-code-about = Le sei cifre della tua app di autenticazione.
account-second-code-or-recovery = Le sei cifre della tua app di autenticazione, oppure uno dei tuoi codici di recupero.
account-second-enable = Attiva
account-second-on = L’accesso in due passaggi è attivo.
account-second-left =
    { $count ->
        [0] Non hai più codici di recupero. Creane di nuovi, nel caso perdessi il telefono.
        [one] Ti resta { $count } codice di recupero. Può sostituire un codice se perdi il telefono.
       *[other] Ti restano { $count } codici di recupero. Ognuno può sostituire una volta un codice se perdi il telefono.
    }
account-second-disable = Disattiva
account-second-off = L’accesso in due passaggi non è attivo.
account-guest-title = Le tue partite senza account
account-guest-text =
    { $count ->
        [one] In questo browser hai giocato { $count } partita senza account. Vuoi spostarla nel tuo account?
       *[other] In questo browser hai giocato { $count } partite senza account. Vuoi spostarle nel tuo account?
    }
account-guest-take = Sposta nel mio account
account-guest-leave = Lascia qui
account-guest-leave-about = Dopo nessuno potrà più continuarle.
account-change = Cambia la password
account-changed = Password cambiata.
account-recovered = Password impostata. Hai effettuato l’accesso.
account-since = Con noi dal { $date }
account-sessions = Sessioni attive
account-sessions-text = Browser e programmi che possono agire a tuo nome.
account-session-current = Questo browser
account-session-used = Ultimo uso: { $date }
account-session-end = Termina
account-session-end-label = Termina la sessione: { $label }
account-tokens = Token per programmi
account-tokens-text = Con un token un programma può giocare a tuo nome, per esempio il client per il terminale.
account-token-label = A che cosa serve
account-token-make = Crea un token
account-token-once = Copialo adesso: si vede una volta sola.
account-token-end-label = Elimina il token: { $label }
account-token-end = Elimina
account-tokens-none = Ancora nessun token.
account-data = I tuoi dati
account-export = Scarica tutto
account-export-text = Tutto ciò che è salvato su di te, in un solo file.
account-delete = Elimina l’account
account-delete-text = Il tuo nome sparisce da tutte le partite e nessuno può più accedere con quel nome. Non si può tornare indietro.
account-delete-ask = Scrivi il tuo nome per confermare.
account-delete-really = Elimina per sempre

## Replay

replay-title = Replay
replay-lead = Trascina qui il file di una partita oppure incolla il testo. Lo vedi solo tu.
replay-drop = Trascina qui una registrazione
replay-where = Alla fine di una partita, ottieni il suo file con «{ $record }».
replay-choose = Scegli un file
replay-paste = Oppure incolla il testo di una registrazione
replay-open = Mostra la partita
replay-bad = Questa non è una registrazione valida. { $place }: { $reason }
replay-place =
    { $at ->
        [text] Carattere { $column }
        [path] Carattere { $column } ({ $path })
        [start] Chi inizia
        [result] Il risultato
        [takeover] Sostituzione { $number }
        [round] Round { $round }
        [move] Round { $round }, mossa { $number } ({ $move })
        [tiling] Round { $round }, giocatore { $seat }, piastrella { $move }
       *[game] La partita
    }
replay-reason =
    { $why ->
        [syntax] questa notazione non è valida.
        [space] in una registrazione non ci sono spazi tra le parti.
        [ends-early] il testo finisce troppo presto.
        [goes-on] dopo la registrazione c’è altro testo.
        [key] una chiave manca, è ripetuta o è fuori posto.
        [value] questo valore qui non è ammesso.
        [no-tiles] qui non ci sono piastrelle così.
        [no-move] qui nessuna mossa è possibile.
        [placement] la piastrella non può andare lì.
        [deal] queste piastrelle non possono essere disposte.
        [starts] inizia il giocatore { $expected }, non il giocatore { $found }.
        [no-seat] il giocatore { $seat } non c’è.
        [per-player] le voci devono essere { $expected }, una per giocatore, non { $found }.
        [not-tiled] la linea { $line } del giocatore { $seat } è piena, ma la piastrella non è andata sulla parete.
        [differs] secondo le regole è { $expected }, ma nella registrazione c’è { $found }.
       *[other] questo non si accorda con il resto della registrazione.
    }
replay-too-large = Questo file è troppo grande per essere la registrazione di una partita.
replay-not-a-record = Questo file non è la registrazione di una partita.
replay-empty = Incolla prima il testo di una registrazione.
replay-speed = Velocità
replay-many = Il file contiene più partite. Quale vuoi vedere?
replay-game-number = Partita { $number }: { $names }
replay-missing = Questa partita non esiste, oppure non hai accesso.
replay-loading = Caricamento della partita
replay-position = Passo { $step } di { $total }
replay-step-events = Che cosa è successo in questo passo
replay-scrub = Punto della partita
replay-first = Vai all’inizio
replay-previous = Un passo indietro
replay-next = Un passo avanti
replay-last = Vai alla fine
replay-play = Avvia
replay-pause = Pausa
replay-link = Copia il link a questo passo
replay-link-copied = Link copiato.
replay-download = Scarica la registrazione
replay-analyse = Analizza
replay-board = Tavolo di analisi
replay-live = La partita è ancora in corso.
replay-to-game = Vai alla partita
replay-beginning = Il tavolo è pronto.
replay-keys = Tasti: ← → un passo, Pag su e Pag giù un round, Inizio e Fine per il primo e l’ultimo passo, spazio per avviare o mettere in pausa
replay-another = Apri un’altra registrazione
