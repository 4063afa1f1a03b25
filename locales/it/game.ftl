# Messages about the game, shared by the terminal and the web client, in Italian.
# The English file documents the variables.
# Address: tu. Lower case after a colon.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blu
        [yellow] Giallo
        [red] Rosso
        [black] Nero
       *[white] Bianco
    }
colour-description =
    { $colour ->
        [blue] blu
        [yellow] gialla
        [red] rossa
        [black] nera
       *[white] bianca con linee turchesi
    }
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } piastrella blu
               *[other] { $count } piastrelle blu
            }
        [yellow]
            { $count ->
                [one] { $count } piastrella gialla
               *[other] { $count } piastrelle gialle
            }
        [red]
            { $count ->
                [one] { $count } piastrella rossa
               *[other] { $count } piastrelle rosse
            }
        [black]
            { $count ->
                [one] { $count } piastrella nera
               *[other] { $count } piastrelle nere
            }
       *[white]
            { $count ->
                [one] { $count } piastrella bianca
               *[other] { $count } piastrelle bianche
            }
    }
tiles-acc = { tiles-nom }
tiles-short-nom =
    { $colour ->
        [blue] { $count } blu
        [yellow]
            { $count ->
                [one] { $count } gialla
               *[other] { $count } gialle
            }
        [red]
            { $count ->
                [one] { $count } rossa
               *[other] { $count } rosse
            }
        [black]
            { $count ->
                [one] { $count } nera
               *[other] { $count } nere
            }
       *[white]
            { $count ->
                [one] { $count } bianca
               *[other] { $count } bianche
            }
    }
tiles-short-acc = { tiles-short-nom }
tile-nom =
    { $colour ->
        [blue] piastrella blu
        [yellow] piastrella gialla
        [red] piastrella rossa
        [black] piastrella nera
       *[white] piastrella bianca
    }
tile-acc = { tile-nom }
tile-the-nom = la { tile-nom }
tile-the-acc = { tile-the-nom }
tiles-plural =
    { $colour ->
        [blue] piastrelle blu
        [yellow] piastrelle gialle
        [red] piastrelle rosse
        [black] piastrelle nere
       *[white] piastrelle bianche
    }
tiles-all-five = tutte e 5 le { tiles-plural }

## Counts

count-players =
    { $count ->
        [one] { $count } giocatore
       *[other] { $count } giocatori
    }
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Principiante
level-apprentice = Apprendista
level-tiler = Piastrellista
level-artisan = Ceramista
level-master = Mano maestra
level-legend = Leggenda
baseline-random = Casuale
baseline-greedy = Vorace
baseline-uct = UCT
level-numbered =
    { $level ->
        [beginner] { level-beginner } (1)
        [apprentice] { level-apprentice } (2)
        [tiler] { level-tiler } (3)
        [artisan] { level-artisan } (4)
        [master] { level-master } (5)
        [legend] { level-legend } (6)
        [random] { baseline-random }
        [greedy] { baseline-greedy }
       *[uct] { baseline-uct }
    }
level-label = Livello

## Walls, phases and rounds

wall-name =
    { $wall ->
        [grey] Parete grigia
       *[coloured] Parete colorata
    }
variant-label = Variante
phase-name =
    { $phase ->
        [offer] Offerta dei vassoi
        [tiling] Rivestimento delle pareti
        [refill] Preparazione del round successivo
       *[over] Fine della partita
    }
round-number = Round { $round }
table-heading =
    { $wall ->
        [grey] Round { $round } · parete grigia
       *[coloured] Round { $round } · parete colorata
    }
last-round-row =
    { $who ->
        [you] Ultimo round: completi la riga { $row }.
       *[name] Ultimo round: { $name } completa la riga { $row }.
    }
last-round-row-grey =
    { $who ->
        [you] Ultimo round se c’è una casella per la piastrella: così completi la riga { $row }.
       *[name] Ultimo round se c’è una casella per la piastrella: così { $name } completa la riga { $row }.
    }

## Places

bag-label = Sacchetto
lid-label = Coperchio
score-label = Punteggio
wall-label = Parete
lines-label = Linee quadrettate
board-of = Plancia: { $name }
your-board = La tua plancia
from-source =
    { $source ->
        [centre] dal centro
       *[factory] dal vassoio { $factory }
    }

