# Messages about the game, shared by the terminal and the web client, in Icelandic.
# The English file documents the variables.
# [one] is also 21, 31 and so on, but not 11. Lower case after a colon.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blár
        [yellow] Gulur
        [red] Rauður
        [black] Svartur
       *[white] Hvítur
    }
colour-description =
    { $colour ->
        [blue] blá
        [yellow] gul
        [red] rauð
        [black] svört
       *[white] hvít með blágrænum línum
    }
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blá flís
               *[other] { $count } bláar flísar
            }
        [yellow]
            { $count ->
                [one] { $count } gul flís
               *[other] { $count } gular flísar
            }
        [red]
            { $count ->
                [one] { $count } rauð flís
               *[other] { $count } rauðar flísar
            }
        [black]
            { $count ->
                [one] { $count } svört flís
               *[other] { $count } svartar flísar
            }
       *[white]
            { $count ->
                [one] { $count } hvít flís
               *[other] { $count } hvítar flísar
            }
    }
tiles-acc =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } bláa flís
               *[other] { $count } bláar flísar
            }
        [yellow]
            { $count ->
                [one] { $count } gula flís
               *[other] { $count } gular flísar
            }
        [red]
            { $count ->
                [one] { $count } rauða flís
               *[other] { $count } rauðar flísar
            }
        [black]
            { $count ->
                [one] { $count } svarta flís
               *[other] { $count } svartar flísar
            }
       *[white]
            { $count ->
                [one] { $count } hvíta flís
               *[other] { $count } hvítar flísar
            }
    }
tiles-short-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blá
               *[other] { $count } bláar
            }
        [yellow]
            { $count ->
                [one] { $count } gul
               *[other] { $count } gular
            }
        [red]
            { $count ->
                [one] { $count } rauð
               *[other] { $count } rauðar
            }
        [black]
            { $count ->
                [one] { $count } svört
               *[other] { $count } svartar
            }
       *[white]
            { $count ->
                [one] { $count } hvít
               *[other] { $count } hvítar
            }
    }
tiles-short-acc =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } bláa
               *[other] { $count } bláar
            }
        [yellow]
            { $count ->
                [one] { $count } gula
               *[other] { $count } gular
            }
        [red]
            { $count ->
                [one] { $count } rauða
               *[other] { $count } rauðar
            }
        [black]
            { $count ->
                [one] { $count } svarta
               *[other] { $count } svartar
            }
       *[white]
            { $count ->
                [one] { $count } hvíta
               *[other] { $count } hvítar
            }
    }
tile-nom =
    { $colour ->
        [blue] blá flís
        [yellow] gul flís
        [red] rauð flís
        [black] svört flís
       *[white] hvít flís
    }
tile-acc =
    { $colour ->
        [blue] bláa flís
        [yellow] gula flís
        [red] rauða flís
        [black] svarta flís
       *[white] hvíta flís
    }
tile-the-nom =
    { $colour ->
        [blue] bláa flísin
        [yellow] gula flísin
        [red] rauða flísin
        [black] svarta flísin
       *[white] hvíta flísin
    }
tile-the-acc =
    { $colour ->
        [blue] bláu flísina
        [yellow] gulu flísina
        [red] rauðu flísina
        [black] svörtu flísina
       *[white] hvítu flísina
    }
tiles-plural =
    { $colour ->
        [blue] bláar flísar
        [yellow] gular flísar
        [red] rauðar flísar
        [black] svartar flísar
       *[white] hvítar flísar
    }
tiles-all-five =
    { $colour ->
        [blue] allar 5 bláu flísarnar
        [yellow] allar 5 gulu flísarnar
        [red] allar 5 rauðu flísarnar
        [black] allar 5 svörtu flísarnar
       *[white] allar 5 hvítu flísarnar
    }

## Counts

count-players =
    { $count ->
        [one] { $count } leikmaður
       *[other] { $count } leikmenn
    }
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Byrjandi
level-apprentice = Lærlingur
level-tiler = Sveinn
level-artisan = Fagmanneskja
level-master = Meistari
level-legend = Goðsögn
baseline-random = Handahóf
baseline-greedy = Græðgi
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
level-label = Styrkleiki

## Walls, phases and rounds

wall-name =
    { $wall ->
        [grey] Grár veggur
       *[coloured] Litaður veggur
    }
