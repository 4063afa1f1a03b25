# Messages about the game, shared by the terminal and the web client, in Norwegian bokmål.
# The English file documents the variables.
# Address: du. After a colon a whole sentence starts with a capital.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blå
        [yellow] Gul
        [red] Rød
        [black] Svart
       *[white] Hvit
    }
colour-description =
    { $colour ->
        [blue] blå
        [yellow] gul
        [red] rød
        [black] svart
       *[white] hvit med turkise linjer
    }
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blå flis
               *[other] { $count } blå fliser
            }
        [yellow]
            { $count ->
                [one] { $count } gul flis
               *[other] { $count } gule fliser
            }
        [red]
            { $count ->
                [one] { $count } rød flis
               *[other] { $count } røde fliser
            }
        [black]
            { $count ->
                [one] { $count } svart flis
               *[other] { $count } svarte fliser
            }
       *[white]
            { $count ->
                [one] { $count } hvit flis
               *[other] { $count } hvite fliser
            }
    }
tiles-acc = { tiles-nom }
tiles-short-nom =
    { $colour ->
        [blue] { $count } blå
        [yellow]
            { $count ->
                [one] { $count } gul
               *[other] { $count } gule
            }
        [red]
            { $count ->
                [one] { $count } rød
               *[other] { $count } røde
            }
        [black]
            { $count ->
                [one] { $count } svart
               *[other] { $count } svarte
            }
       *[white]
            { $count ->
                [one] { $count } hvit
               *[other] { $count } hvite
            }
    }
tiles-short-acc = { tiles-short-nom }
tile-nom =
    { $colour ->
        [blue] blå flis
        [yellow] gul flis
        [red] rød flis
        [black] svart flis
       *[white] hvit flis
    }
tile-acc = { tile-nom }
tile-the-nom =
    { $colour ->
        [blue] den blå flisen
        [yellow] den gule flisen
        [red] den røde flisen
        [black] den svarte flisen
       *[white] den hvite flisen
    }
tile-the-acc = { tile-the-nom }
tiles-plural =
    { $colour ->
        [blue] blå fliser
        [yellow] gule fliser
        [red] røde fliser
        [black] svarte fliser
       *[white] hvite fliser
    }
tiles-all-five =
    { $colour ->
        [blue] alle 5 blå flisene
        [yellow] alle 5 gule flisene
        [red] alle 5 røde flisene
        [black] alle 5 svarte flisene
       *[white] alle 5 hvite flisene
    }

## Counts

count-players =
    { $count ->
        [one] { $count } spiller
       *[other] { $count } spillere
    }
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Nybegynner
level-apprentice = Lærling
level-tiler = Svenn
level-artisan = Keramiker
level-master = Mester
level-legend = Legende
baseline-random = Tilfeldig
baseline-greedy = Grådig
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
level-label = Nivå

## Walls, phases and rounds

wall-name =
    { $wall ->
        [grey] Grå vegg
       *[coloured] Farget vegg
    }
variant-label = Spillvariant
phase-name =
    { $phase ->
        [offer] Fabrikktilbud
        [tiling] Veggflislegging
        [refill] Forberedelse til neste runde
       *[over] Spillets slutt
    }
round-number = Runde { $round }
table-heading =
    { $wall ->
        [grey] Runde { $round } · grå vegg
       *[coloured] Runde { $round } · farget vegg
    }
last-round-row =
    { $who ->
        [you] Siste runde: Du fullfører rad { $row }.
       *[name] Siste runde: { $name } fullfører rad { $row }.
    }
last-round-row-grey =
    { $who ->
        [you] Siste runde hvis flisen får plass på veggen: Da fullfører du rad { $row }.
       *[name] Siste runde hvis flisen får plass på veggen: Da fullfører { $name } rad { $row }.
    }

## Places