## Turns

turn-yours = Tocca a te.
turn-yours-label = Tocca a te
turn-of = Ora gioca { $name }.
turn-thinking = { $name } sta pensando.
turn-choosing = { $name } sta scegliendo le colonne.
turn-take = Prendi piastrelle da un vassoio o dal centro.
turn-target = Scegli una linea o la linea del pavimento.
turn-confirm = Conferma la mossa o annullala.
starts-next =
    { $who ->
        [you] Inizi tu il round successivo.
       *[name] { $name } inizia il round successivo.
    }
choose-column = La linea { $line } è piena. In quale colonna va { tile-the-nom }?
choose-done = Hai scelto le colonne.
waiting-others = In attesa degli altri.
waiting-names = In attesa di: { $names }

## What a move would do

take-source = Prendi { tiles-acc } { from-source }.
take-to-line =
    { $count ->
        [one] Prendi { tiles-acc } { from-source } e collocala sulla linea { $line }.
       *[other] Prendi { tiles-acc } { from-source } e collocale sulla linea { $line }.
    }
take-to-floor =
    { $count ->
        [one] Prendi { tiles-acc } { from-source } e collocala sulla linea del pavimento.
       *[other] Prendi { tiles-acc } { from-source } e collocale sulla linea del pavimento.
    }
preview-line =
    { $outcome ->
        [scores] Colloca { tiles-short-acc } { from-source } sulla linea { $line }: si riempie, +{ $points } alla fine del round{ points-how }.
        [blocked] Colloca { tiles-short-acc } { from-source } sulla linea { $line }: si riempie, ma sulla parete non c’è una casella per la piastrella.
       *[open]
            { $held ->
                [one] Colloca { tiles-short-acc } { from-source } sulla linea { $line }: avrà { $held } piastrella su { $size }.
               *[other] Colloca { tiles-short-acc } { from-source } sulla linea { $line }: avrà { $held } piastrelle su { $size }.
            }
    }
preview-floor =
    { $before ->
        [0] Colloca { tiles-short-acc } { from-source } sulla linea del pavimento: 0 → −{ $after }.
       *[other] Colloca { tiles-short-acc } { from-source } sulla linea del pavimento: −{ $before } → −{ $after }.
    }
then-rest =
    { $count ->
        [one] Al centro: { $rest }.
       *[other] Al centro: { $rest }.
    }
then-marker =
    { $cost ->
        [0] Prendi il segnalino primo giocatore.
        [one] Prendi il segnalino primo giocatore (−{ $cost } punto).
       *[other] Prendi il segnalino primo giocatore (−{ $cost } punti).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } piastrella cade sul pavimento.
                [one] { $count } piastrella cade sul pavimento (−{ $cost } punto).
               *[other] { $count } piastrella cade sul pavimento (−{ $cost } punti).
            }
       *[other]
            { $cost ->
                [0] { $count } piastrelle cadono sul pavimento.
                [one] { $count } piastrelle cadono sul pavimento (−{ $cost } punto).
               *[other] { $count } piastrelle cadono sul pavimento (−{ $cost } punti).
            }
    }
then-floor =
    { $before ->
        [0] Linea del pavimento: 0 → −{ $after }.
       *[other] Linea del pavimento: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] La linea del pavimento è piena: { $count } piastrella va nel coperchio.
       *[other] La linea del pavimento è piena: { $count } piastrelle vanno nel coperchio.
    }
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(piastrella isolata)
               *[other] {" "}(colonna +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(riga +{ $across })
               *[other] {" "}(riga +{ $across }, colonna +{ $down })
            }
    }
scored =
    { $points ->
        [one] +{ $points } punto{ points-how }
       *[other] +{ $points } punti{ points-how }
    }

## Tags on the board

tag-points =
    { $across ->
        [0] +{ $points }
       *[other]
            { $down ->
                [0] +{ $points }
               *[other] +{ $points } = { $across } + { $down }
            }
    }
tag-spill =
    { $cost ->
        [0]
            { $count ->
                [one] { $count } cade
               *[other] { $count } cadono
            }
       *[other]
            { $count ->
                [one] { $count } cade, −{ $cost }
               *[other] { $count } cadono, −{ $cost }
            }
    }