variant-label = Leiktilbrigði
phase-name =
    { $phase ->
        [offer] Verksmiðjutilboð
        [tiling] Flísalagning
        [refill] Undirbúningur næstu umferðar
       *[over] Leikslok
    }
round-number = Umferð { $round }
table-heading =
    { $wall ->
        [grey] Umferð { $round } · grár veggur
       *[coloured] Umferð { $round } · litaður veggur
    }
last-round-row =
    { $who ->
        [you] Síðasta umferð: þú klárar röð { $row }.
       *[name] Síðasta umferð: { $name } klárar röð { $row }.
    }
last-round-row-grey =
    { $who ->
        [you] Síðasta umferð ef flísin kemst á vegginn: þá klárar þú röð { $row }.
       *[name] Síðasta umferð ef flísin kemst á vegginn: þá klárar { $name } röð { $row }.
    }

## Places

bag-label = Poki
lid-label = Kassalok
score-label = Stig
wall-label = Veggur
lines-label = Mynsturlínur
board-of = Leikmannaspjald: { $name }
your-board = Leikmannaspjaldið þitt
from-source =
    { $source ->
        [centre] af miðju borðsins
       *[factory] af plötu { $factory }
    }

## Turns

turn-yours = Þú átt leik.
turn-yours-label = Þú átt leik
turn-of = { $name } á leik.
turn-thinking = { $name } er að hugsa.
turn-choosing = { $name } er að velja dálka.
turn-take = Taktu flísar af plötu eða af miðju borðsins.
turn-target = Veldu línu eða gólflínuna.
turn-confirm = Staðfestu leikinn eða afturkallaðu hann.
starts-next =
    { $who ->
        [you] Þú byrjar næstu umferð.
       *[name] { $name } byrjar næstu umferð.
    }
choose-column = Lína { $line } er full. Í hvaða dálk fer { tile-the-nom }?
choose-done = Þú hefur valið dálkana.
waiting-others = Beðið eftir hinum.
waiting-names = Beðið eftir: { $names }

## What a move would do

take-source = Taktu { tiles-acc } { from-source }.
take-to-line =
    { $count ->
        [one] Taktu { tiles-acc } { from-source } og leggðu hana í línu { $line }.
       *[other] Taktu { tiles-acc } { from-source } og leggðu þær í línu { $line }.
    }
take-to-floor =
    { $count ->
        [one] Taktu { tiles-acc } { from-source } og leggðu hana á gólflínuna.
       *[other] Taktu { tiles-acc } { from-source } og leggðu þær á gólflínuna.
    }
preview-line =
    { $outcome ->
        [scores] Leggðu { tiles-short-acc } { from-source } í línu { $line }: hún fyllist, +{ $points } í lok umferðar{ points-how }.
        [blocked] Leggðu { tiles-short-acc } { from-source } í línu { $line }: hún fyllist, en á veggnum er enginn reitur fyrir flísina.
       *[open]
            { $held ->
                [one] Leggðu { tiles-short-acc } { from-source } í línu { $line }: þar er þá { $held } af { $size } flísum.
               *[other] Leggðu { tiles-short-acc } { from-source } í línu { $line }: þar eru þá { $held } af { $size } flísum.
            }
    }
preview-floor =
    { $before ->
        [0] Leggðu { tiles-short-acc } { from-source } á gólflínuna: 0 → −{ $after }.
       *[other] Leggðu { tiles-short-acc } { from-source } á gólflínuna: −{ $before } → −{ $after }.
    }
then-rest =
    { $count ->
        [one] { $rest } fer á miðju borðsins.
       *[other] { $rest } fara á miðju borðsins.
    }
then-marker =
    { $cost ->
        [0] Þú tekur byrjunarflísina.
       *[other] Þú tekur byrjunarflísina (−{ $cost } stig).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } flís dettur í gólfið.
               *[other] { $count } flís dettur í gólfið (−{ $cost } stig).
            }
       *[other]
            { $cost ->
                [0] { $count } flísar detta í gólfið.
               *[other] { $count } flísar detta í gólfið (−{ $cost } stig).
            }
    }
