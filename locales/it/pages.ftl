# Prima pagina, nuova partita, partite aperte, le proprie partite, impostazioni, account e replay.
#
# $level è un bot con il suo numero, come in game.ftl; $name è il nome di una persona.

## First page

home-title = A te la parete.
home-title-second = Agli altri il pavimento.
home-lead = Il gioco delle piastrelle da due a quattro, nel tuo browser. Niente account, niente attese, tutte e due le pareti.
home-play = Gioca contro { $level }
home-friends = Gioca con gli amici
home-custom = Altre scelte
home-level = Il tuo avversario
home-waiting = Tocca a te
home-waiting-more =
    { $count ->
        [one] Ancora { $count } partita ti aspetta
       *[other] Ancora { $count } partite ti aspettano
    }
home-open-game = Apri
home-screen = Sullo stesso schermo
home-screen-text = Passatevi il dispositivo intorno al tavolo.
home-learn = Impara in 5 minuti
home-learn-text = Un round guidato, passo per passo.
home-lobby = Partite aperte
home-lobby-text = Unisciti a qualcuno oppure guarda.
home-lobby-counts = { $open } aperte, { $live } da guardare
home-games = Le mie partite
home-games-text = Continua, riguarda, conserva.
home-rules = Regole
home-guest = Giochi come { $name }.
home-guest-offer = Con un account ritrovi le tue partite su ogni dispositivo
home-member = Accesso: { $name }
home-places = Dove andare
home-wall-label = Una parete con alcune piastrelle già al loro posto

level-about =
    { $level ->
        [beginner] Raccoglie piastrelle, non punti, e spesso dimentica il pavimento.
        [apprentice] Pensa una mossa avanti. Buono per cominciare.
        [tiler] Pensa anche alla tua risposta, ma ogni tanto gli sfugge qualcosa.
        [artisan] Prevede parecchie mosse e non gli sfugge nulla.
        [master] Guarda molto più lontano di quanto vorresti.
       *[legend] Il più forte che abbiamo.
    }
level-fair = Nessun livello sa che cosa uscirà dal sacchetto.

## Setting up a game

setup-title = Nuova partita
setup-title-friends = Gioca con gli amici
setup-title-screen = Gioca sullo stesso schermo
setup-friends-text = Ricevi un link da condividere. La partita comincia quando tutti i posti sono occupati.
setup-screen-text = Tutti giocano su questo dispositivo, uno dopo l’altro.
setup-players = Giocatori
setup-seat = Posto { $seat }
setup-seat-kind = Chi siede al posto { $seat }
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
       *[none] Senza orologio
    }
setup-clock-about =
    { $clock ->
        [real-time] Ognuno ha { $minutes } minuti per la partita e recupera { $seconds } secondi a ogni mossa.
        [days] Per giocare nei ritagli di tempo. Non serve esserci tutti insieme.
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
setup-public-about = Chiunque può guardare. I posti liberi si trovano solo lì.
setup-create = Comincia la partita
setup-create-table = Apri il tavolo
setup-needs-me = Tieni almeno un posto per te.
setup-name-bad = Un nome ha da 1 a 24 caratteri.

## Cards of games

card-free =
    { $count ->
        [one] { $count } posto libero
       *[other] { $count } posti liberi
    }
card-nobody = Posto libero
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
       *[name] Di turno: { $name }
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
card-rounds =
    { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } round
    }

## Lobby

lobby-title = Partite aperte
lobby-lead = Prendi un posto libero o guarda giocare gli altri. Gli elenchi si aggiornano da soli.
lobby-open = Posti liberi
lobby-open-empty = Ora non aspetta nessuno. Apri un tavolo e gli altri lo troveranno qui.
lobby-live = In corso
lobby-live-empty = Ora non si gioca nessuna partita pubblica.
lobby-join = Unisciti
lobby-new = Apri un tavolo
lobby-offline = Nessuna connessione: gli elenchi potrebbero non essere aggiornati.

## My games

games-title = Le mie partite
games-lead = Partite in corso e partite finite. Quelle che ti aspettano sono in alto.
games-empty = Non hai ancora giocato. Qui troverai le tue partite, da rivedere mossa per mossa.
games-waiting = Tocca a te
games-running = In corso
games-finished = Finite
games-more = Mostra partite più vecchie
games-guest = Senza account vedi le partite di questo browser. Con un account ti seguono ovunque.
games-record = Apri un verbale

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
settings-confirm = Conferma delle mosse
settings-confirm-name =
    { $confirm ->
        [off] No
        [countdown] Conto alla rovescia
        [explicit] Con un pulsante
       *[auto] Adatta alla partita
    }
settings-confirm-about =
    { $confirm ->
        [off] Una mossa vale subito.
        [countdown] Una mossa vale dopo 3 secondi, fino ad allora puoi annullarla.
        [explicit] Una mossa vale quando premi Conferma.
       *[auto] Nessuna dove puoi annullare, conto alla rovescia con l’orologio, un pulsante con i giorni per mossa.
    }
settings-notifications = Avvisami quando tocca a me
settings-notifications-about = Un messaggio del browser mentre questa pagina è in secondo piano.
settings-notifications-blocked = Il browser non permette messaggi da questa pagina.
settings-warn = Avverti delle mosse costose
settings-warn-about = Prima di una mossa che costa 4 punti o più sul pavimento, se le stesse piastrelle potrebbero costare meno.
settings-keys = Tasti singoli al tavolo
settings-keys-about = Lettere, cifre e segni giocano senza clic. Disattivali se parli al tuo dispositivo o premi tasti per sbaglio; Invio, Esc e il campo dei comandi restano attivi.
settings-phrases = Mostra le frasi
settings-phrases-about = Quello che gli altri dicono al tavolo. Durante una partita puoi anche nascondere le frasi di una sola persona: nell’elenco delle frasi.
settings-name = Il tuo nome
settings-name-about = Gli altri lo vedono al tavolo. Da 1 a 24 caratteri.
settings-save = Salva
settings-saved = Salvato.
settings-account = Account
settings-account-none = Giochi senza account. Partite e impostazioni appartengono a questo browser.