tag-floor =
    { $before ->
        [0] pavimento: 0 → −{ $after }
       *[other] pavimento: −{ $before } → −{ $after }
    }
tag-blocked = nessuna casella
tag-round-end = { $now } a fine round
tag-round-end-change = { $now } → { $then } a fine round

## Offer, supply and outlook

factory-tiles = Vassoio { $factory }: { $tiles }
factory-empty = Il vassoio { $factory } è vuoto.
centre-tiles = Centro: { $tiles }
centre-empty = Il centro è vuoto.
marker-in-centre = Il segnalino primo giocatore è al centro.
bag-count =
    { $count ->
        [one] Sacchetto: { $count } piastrella
       *[other] Sacchetto: { $count } piastrelle
    }
lid-count =
    { $count ->
        [one] Coperchio: { $count } piastrella
       *[other] Coperchio: { $count } piastrelle
    }
bag-tiles = Sacchetto: { $tiles }
lid-tiles = Coperchio: { $tiles }

## Why a move is not possible

illegal-turn = Non tocca a te.
illegal-phase =
    { $phase ->
        [offer] Ci sono ancora piastrelle da prendere.
        [tiling] Non ci sono più piastrelle da prendere: ora si rivestono le pareti.
        [refill] I vassoi non sono ancora riforniti.
       *[over] La partita è finita.
    }
illegal-factory = A questo tavolo il vassoio { $factory } non c’è.
illegal-tiles =
    { $source ->
        [centre] Al centro non ci sono { tiles-plural }.
       *[factory] Sul vassoio { $factory } non ci sono { tiles-plural }.
    }
illegal-line-full = La linea { $line } è piena.
illegal-line-holds = La linea { $line } accetta solo { tiles-plural }.
illegal-row-shows = La riga { $row } ha già una { tile-acc }.
illegal-nothing-to-place = Non hai più linee piene.
illegal-other-line-first = Prima viene la linea { $line }.
illegal-wrong-column = Sulla parete colorata { tile-the-nom } va nella colonna { $column }.
illegal-space-taken = Questa casella è occupata.
illegal-column-shows = La colonna { $column } ha già una { tile-acc }.
illegal-must-place = Sulla parete c’è una casella per la piastrella, quindi non può cadere sul pavimento.

## What happened

log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] Hai preso { tiles-acc } { from-source } e hai riempito la linea { $line }.
               *[no]
                    { $count ->
                        [one] Hai preso { tiles-acc } { from-source } e l’hai collocata sulla linea { $line }.
                       *[other] Hai preso { tiles-acc } { from-source } e le hai collocate sulla linea { $line }.
                    }
            }
       *[name]
            { $filled ->
                [yes] { $name } ha preso { tiles-acc } { from-source } e ha riempito la linea { $line }.
               *[no]
                    { $count ->
                        [one] { $name } ha preso { tiles-acc } { from-source } e l’ha collocata sulla linea { $line }.
                       *[other] { $name } ha preso { tiles-acc } { from-source } e le ha collocate sulla linea { $line }.
                    }
            }
    }
log-take-floor =
    { $who ->
        [you]
            { $count ->
                [one] Hai preso { tiles-acc } { from-source } e l’hai collocata sulla linea del pavimento.
               *[other] Hai preso { tiles-acc } { from-source } e le hai collocate sulla linea del pavimento.
            }
       *[name]
            { $count ->
                [one] { $name } ha preso { tiles-acc } { from-source } e l’ha collocata sulla linea del pavimento.
               *[other] { $name } ha preso { tiles-acc } { from-source } e le ha collocate sulla linea del pavimento.
            }
    }
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] Hai preso il segnalino primo giocatore.
                [one] Hai preso il segnalino primo giocatore (−{ $cost } punto).
               *[other] Hai preso il segnalino primo giocatore (−{ $cost } punti).
            }
       *[name]
            { $cost ->
                [0] { $name } ha preso il segnalino primo giocatore.
                [one] { $name } ha preso il segnalino primo giocatore (−{ $cost } punto).
               *[other] { $name } ha preso il segnalino primo giocatore (−{ $cost } punti).
            }
    }
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } sulla linea del pavimento, con il segnalino primo giocatore
               *[no] { tiles-short-nom } sulla linea del pavimento
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } sulla linea { $line }{ log-short-line }, con il segnalino primo giocatore
               *[no] { tiles-short-nom } sulla linea { $line }{ log-short-line }
            }
    }
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , piena
                [one] , piena, { $spilled } cade
               *[other] , piena, { $spilled } cadono
            }
       *[no] {""}
    }