then-floor =
    { $before ->
        [0] Gólflína: 0 → −{ $after }.
       *[other] Gólflína: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] Gólflínan er full: { $count } flís fer í kassalokið.
       *[other] Gólflínan er full: { $count } flísar fara í kassalokið.
    }
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(stök flís)
               *[other] {" "}(dálkur +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(röð +{ $across })
               *[other] {" "}(röð +{ $across }, dálkur +{ $down })
            }
    }
scored = +{ $points } stig{ points-how }

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
                [one] { $count } dettur
               *[other] { $count } detta
            }
       *[other]
            { $count ->
                [one] { $count } dettur, −{ $cost }
               *[other] { $count } detta, −{ $cost }
            }
    }
tag-floor =
    { $before ->
        [0] gólf: 0 → −{ $after }
       *[other] gólf: −{ $before } → −{ $after }
    }
tag-blocked = enginn reitur
tag-round-end = { $now } í lok umferðar
tag-round-end-change = { $now } → { $then } í lok umferðar

## Offer, supply and outlook

factory-tiles = Plata { $factory }: { $tiles }
factory-empty = Plata { $factory } er tóm.
centre-tiles = Miðja borðsins: { $tiles }
centre-empty = Engar flísar eru á miðju borðsins.
marker-in-centre = Byrjunarflísin er á miðju borðsins.
bag-count =
    { $count ->
        [one] Poki: { $count } flís
       *[other] Poki: { $count } flísar
    }
lid-count =
    { $count ->
        [one] Kassalok: { $count } flís
       *[other] Kassalok: { $count } flísar
    }
bag-tiles = Poki: { $tiles }
lid-tiles = Kassalok: { $tiles }

## Why a move is not possible

illegal-turn = Þú átt ekki leik.
illegal-phase =
    { $phase ->
        [offer] Enn eru flísar í boði.
        [tiling] Engar flísar eru í boði: nú er verið að flísaleggja veggina.
        [refill] Enn er ekki búið að fylla á plöturnar.
       *[over] Leiknum er lokið.
    }
illegal-factory = Plata { $factory } er ekki á þessu borði.
illegal-tiles =
    { $source ->
        [centre] Á miðju borðsins eru engar { tiles-plural }.
       *[factory] Á plötu { $factory } eru engar { tiles-plural }.
    }
illegal-line-full = Lína { $line } er full.
illegal-line-holds = Aðeins { tiles-plural } mega fara í línu { $line }.
illegal-row-shows = Í röð { $row } er þegar { tile-nom }.
illegal-nothing-to-place = Þú átt enga fulla línu eftir.
illegal-other-line-first = Lína { $line } kemur fyrst.
illegal-wrong-column = Á litaða veggnum á { tile-the-nom } heima í dálki { $column }.
illegal-space-taken = Þessi reitur er upptekinn.
illegal-column-shows = Í dálki { $column } er þegar { tile-nom }.
illegal-must-place = Á veggnum er reitur fyrir flísina, svo að hún má ekki detta í gólfið.

## What happened

log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] Þú tekur { tiles-acc } { from-source } og fyllir línu { $line }.
               *[no]
                    { $count ->
                        [one] Þú tekur { tiles-acc } { from-source } og leggur hana í línu { $line }.
                       *[other] Þú tekur { tiles-acc } { from-source } og leggur þær í línu { $line }.
                    }
            }
       *[name]
            { $filled ->
                [yes] { $name } tekur { tiles-acc } { from-source } og fyllir línu { $line }.
               *[no]
                    { $count ->
                        [one] { $name } tekur { tiles-acc } { from-source } og leggur hana í línu { $line }.
                       *[other] { $name } tekur { tiles-acc } { from-source } og leggur þær í línu { $line }.
                    }
            }
    }
log-take-floor =
    { $who ->
        [you]
            { $count ->
                [one] Þú tekur { tiles-acc } { from-source } og leggur hana á gólflínuna.
               *[other] Þú tekur { tiles-acc } { from-source } og leggur þær á gólflínuna.
            }
       *[name]
            { $count ->
                [one] { $name } tekur { tiles-acc } { from-source } og leggur hana á gólflínuna.
               *[other] { $name } tekur { tiles-acc } { from-source } og leggur þær á gólflínuna.
            }
    }
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] Þú tekur byrjunarflísina.
               *[other] Þú tekur byrjunarflísina (−{ $cost } stig).
            }
       *[name]
            { $cost ->
                [0] { $name } tekur byrjunarflísina.
               *[other] { $name } tekur byrjunarflísina (−{ $cost } stig).
            }
    }
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } á gólflínuna, ásamt byrjunarflísinni
               *[no] { tiles-short-nom } á gólflínuna
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } í línu { $line }{ log-short-line }, ásamt byrjunarflísinni
               *[no] { tiles-short-nom } í línu { $line }{ log-short-line }
            }
    }
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , full
                [one] , full, { $spilled } dettur
               *[other] , full, { $spilled } detta
            }
       *[no] {""}
    }