## Account

account-title = Account
account-signup-title = Crea un account
account-signup-text = Un nome e una password, nient’altro. Le partite giocate qui senza account diventano tue.
account-signup = Crea un account
account-login-title = Accedi
account-login = Accedi
account-logout = Esci
account-recover-title = Nuova password
account-recover-text = Ogni tuo codice di recupero vale per una nuova password.
account-recover = Imposta la password
account-have = Ho già un account
account-new = Non ho ancora un account
account-forgot = Ho dimenticato la password
account-name = Nome
account-password = Password
account-password-about = Almeno 8 caratteri.
account-password-new = Nuova password
account-password-old = Vecchia password
account-password-wrong = La password è sbagliata.
account-code = Codice di recupero
account-show = Mostra la password
account-codes-title = I tuoi codici di recupero
account-codes-text = Se dimentichi la password, con ognuno di questi codici puoi impostarne una nuova, una volta sola. Li vedi solo adesso. Non abbiamo un tuo indirizzo e-mail, quindi non c’è altro modo.
account-codes-copy = Copia
account-codes-copied = Copiato.
account-codes-not-copied = La copia non è riuscita. Seleziona il testo e copialo a mano.
account-codes-download = Scarica
account-codes-kept = Ho conservato i codici
account-codes-done = Continua
account-codes-new-title = Nuovi codici di recupero
account-codes-new-text = Ricevi otto nuovi codici, mostrati una volta sola. Quelli vecchi non valgono più.
account-codes-new = Crea nuovi codici
account-guest-title = Le tue partite senza account
account-guest-text =
    { $count ->
        [one] In questo browser c’è { $count } partita che hai giocato senza account. Deve passare al tuo account?
       *[other] In questo browser ci sono { $count } partite che hai giocato senza account. Devono passare al tuo account?
    }
account-guest-take = Passa al mio account
account-guest-leave = Lascia qui
account-guest-leave-about = Dopo nessuno potrà più continuarle.
account-change = Cambia la password
account-changed = La password è cambiata.
account-recovered = La password è impostata e l’accesso è aperto.
account-since = Dal { $date }
account-sessions = Accessi aperti
account-sessions-text = Browser e programmi che possono agire a tuo nome.
account-session-current = Questo browser
account-session-used = Ultimo uso: { $date }
account-session-end = Chiudi
account-session-end-label = Chiudi l’accesso: { $label }
account-tokens = Chiavi per programmi
account-tokens-text = Con una chiave un programma può giocare a tuo nome, per esempio il client per il terminale.
account-token-label = A che cosa serve
account-token-make = Crea una chiave
account-token-once = Copiala adesso: si vede una volta sola.
account-token-end-label = Elimina la chiave: { $label }
account-token-end = Elimina
account-tokens-none = Ancora nessuna chiave.
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
replay-drop = Lascia qui un verbale
replay-where = Alla fine di una partita, «{ $record }» ti dà il suo file.
replay-choose = Scegli un file
replay-paste = Oppure incolla il testo di un verbale
replay-open = Mostra la partita
replay-bad = Questo non è il verbale di una partita. { $place }: { $reason }
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
        [syntax] un verbale non si scrive così.
        [space] in un verbale non ci sono spazi tra le parti.
        [ends-early] il testo finisce troppo presto.
        [goes-on] dopo il verbale c’è ancora qualcosa.
        [key] una chiave manca, è ripetuta o è fuori posto.
        [value] questo valore non può stare qui.
        [no-tiles] qui non ci sono piastrelle così.
        [no-move] qui nessuna mossa è possibile.
        [placement] la piastrella non può andare lì.
        [deal] queste piastrelle non possono essere disposte.
        [starts] inizia il giocatore { $expected }, non il giocatore { $found }.
        [no-seat] il giocatore { $seat } non c’è.
        [per-player] serve una voce per ciascuno dei { $expected } giocatori, non { $found }.
        [not-tiled] la linea { $line } del giocatore { $seat } è piena, ma la piastrella non è andata sulla parete.
        [differs] secondo le regole è { $expected }, nel verbale c’è { $found }.
       *[other] questo non si accorda con il resto del verbale.
    }
replay-too-large = Questo file è troppo grande per essere il verbale di una partita.
replay-many = Il file contiene più partite. Quale vuoi vedere?
replay-game-number = Partita { $number }: { $names }
replay-missing = Questa partita non esiste, oppure non puoi vederla.
replay-loading = Carico la partita
replay-position = Passo { $step } di { $total }
replay-told = Che cosa è successo in questo passo
replay-scrub = Punto della partita
replay-first = All’inizio
replay-previous = Un passo indietro
replay-next = Un passo avanti
replay-last = Alla fine
replay-play = Avvia
replay-pause = Pausa
replay-link = Copia il link a questo passo
replay-link-copied = Il link è copiato.
replay-download = Scarica il verbale
replay-live = La partita è ancora in corso.
replay-to-game = Alla partita
replay-beginning = Il tavolo è pronto.
replay-keys = Tasti: ← → un passo, Pag su e Pag giù un round, Inizio e Fine, spazio per avviare o mettere in pausa
replay-another = Apri un altro verbale