log-round-ends = Il round { $round } è finito.
log-tiled =
    { $who ->
        [you] Hai collocato una { tile-acc } nella riga { $row }, colonna { $column }: { scored }.
       *[name] { $name } ha collocato una { tile-acc } nella riga { $row }, colonna { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] Hai completato la riga { $row }.
       *[name] { $name } ha completato la riga { $row }.
    }
log-dropped =
    { $who ->
        [you] Non avevi una casella per { tile-the-acc } della linea { $line }: tutta la linea è caduta sul pavimento.
       *[name] { $name } non aveva una casella per { tile-the-acc } della linea { $line }: tutta la linea è caduta sul pavimento.
    }
log-floor =
    { $who ->
        [you]
            { $lost ->
                [one] Hai perso { $lost } punto per la linea del pavimento.
               *[other] Hai perso { $lost } punti per la linea del pavimento.
            }
       *[name]
            { $lost ->
                [one] { $name } ha perso { $lost } punto per la linea del pavimento.
               *[other] { $name } ha perso { $lost } punti per la linea del pavimento.
            }
    }
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] Non hai perso punti per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
                [one] Hai perso solo { $lost } punto per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
               *[other] Hai perso solo { $lost } punti per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
            }
       *[name]
            { $lost ->
                [0] { $name } non ha perso punti per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
                [one] { $name } ha perso solo { $lost } punto per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
               *[other] { $name } ha perso solo { $lost } punti per la linea del pavimento (−{ $cost }): il punteggio non scende mai sotto 0.
            }
    }
log-starts-again =
    { $who ->
        [you] Nessuno ha il segnalino primo giocatore, quindi inizi di nuovo tu.
       *[name] Nessuno ha il segnalino primo giocatore, quindi inizia di nuovo { $name }.
    }
log-lid-to-bag =
    { $count ->
        [one] Il sacchetto era vuoto: { $count } piastrella è tornata dal coperchio nel sacchetto.
       *[other] Il sacchetto era vuoto: { $count } piastrelle sono tornate dal coperchio nel sacchetto.
    }
log-round =
    { $who ->
        [you] Round { $round }: inizi tu.
       *[name] Round { $round }: inizia { $name }.
    }
log-game-over =
    { $reason ->
        [tiles] La partita è finita: non ci sono più piastrelle per i vassoi.
       *[row] La partita è finita: una riga è completa.
    }
log-undo =
    { $who ->
        [you] Hai annullato la tua ultima mossa.
       *[name] { $name } ha annullato l’ultima mossa.
    }
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Hai abbandonato.
               *[name] { $name } ha abbandonato.
            }
        [time]
            { $who ->
                [you] Hai esaurito il tempo.
               *[name] { $name } ha esaurito il tempo.
            }
       *[left]
            { $who ->
                [you] Hai lasciato il tavolo.
               *[name] { $name } ha lasciato il tavolo.
            }
    }
log-takeover = Subentra { $bot }.
log-win = { result-win }.
log-win-rows = { result-win-rows }.
log-win-gone = { result-win-gone }.
log-shared = { result-shared }.
log-truncated = { result-truncated }.
log-aborted = { result-aborted }.

## The result

result-win =
    { $who ->
        [you]
            { $points ->
                [one] Hai vinto con { $points } punto di vantaggio
               *[other] Hai vinto con { $points } punti di vantaggio
            }
       *[name]
            { $points ->
                [one] { $name } vince con { $points } punto di vantaggio
               *[other] { $name } vince con { $points } punti di vantaggio
            }
    }
result-win-rows =
    { $who ->
        [you] Parità di punti: hai vinto con più righe complete
       *[name] Parità di punti: { $name } vince con più righe complete
    }
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Hai vinto: { $loser } ha abbandonato
                [loser] { $name } vince: hai abbandonato
               *[name] { $name } vince: { $loser } ha abbandonato
            }
        [time]
            { $who ->
                [you] Hai vinto: { $loser } ha esaurito il tempo
                [loser] { $name } vince: hai esaurito il tempo
               *[name] { $name } vince: { $loser } ha esaurito il tempo
            }
       *[left]
            { $who ->
                [you] Hai vinto: { $loser } ha lasciato il tavolo
                [loser] { $name } vince: hai lasciato il tavolo
               *[name] { $name } vince: { $loser } ha lasciato il tavolo
            }
    }