bag-label = Pose
lid-label = Eskelokk
score-label = Poengsum
wall-label = Vegg
lines-label = Mønsterlinjer
board-of = Spillbrett: { $name }
your-board = Spillbrettet ditt
from-source =
    { $source ->
        [centre] fra markedet
       *[factory] fra fabrikk { $factory }
    }

## Turns

turn-yours = Det er din tur.
turn-yours-label = Din tur
turn-of = { $name } har turen.
turn-thinking = { $name } tenker.
turn-choosing = { $name } velger kolonner.
turn-take = Ta fliser fra en fabrikk eller fra markedet.
turn-target = Velg en mønsterlinje eller gulvlinjen.
turn-confirm = Bekreft trekket eller angre det.
starts-next =
    { $who ->
        [you] Du starter neste runde.
       *[name] { $name } starter neste runde.
    }
choose-column = Mønsterlinje { $line } er full. Hvilken kolonne skal { tile-the-nom } i?
choose-done = Du har valgt kolonnene dine.
waiting-others = Venter på de andre.
waiting-names = Venter på: { $names }

## What a move would do

take-source = Ta { tiles-acc } { from-source }.
take-to-line =
    { $count ->
        [one] Ta { tiles-acc } { from-source } og legg den på mønsterlinje { $line }.
       *[other] Ta { tiles-acc } { from-source } og legg dem på mønsterlinje { $line }.
    }
take-to-floor =
    { $count ->
        [one] Ta { tiles-acc } { from-source } og legg den på gulvlinjen.
       *[other] Ta { tiles-acc } { from-source } og legg dem på gulvlinjen.
    }
preview-line =
    { $outcome ->
        [scores] Legg { tiles-short-acc } { from-source } på mønsterlinje { $line }: Den blir full, +{ $points } ved rundeslutt{ points-how }.
        [blocked] Legg { tiles-short-acc } { from-source } på mønsterlinje { $line }: Den blir full, men veggen har ikke noe felt til flisen.
       *[open] Legg { tiles-short-acc } { from-source } på mønsterlinje { $line }: Den har da { $held } av { $size } fliser.
    }
preview-floor =
    { $before ->
        [0] Legg { tiles-short-acc } { from-source } på gulvlinjen: 0 → −{ $after }.
       *[other] Legg { tiles-short-acc } { from-source } på gulvlinjen: −{ $before } → −{ $after }.
    }
then-rest =
    { $count ->
        [one] { $rest } går til markedet.
       *[other] { $rest } går til markedet.
    }
then-marker =
    { $cost ->
        [0] Du tar startspillermarkøren.
       *[other] Du tar startspillermarkøren (−{ $cost } poeng).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } flis faller på gulvet.
               *[other] { $count } flis faller på gulvet (−{ $cost } poeng).
            }
       *[other]
            { $cost ->
                [0] { $count } fliser faller på gulvet.
               *[other] { $count } fliser faller på gulvet (−{ $cost } poeng).
            }
    }
then-floor =
    { $before ->
        [0] Gulvlinje: 0 → −{ $after }.
       *[other] Gulvlinje: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] Gulvlinjen er full: { $count } flis går til eskelokket.
       *[other] Gulvlinjen er full: { $count } fliser går til eskelokket.
    }
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(enslig flis)
               *[other] {" "}(kolonne +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(rad +{ $across })
               *[other] {" "}(rad +{ $across }, kolonne +{ $down })
            }
    }
scored = +{ $points } poeng{ points-how }

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
        [0] { $count } faller
       *[other] { $count } faller, −{ $cost }
    }
tag-floor =
    { $before ->
        [0] gulv: 0 → −{ $after }
       *[other] gulv: −{ $before } → −{ $after }
    }
tag-blocked = ikke noe felt
tag-round-end = { $now } ved rundeslutt
tag-round-end-change = { $now } → { $then } ved rundeslutt

## Offer, supply and outlook