log-round-ends = Umferð { $round } er lokið.
log-tiled =
    { $who ->
        [you] Þú leggur { tile-acc } í röð { $row }, dálk { $column }: { scored }.
       *[name] { $name } leggur { tile-acc } í röð { $row }, dálk { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] Þú klárar röð { $row }.
       *[name] { $name } klárar röð { $row }.
    }
log-dropped =
    { $who ->
        [you] Þú átt engan reit fyrir { tile-the-acc } úr línu { $line }: öll línan dettur í gólfið.
       *[name] { $name } á engan reit fyrir { tile-the-acc } úr línu { $line }: öll línan dettur í gólfið.
    }
log-floor =
    { $who ->
        [you] Þú missir { $lost } stig vegna gólflínunnar.
       *[name] { $name } missir { $lost } stig vegna gólflínunnar.
    }
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] Þú missir engin stig vegna gólflínunnar (−{ $cost }): stigin fara aldrei niður fyrir 0.
               *[other] Þú missir aðeins { $lost } stig vegna gólflínunnar (−{ $cost }): stigin fara aldrei niður fyrir 0.
            }
       *[name]
            { $lost ->
                [0] { $name } missir engin stig vegna gólflínunnar (−{ $cost }): stigin fara aldrei niður fyrir 0.
               *[other] { $name } missir aðeins { $lost } stig vegna gólflínunnar (−{ $cost }): stigin fara aldrei niður fyrir 0.
            }
    }
log-starts-again =
    { $who ->
        [you] Enginn er með byrjunarflísina svo að þú byrjar aftur.
       *[name] Enginn er með byrjunarflísina svo að { $name } byrjar aftur.
    }
log-lid-to-bag =
    { $count ->
        [one] Pokinn er tómur: { $count } flís fer úr kassalokinu aftur í pokann.
       *[other] Pokinn er tómur: { $count } flísar fara úr kassalokinu aftur í pokann.
    }
log-round =
    { $who ->
        [you] Umferð { $round }: þú byrjar.
       *[name] Umferð { $round }: { $name } byrjar.
    }
log-game-over =
    { $reason ->
        [tiles] Leiknum er lokið: engar flísar eru eftir til að leggja á plöturnar.
       *[row] Leiknum er lokið: ein röð er fullkláruð.
    }
log-undo =
    { $who ->
        [you] Þú afturkallar síðasta leik þinn.
       *[name] { $name } afturkallar síðasta leik.
    }
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Þú gefst upp.
               *[name] { $name } gefst upp.
            }
        [time]
            { $who ->
                [you] Þú fellur á tíma.
               *[name] { $name } fellur á tíma.
            }
       *[left]
            { $who ->
                [you] Þú ferð frá borðinu.
               *[name] { $name } fer frá borðinu.
            }
    }
log-takeover = Við tekur { $bot }.
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
                [one] Þú vinnur með { $points } stigs mun
               *[other] Þú vinnur með { $points } stiga mun
            }
       *[name]
            { $points ->
                [one] { $name } vinnur með { $points } stigs mun
               *[other] { $name } vinnur með { $points } stiga mun
            }
    }
result-win-rows =
    { $who ->
        [you] Jafnt að stigum: þú vinnur með fleiri fullkláraðar raðir
       *[name] Jafnt að stigum: { $name } vinnur með fleiri fullkláraðar raðir
    }
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Þú vinnur: { $loser } gafst upp
                [loser] { $name } vinnur: þú gafst upp
               *[name] { $name } vinnur: { $loser } gafst upp
            }
        [time]
            { $who ->
                [you] Þú vinnur: { $loser } féll á tíma
                [loser] { $name } vinnur: þú féllst á tíma
               *[name] { $name } vinnur: { $loser } féll á tíma
            }
       *[left]
            { $who ->
                [you] Þú vinnur: { $loser } fór frá borðinu
                [loser] { $name } vinnur: þú fórst frá borðinu
               *[name] { $name } vinnur: { $loser } fór frá borðinu
            }
    }