result-shared = Vittoria condivisa: { $names }
result-truncated = Partita interrotta dopo { $count } round: nessun bonus, nessuna vittoria
result-aborted = La partita è stata interrotta senza risultato
result-unfinished = La partita non è ancora finita
points-wall = Parete
points-rows = Righe
points-columns = Colonne
points-colours = Colori
points-floor = Linea del pavimento
points-total = Totale
points-by-source = Punti per provenienza
points-by-round = Punti per round
bonus-rows =
    { $count ->
        [one] { $count } riga completa: +{ $points }
       *[other] { $count } righe complete: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } colonna completa: +{ $points }
       *[other] { $count } colonne complete: +{ $points }
    }
bonus-colours = { $count } serie di colore: +{ $points }

## Hints

hint-from = { $bot } giocherebbe { $move }.
hint-nothing-falls = Nessuna piastrella cade sul pavimento.
hint-bonus =
    { $kind ->
        [row] Così completi la riga { $row } (+2 punti alla fine della partita).
        [column] Così completi la colonna { $column } (+7 punti alla fine della partita).
       *[colour] Così hai sulla parete { tiles-all-five } (+10 punti alla fine della partita).
    }
hint-missing =
    { $missing ->
        [one] Poi manca ancora { $missing } piastrella
       *[other] Poi mancano ancora { $missing } piastrelle
    }
hint-needs =
    { $count ->
        [0] { hint-missing }, ma sul tavolo non ne restano.
       *[other] { hint-missing }; ancora sul tavolo: { tiles-nom }.
    }
hint-builds = Così la colonna { $column } arriva a { $count } piastrelle su 5.
hint-denies = { $name } potrebbe riempire la linea { $line } con queste piastrelle.
hint-marker = Così prendi il segnalino primo giocatore e inizi tu il round successivo.
hint-column = La colonna migliore è la { $column }: { scored }.
hint-exact = Calcolato con esattezza fino alla fine del round.

## Buttons and questions

action-play = Gioca
action-confirm = Conferma
action-undo = Annulla mossa
action-cancel = Annulla
action-hint = Suggerimento
action-resign = Abbandona
action-rematch = Rivincita
action-replay = Rivedi
action-report = Resoconto
action-watch = Guarda
ask-resign = Vuoi abbandonare?
undo-nothing = Non hai mosse da annullare.

## Phrases between players

phrase-hello = Ciao.
phrase-good-luck = Buona fortuna.
phrase-well-played = Ben giocato.
phrase-thanks = Grazie.
phrase-nice-move = Bella mossa.
phrase-oops = Ops.
phrase-moment = Un momento.
phrase-back = Eccomi di nuovo.
phrase-good-game = È stata una bella partita.
phrase-again = Un’altra partita?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Ogni estrazione corrisponde a ciò che questo dispositivo ha salvato: il codice di controllo del server, tutti i numeri sigillati, il tuo numero e le piastrelle che ha visto
draws-device-open = ✓ Ogni estrazione corrisponde a ciò che questo dispositivo ha salvato: il codice di controllo del server, il tuo numero e le piastrelle che ha visto
draws-device-watched = ✓ Ogni estrazione corrisponde al codice di controllo del server e alle piastrelle che questo dispositivo ha salvato; non hai aggiunto un numero tuo
draws-consistent = L’estrazione corrisponde alla prova nella registrazione, ma questo dispositivo non ha salvato nulla all’inizio: non può dire se la registrazione è stata sostituita
draws-unused = Il tuo numero casuale non è stato usato: è arrivato tardi, oppure chi gestisce il server l’ha scartato
draws-swapped = La registrazione non corrisponde a ciò che questo dispositivo ha salvato o visto: è stata sostituita
draws-wrong = L’estrazione non corrisponde alla prova nella registrazione

## Lists

list-two = { $first } e { $second }
list-more = { $first }, { $second }