factory-tiles = Fabrikk { $factory }: { $tiles }
factory-empty = Fabrikk { $factory } er tom.
centre-tiles = Markedet: { $tiles }
centre-empty = Markedet er tomt.
marker-in-centre = Startspillermarkøren ligger i markedet.
bag-count =
    { $count ->
        [one] Pose: { $count } flis
       *[other] Pose: { $count } fliser
    }
lid-count =
    { $count ->
        [one] Eskelokk: { $count } flis
       *[other] Eskelokk: { $count } fliser
    }
bag-tiles = Pose: { $tiles }
lid-tiles = Eskelokk: { $tiles }

## Why a move is not possible

illegal-turn = Det er ikke din tur.
illegal-phase =
    { $phase ->
        [offer] Det er fortsatt fliser å ta.
        [tiling] Det er ingen flere fliser å ta: Nå flislegges veggene.
        [refill] Fabrikkene er ikke fylt ennå.
       *[over] Spillet er slutt.
    }
illegal-factory = Det finnes ingen fabrikk { $factory } ved dette bordet.
illegal-tiles =
    { $source ->
        [centre] Det er ingen { tiles-plural } i markedet.
       *[factory] Det er ingen { tiles-plural } på fabrikk { $factory }.
    }
illegal-line-full = Mønsterlinje { $line } er full.
illegal-line-holds = Mønsterlinje { $line } tar bare { tiles-plural }.
illegal-row-shows = Rad { $row } har allerede en { tile-acc }.
illegal-nothing-to-place = Du har ingen flere fulle mønsterlinjer.
illegal-other-line-first = Mønsterlinje { $line } kommer først.
illegal-wrong-column = På den fargede veggen hører { tile-the-nom } hjemme i kolonne { $column }.
illegal-space-taken = Dette feltet er opptatt.
illegal-column-shows = Kolonne { $column } har allerede en { tile-acc }.
illegal-must-place = Veggen har et felt til flisen, så den kan ikke falle på gulvet.

## What happened

log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] Du tar { tiles-acc } { from-source } og fyller mønsterlinje { $line }.
               *[no]
                    { $count ->
                        [one] Du tar { tiles-acc } { from-source } og legger den på mønsterlinje { $line }.
                       *[other] Du tar { tiles-acc } { from-source } og legger dem på mønsterlinje { $line }.
                    }
            }
       *[name]
            { $filled ->
                [yes] { $name } tar { tiles-acc } { from-source } og fyller mønsterlinje { $line }.
               *[no]
                    { $count ->
                        [one] { $name } tar { tiles-acc } { from-source } og legger den på mønsterlinje { $line }.
                       *[other] { $name } tar { tiles-acc } { from-source } og legger dem på mønsterlinje { $line }.
                    }
            }
    }
log-take-floor =
    { $who ->
        [you]
            { $count ->
                [one] Du tar { tiles-acc } { from-source } og legger den på gulvlinjen.
               *[other] Du tar { tiles-acc } { from-source } og legger dem på gulvlinjen.
            }
       *[name]
            { $count ->
                [one] { $name } tar { tiles-acc } { from-source } og legger den på gulvlinjen.
               *[other] { $name } tar { tiles-acc } { from-source } og legger dem på gulvlinjen.
            }
    }
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] Du tar startspillermarkøren.
               *[other] Du tar startspillermarkøren (−{ $cost } poeng).
            }
       *[name]
            { $cost ->
                [0] { $name } tar startspillermarkøren.
               *[other] { $name } tar startspillermarkøren (−{ $cost } poeng).
            }
    }
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } på gulvlinjen, med startspillermarkøren
               *[no] { tiles-short-nom } på gulvlinjen
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } på mønsterlinje { $line }{ log-short-line }, med startspillermarkøren
               *[no] { tiles-short-nom } på mønsterlinje { $line }{ log-short-line }
            }
    }
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , full
               *[other] , full, { $spilled } faller
            }
       *[no] {""}
    }