result-shared = Sameiginlegur sigur: { $names }
result-truncated =
    { $count ->
        [one] Stöðvað eftir { $count } umferð: engin aukastig, enginn sigurvegari
       *[other] Stöðvað eftir { $count } umferðir: engin aukastig, enginn sigurvegari
    }
result-aborted = Leikurinn var stöðvaður án úrslita
result-unfinished = Leiknum er ekki lokið
points-wall = Veggur
points-rows = Raðir
points-columns = Dálkar
points-colours = Litir
points-floor = Gólflína
points-total = Samtals
points-by-source = Stig eftir uppruna
points-by-round = Stig eftir umferðum
bonus-rows =
    { $count ->
        [one] { $count } fullkláruð röð: +{ $points }
       *[other] { $count } fullkláraðar raðir: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } fullkláraður dálkur: +{ $points }
       *[other] { $count } fullkláraðir dálkar: +{ $points }
    }
bonus-colours = { $count } litasett: +{ $points }

## Hints

hint-from = { $bot } myndi leika { $move }.
hint-nothing-falls = Ekkert dettur í gólfið.
hint-bonus =
    { $kind ->
        [row] Þetta klárar röð { $row } (+2 stig í leikslok).
        [column] Þetta klárar dálk { $column } (+7 stig í leikslok).
       *[colour] Þá eru { tiles-all-five } á veggnum (+10 stig í leikslok).
    }
hint-missing =
    { $missing ->
        [one] Þá vantar { $missing } flís í viðbót
       *[other] Þá vantar { $missing } flísar í viðbót
    }
hint-needs =
    { $count ->
        [0] { hint-missing }, en engin er eftir á borðinu.
       *[other] { hint-missing }; eftir á borðinu: { tiles-nom }.
    }
hint-builds = Í dálki { $column } eru þá { $count } af 5 flísum.
hint-denies = { $name } gæti fyllt línu { $line } með þessum flísum.
hint-marker = Þú færð byrjunarflísina og byrjar næstu umferð.
hint-column = Dálkur { $column } er bestur: { scored }.
hint-exact = Reiknað nákvæmlega til loka umferðar.

## Buttons and questions

action-play = Spila
action-confirm = Staðfesta
action-undo = Afturkalla
action-cancel = Hætta við
action-hint = Vísbending
action-resign = Gefast upp
action-rematch = Spila aftur
action-replay = Endursýning
action-report = Skýrsla
action-watch = Horfa á
ask-resign = Viltu gefast upp?
undo-nothing = Þú átt engan leik til að afturkalla.

## Phrases between players

phrase-hello = Halló.
phrase-good-luck = Gangi þér vel.
phrase-well-played = Vel spilað.
phrase-thanks = Takk.
phrase-nice-move = Flottur leikur.
phrase-oops = Úps.
phrase-moment = Augnablik.
phrase-back = Hér er ég aftur.
phrase-good-game = Þetta var góður leikur.
phrase-again = Annan leik?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Hver útdráttur passar við það sem þetta tæki geymdi: gátsummu netþjónsins, allar innsiglaðar tölur, þína eigin tölu og flísarnar sem það sá
draws-device-open = ✓ Hver útdráttur passar við það sem þetta tæki geymdi: gátsummu netþjónsins, þína eigin tölu og flísarnar sem það sá
draws-device-watched = ✓ Hver útdráttur passar við gátsummu netþjónsins og flísarnar sem þetta tæki geymdi; þú bættir ekki við eigin tölu
draws-consistent = Útdrátturinn passar við sönnunina í upptökunni, en þetta tæki geymdi ekkert í upphafi: það getur ekki sagt til um hvort skipt var um upptöku
draws-unused = Slembitalan þín var ekki notuð: hún kom of seint eða stjórnandi netþjónsins sleppti henni
draws-swapped = Upptakan passar ekki við það sem þetta tæki geymdi eða sá: skipt var um hana
draws-wrong = Útdrátturinn leiðir ekki af sönnuninni í upptökunni

## Lists

list-two = { $first } og { $second }
list-more = { $first }, { $second }