log-round-ends = Runde { $round } er slutt.
log-tiled =
    { $who ->
        [you] Du legger en { tile-acc } i rad { $row }, kolonne { $column }: { scored }.
       *[name] { $name } legger en { tile-acc } i rad { $row }, kolonne { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] Du fullfører rad { $row }.
       *[name] { $name } fullfører rad { $row }.
    }
log-dropped =
    { $who ->
        [you] Du har ikke noe felt til { tile-the-acc } fra mønsterlinje { $line }: Hele mønsterlinjen faller på gulvet.
       *[name] { $name } har ikke noe felt til { tile-the-acc } fra mønsterlinje { $line }: Hele mønsterlinjen faller på gulvet.
    }
log-floor =
    { $who ->
        [you] Du mister { $lost } poeng på gulvlinjen.
       *[name] { $name } mister { $lost } poeng på gulvlinjen.
    }
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] Du mister ingen poeng på gulvlinjen (−{ $cost }): Ingen kan havne under 0.
               *[other] Du mister bare { $lost } poeng på gulvlinjen (−{ $cost }): Ingen kan havne under 0.
            }
       *[name]
            { $lost ->
                [0] { $name } mister ingen poeng på gulvlinjen (−{ $cost }): Ingen kan havne under 0.
               *[other] { $name } mister bare { $lost } poeng på gulvlinjen (−{ $cost }): Ingen kan havne under 0.
            }
    }
log-starts-again =
    { $who ->
        [you] Ingen har startspillermarkøren, så du starter igjen.
       *[name] Ingen har startspillermarkøren, så { $name } starter igjen.
    }
log-lid-to-bag =
    { $count ->
        [one] Posen er tom: { $count } flis går fra eskelokket tilbake i posen.
       *[other] Posen er tom: { $count } fliser går fra eskelokket tilbake i posen.
    }
log-round =
    { $who ->
        [you] Runde { $round }: Du starter.
       *[name] Runde { $round }: { $name } starter.
    }
log-game-over =
    { $reason ->
        [tiles] Spillet er slutt: Det er ingen fliser igjen til fabrikkene.
       *[row] Spillet er slutt: En rad er fullført.
    }
log-undo =
    { $who ->
        [you] Du angrer det siste trekket ditt.
       *[name] { $name } angrer det siste trekket.
    }
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Du gir opp.
               *[name] { $name } gir opp.
            }
        [time]
            { $who ->
                [you] Du har brukt opp tiden.
               *[name] { $name } har brukt opp tiden.
            }
       *[left]
            { $who ->
                [you] Du forlater bordet.
               *[name] { $name } forlater bordet.
            }
    }
log-takeover = Plassen overtas av { $bot }.
log-win = { result-win }.
log-win-rows = { result-win-rows }.
log-win-gone = { result-win-gone }.
log-shared = { result-shared }.
log-truncated = { result-truncated }.
log-aborted = { result-aborted }.

## The result

result-win =
    { $who ->
        [you] Du vinner med { $points } poengs margin
       *[name] { $name } vinner med { $points } poengs margin
    }
result-win-rows =
    { $who ->
        [you] Uavgjort på poeng: Du vinner med flere fullførte rader
       *[name] Uavgjort på poeng: { $name } vinner med flere fullførte rader
    }
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Du vinner: { $loser } ga opp
                [loser] { $name } vinner: Du ga opp
               *[name] { $name } vinner: { $loser } ga opp
            }
        [time]
            { $who ->
                [you] Du vinner: { $loser } brukte opp tiden
                [loser] { $name } vinner: Du brukte opp tiden
               *[name] { $name } vinner: { $loser } brukte opp tiden
            }
       *[left]
            { $who ->
                [you] Du vinner: { $loser } forlot bordet
                [loser] { $name } vinner: Du forlot bordet
               *[name] { $name } vinner: { $loser } forlot bordet
            }
    }
result-shared = Delt seier: { $names }
result-truncated =
    { $count ->
        [one] Stoppet etter { $count } runde: ingen bonuser, ingen vinner
       *[other] Stoppet etter { $count } runder: ingen bonuser, ingen vinner
    }
result-aborted = Spillet ble stoppet uten resultat
result-unfinished = Spillet er ikke slutt ennå
points-wall = Vegg
points-rows = Rader
points-columns = Kolonner
points-colours = Farger
points-floor = Gulvlinje
points-total = Totalt
points-by-source = Poeng etter kilde
points-by-round = Poeng per runde
bonus-rows =
    { $count ->
        [one] { $count } fullført rad: +{ $points }
       *[other] { $count } fullførte rader: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } fullført kolonne: +{ $points }
       *[other] { $count } fullførte kolonner: +{ $points }
    }
bonus-colours = { $count } fargesett: +{ $points }

## Hints

hint-from = { $bot } ville spilt { $move }.
hint-nothing-falls = Ingenting faller på gulvet.
hint-bonus =
    { $kind ->
        [row] Det fullfører rad { $row } (+2 poeng ved spillets slutt).
        [column] Det fullfører kolonne { $column } (+7 poeng ved spillets slutt).
       *[colour] Da ligger { tiles-all-five } på veggen (+10 poeng ved spillets slutt).
    }
hint-missing =
    { $missing ->
        [one] Da mangler det { $missing } flis
       *[other] Da mangler det { $missing } fliser
    }
hint-needs =
    { $count ->
        [0] { hint-missing }, men det er ingen igjen på bordet.
       *[other] { hint-missing }; igjen på bordet: { tiles-nom }.
    }
hint-builds = Kolonne { $column } har da { $count } av 5 fliser.
hint-denies = { $name } kunne fylt mønsterlinje { $line } med disse flisene.
hint-marker = Du får startspillermarkøren og starter neste runde.
hint-column = Kolonne { $column } er best: { scored }.
hint-exact = Regnet nøyaktig ut til rundeslutt.

## Buttons and questions

action-play = Spill
action-confirm = Bekreft
action-undo = Angre
action-cancel = Avbryt
action-hint = Hint
action-resign = Gi opp
action-rematch = Omkamp
action-replay = Se reprise
action-report = Rapport
action-watch = Se på
ask-resign = Vil du gi opp?
undo-nothing = Du har ikke noe trekk å angre.

## Phrases between players

phrase-hello = Hei.
phrase-good-luck = Lykke til.
phrase-well-played = Godt spilt.
phrase-thanks = Takk.
phrase-nice-move = Fint trekk.
phrase-oops = Oi sann.
phrase-moment = Et øyeblikk.
phrase-back = Jeg er tilbake.
phrase-good-game = Det var et fint spill.
phrase-again = Ett spill til?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Hver trekning stemmer med det denne enheten har lagret: sjekksummen fra serveren, alle de forseglede tallene, ditt eget tall og flisene den så
draws-device-open = ✓ Hver trekning stemmer med det denne enheten har lagret: sjekksummen fra serveren, ditt eget tall og flisene den så
draws-device-watched = ✓ Hver trekning stemmer med sjekksummen fra serveren og flisene som denne enheten har lagret; du la ikke til noe eget tall
draws-consistent = Trekningen stemmer med beviset i opptaket, men denne enheten lagret ingenting ved starten: Den kan ikke si om opptaket er byttet ut
draws-unused = Det tilfeldige tallet ditt ble ikke brukt: Det kom for sent, eller den som driver serveren, forkastet det
draws-swapped = Opptaket stemmer ikke med det denne enheten har lagret eller sett: Det er byttet ut
draws-wrong = Trekningen følger ikke av beviset i opptaket

## Lists

list-two = { $first } og { $second }
list-more = { $first }, { $second }
