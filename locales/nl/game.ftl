# Messages about the game, shared by the terminal and the web client, in Dutch.
# The English file documents the variables.
# Address: je, jij when stressed. Lower case after a colon.

## Colours and counted tiles

colour-label =
    { $colour ->
        [blue] Blauw
        [yellow] Geel
        [red] Rood
        [black] Zwart
       *[white] Wit
    }
colour-description =
    { $colour ->
        [blue] blauw
        [yellow] geel
        [red] rood
        [black] zwart
       *[white] wit met turquoise lijnen
    }
tiles-nom =
    { $colour ->
        [blue]
            { $count ->
                [one] { $count } blauwe tegel
               *[other] { $count } blauwe tegels
            }
        [yellow]
            { $count ->
                [one] { $count } gele tegel
               *[other] { $count } gele tegels
            }
        [red]
            { $count ->
                [one] { $count } rode tegel
               *[other] { $count } rode tegels
            }
        [black]
            { $count ->
                [one] { $count } zwarte tegel
               *[other] { $count } zwarte tegels
            }
       *[white]
            { $count ->
                [one] { $count } witte tegel
               *[other] { $count } witte tegels
            }
    }
tiles-acc = { tiles-nom }
tiles-short-nom =
    { $colour ->
        [blue] { $count } blauwe
        [yellow] { $count } gele
        [red] { $count } rode
        [black] { $count } zwarte
       *[white] { $count } witte
    }
tiles-short-acc = { tiles-short-nom }
tile-nom =
    { $colour ->
        [blue] blauwe tegel
        [yellow] gele tegel
        [red] rode tegel
        [black] zwarte tegel
       *[white] witte tegel
    }
tile-acc = { tile-nom }
tile-the-nom = de { tile-nom }
tile-the-acc = { tile-the-nom }
tiles-plural =
    { $colour ->
        [blue] blauwe tegels
        [yellow] gele tegels
        [red] rode tegels
        [black] zwarte tegels
       *[white] witte tegels
    }
tiles-all-five = alle 5 { tiles-plural }

## Counts

count-players =
    { $count ->
        [one] { $count } speler
       *[other] { $count } spelers
    }
signed =
    { $sign ->
        [plus] +{ $points }
        [minus] −{ $points }
       *[zero] 0
    }

## Levels and baselines of the computer players

level-beginner = Nieuweling
level-apprentice = Leerling
level-tiler = Gezel
level-artisan = Keramist
level-master = Meester
level-legend = Legende
baseline-random = Willekeurig
baseline-greedy = Gulzig
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
level-label = Niveau

## Walls, phases and rounds

wall-name =
    { $wall ->
        [grey] Grijze muur
       *[coloured] Gekleurde muur
    }
variant-label = Spelvariant
phase-name =
    { $phase ->
        [offer] Fabrieksaanbod
        [tiling] Muurbekleding
        [refill] Voorbereiding van de volgende ronde
       *[over] Einde van het spel
    }
round-number = Ronde { $round }
table-heading =
    { $wall ->
        [grey] Ronde { $round } · grijze muur
       *[coloured] Ronde { $round } · gekleurde muur
    }
last-round-row =
    { $who ->
        [you] Laatste ronde: jij maakt rij { $row } compleet.
       *[name] Laatste ronde: { $name } maakt rij { $row } compleet.
    }
last-round-row-grey =
    { $who ->
        [you] Laatste ronde als de tegel op de muur past: dan maak jij rij { $row } compleet.
       *[name] Laatste ronde als de tegel op de muur past: dan maakt { $name } rij { $row } compleet.
    }

## Places

bag-label = Zak
lid-label = Deksel
score-label = Score
wall-label = Muur
lines-label = Patroonlijnen
board-of = Spelerbord: { $name }
your-board = Jouw spelerbord
from-source =
    { $source ->
        [centre] uit het midden
       *[factory] van fabriek { $factory }
    }

## Turns

turn-yours = Jij bent aan de beurt.
turn-yours-label = Jouw beurt
turn-of = { $name } is aan de beurt.
turn-thinking = { $name } denkt na.
turn-choosing = { $name } kiest kolommen.
turn-take = Neem tegels van een fabriek of uit het midden.
turn-target = Kies een patroonlijn of de vloerlijn.
turn-confirm = Bevestig je zet of neem hem terug.
starts-next =
    { $who ->
        [you] Jij mag de volgende ronde beginnen.
       *[name] { $name } mag de volgende ronde beginnen.
    }
choose-column = Patroonlijn { $line } is vol. In welke kolom komt { tile-the-nom }?
choose-done = Je hebt je kolommen gekozen.
waiting-others = Wachten op de anderen.
waiting-names = Wachten op: { $names }

## What a move would do

take-source = Neem { tiles-acc } { from-source }.
take-to-line =
    { $count ->
        [one] Neem { tiles-acc } { from-source } en leg hem in patroonlijn { $line }.
       *[other] Neem { tiles-acc } { from-source } en leg ze in patroonlijn { $line }.
    }
take-to-floor =
    { $count ->
        [one] Neem { tiles-acc } { from-source } en leg hem op de vloerlijn.
       *[other] Neem { tiles-acc } { from-source } en leg ze op de vloerlijn.
    }
preview-line =
    { $outcome ->
        [scores] Leg { tiles-short-acc } { from-source } in patroonlijn { $line }: die is dan vol, +{ $points } aan het einde van de ronde{ points-how }.
        [blocked] Leg { tiles-short-acc } { from-source } in patroonlijn { $line }: die is dan vol, maar de muur heeft geen vak voor de tegel.
       *[open] Leg { tiles-short-acc } { from-source } in patroonlijn { $line }: die heeft dan { $held } van de { $size } tegels.
    }
preview-floor =
    { $before ->
        [0] Leg { tiles-short-acc } { from-source } op de vloerlijn: 0 → −{ $after }.
       *[other] Leg { tiles-short-acc } { from-source } op de vloerlijn: −{ $before } → −{ $after }.
    }
then-rest =
    { $count ->
        [one] { $rest } gaat naar het midden.
       *[other] { $rest } gaan naar het midden.
    }
then-marker =
    { $cost ->
        [0] Je neemt het startspelerfiche.
        [one] Je neemt het startspelerfiche (−{ $cost } punt).
       *[other] Je neemt het startspelerfiche (−{ $cost } punten).
    }
then-spill =
    { $count ->
        [one]
            { $cost ->
                [0] { $count } tegel valt op de vloer.
                [one] { $count } tegel valt op de vloer (−{ $cost } punt).
               *[other] { $count } tegel valt op de vloer (−{ $cost } punten).
            }
       *[other]
            { $cost ->
                [0] { $count } tegels vallen op de vloer.
                [one] { $count } tegels vallen op de vloer (−{ $cost } punt).
               *[other] { $count } tegels vallen op de vloer (−{ $cost } punten).
            }
    }
then-floor =
    { $before ->
        [0] Vloerlijn: 0 → −{ $after }.
       *[other] Vloerlijn: −{ $before } → −{ $after }.
    }
then-lid =
    { $count ->
        [one] De vloerlijn is vol: { $count } tegel gaat in het deksel.
       *[other] De vloerlijn is vol: { $count } tegels gaan in het deksel.
    }
points-how =
    { $across ->
        [0]
            { $down ->
                [0] {" "}(losse tegel)
               *[other] {" "}(kolom +{ $down })
            }
       *[other]
            { $down ->
                [0] {" "}(rij +{ $across })
               *[other] {" "}(rij +{ $across }, kolom +{ $down })
            }
    }
scored =
    { $points ->
        [one] +{ $points } punt{ points-how }
       *[other] +{ $points } punten{ points-how }
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
                [one] { $count } valt
               *[other] { $count } vallen
            }
       *[other]
            { $count ->
                [one] { $count } valt, −{ $cost }
               *[other] { $count } vallen, −{ $cost }
            }
    }
tag-floor =
    { $before ->
        [0] vloer: 0 → −{ $after }
       *[other] vloer: −{ $before } → −{ $after }
    }
tag-blocked = geen vak
tag-round-end = { $now } (einde van de ronde)
tag-round-end-change = { $now } → { $then } (einde van de ronde)

## Offer, supply and outlook

factory-tiles = Fabriek { $factory }: { $tiles }
factory-empty = Fabriek { $factory } is leeg.
centre-tiles = Midden: { $tiles }
centre-empty = Het midden is leeg.
marker-in-centre = Het startspelerfiche ligt in het midden.
bag-count =
    { $count ->
        [one] Zak: { $count } tegel
       *[other] Zak: { $count } tegels
    }
lid-count =
    { $count ->
        [one] Deksel: { $count } tegel
       *[other] Deksel: { $count } tegels
    }
bag-tiles = Zak: { $tiles }
lid-tiles = Deksel: { $tiles }

## Why a move is not possible

illegal-turn = Je bent niet aan de beurt.
illegal-phase =
    { $phase ->
        [offer] Er liggen nog tegels.
        [tiling] Er liggen geen tegels meer: de muren worden betegeld.
        [refill] De fabrieken zijn nog niet gevuld.
       *[over] Het spel is afgelopen.
    }
illegal-factory = Er is geen fabriek { $factory } aan deze tafel.
illegal-tiles =
    { $source ->
        [centre] In het midden liggen geen { tiles-plural }.
       *[factory] Op fabriek { $factory } liggen geen { tiles-plural }.
    }
illegal-line-full = Patroonlijn { $line } is vol.
illegal-line-holds =
    { $colour ->
        [blue] In patroonlijn { $line } past alleen blauw.
        [yellow] In patroonlijn { $line } past alleen geel.
        [red] In patroonlijn { $line } past alleen rood.
        [black] In patroonlijn { $line } past alleen zwart.
       *[white] In patroonlijn { $line } past alleen wit.
    }
illegal-row-shows = Rij { $row } heeft al een { tile-acc }.
illegal-nothing-to-place = Je hebt geen volle patroonlijn meer.
illegal-other-line-first = Patroonlijn { $line } komt eerst.
illegal-wrong-column = Op de gekleurde muur hoort { tile-the-nom } in kolom { $column }.
illegal-space-taken = Dit vak is bezet.
illegal-column-shows = Kolom { $column } heeft al een { tile-acc }.
illegal-must-place = Er is op de muur een vak voor de tegel, dus hij mag niet op de vloer vallen.

## What happened

log-take-line =
    { $who ->
        [you]
            { $filled ->
                [yes] Je neemt { tiles-acc } { from-source } en vult patroonlijn { $line }.
               *[no]
                    { $count ->
                        [one] Je neemt { tiles-acc } { from-source } en legt hem in patroonlijn { $line }.
                       *[other] Je neemt { tiles-acc } { from-source } en legt ze in patroonlijn { $line }.
                    }
            }
       *[name]
            { $filled ->
                [yes] { $name } neemt { tiles-acc } { from-source } en vult patroonlijn { $line }.
               *[no]
                    { $count ->
                        [one] { $name } neemt { tiles-acc } { from-source } en legt hem in patroonlijn { $line }.
                       *[other] { $name } neemt { tiles-acc } { from-source } en legt ze in patroonlijn { $line }.
                    }
            }
    }
log-take-floor =
    { $who ->
        [you]
            { $count ->
                [one] Je neemt { tiles-acc } { from-source } en legt hem op de vloerlijn.
               *[other] Je neemt { tiles-acc } { from-source } en legt ze op de vloerlijn.
            }
       *[name]
            { $count ->
                [one] { $name } neemt { tiles-acc } { from-source } en legt hem op de vloerlijn.
               *[other] { $name } neemt { tiles-acc } { from-source } en legt ze op de vloerlijn.
            }
    }
log-marker =
    { $who ->
        [you]
            { $cost ->
                [0] Je neemt het startspelerfiche.
                [one] Je neemt het startspelerfiche (−{ $cost } punt).
               *[other] Je neemt het startspelerfiche (−{ $cost } punten).
            }
       *[name]
            { $cost ->
                [0] { $name } neemt het startspelerfiche.
                [one] { $name } neemt het startspelerfiche (−{ $cost } punt).
               *[other] { $name } neemt het startspelerfiche (−{ $cost } punten).
            }
    }
log-short =
    { $target ->
        [floor]
            { $marker ->
                [yes] { tiles-short-nom } op de vloerlijn, met het startspelerfiche
               *[no] { tiles-short-nom } op de vloerlijn
            }
       *[line]
            { $marker ->
                [yes] { tiles-short-nom } in patroonlijn { $line }{ log-short-line }, met het startspelerfiche
               *[no] { tiles-short-nom } in patroonlijn { $line }{ log-short-line }
            }
    }
log-short-line =
    { $filled ->
        [yes]
            { $spilled ->
                [0] , vol
                [one] , vol, { $spilled } valt
               *[other] , vol, { $spilled } vallen
            }
       *[no] {""}
    }
log-round-ends = Ronde { $round } is afgelopen.
log-tiled =
    { $who ->
        [you] Je legt een { tile-acc } in rij { $row }, kolom { $column }: { scored }.
       *[name] { $name } legt een { tile-acc } in rij { $row }, kolom { $column }: { scored }.
    }
log-row-complete =
    { $who ->
        [you] Je maakt rij { $row } compleet.
       *[name] { $name } maakt rij { $row } compleet.
    }
log-dropped =
    { $who ->
        [you] Je hebt geen vak voor { tile-the-acc } uit patroonlijn { $line }: de hele patroonlijn valt op de vloer.
       *[name] { $name } heeft geen vak voor { tile-the-acc } uit patroonlijn { $line }: de hele patroonlijn valt op de vloer.
    }
log-floor =
    { $who ->
        [you]
            { $lost ->
                [one] Je verliest { $lost } punt door de vloerlijn.
               *[other] Je verliest { $lost } punten door de vloerlijn.
            }
       *[name]
            { $lost ->
                [one] { $name } verliest { $lost } punt door de vloerlijn.
               *[other] { $name } verliest { $lost } punten door de vloerlijn.
            }
    }
log-floor-capped =
    { $who ->
        [you]
            { $lost ->
                [0] Je verliest geen punten door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
                [one] Je verliest maar { $lost } punt door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
               *[other] Je verliest maar { $lost } punten door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
            }
       *[name]
            { $lost ->
                [0] { $name } verliest geen punten door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
                [one] { $name } verliest maar { $lost } punt door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
               *[other] { $name } verliest maar { $lost } punten door de vloerlijn (−{ $cost }): een score komt nooit onder 0.
            }
    }
log-starts-again =
    { $who ->
        [you] Niemand heeft het startspelerfiche, dus jij begint weer.
       *[name] Niemand heeft het startspelerfiche, dus { $name } begint weer.
    }
log-lid-to-bag =
    { $count ->
        [one] De zak is leeg: { $count } tegel gaat uit het deksel terug in de zak.
       *[other] De zak is leeg: { $count } tegels gaan uit het deksel terug in de zak.
    }
log-round =
    { $who ->
        [you] Ronde { $round }: jij begint.
       *[name] Ronde { $round }: { $name } begint.
    }
log-game-over =
    { $reason ->
        [tiles] Het spel is afgelopen: er zijn geen tegels meer voor de fabrieken.
       *[row] Het spel is afgelopen: er is een rij compleet.
    }
log-undo =
    { $who ->
        [you] Je neemt je laatste zet terug.
       *[name] { $name } neemt de laatste zet terug.
    }
log-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Je geeft op.
               *[name] { $name } geeft op.
            }
        [time]
            { $who ->
                [you] Je hebt de tijd overschreden.
               *[name] { $name } heeft de tijd overschreden.
            }
       *[left]
            { $who ->
                [you] Je verlaat de tafel.
               *[name] { $name } verlaat de tafel.
            }
    }
log-takeover = De plaats gaat naar { $bot }.
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
                [one] Je wint met { $points } punt verschil
               *[other] Je wint met { $points } punten verschil
            }
       *[name]
            { $points ->
                [one] { $name } wint met { $points } punt verschil
               *[other] { $name } wint met { $points } punten verschil
            }
    }
result-win-rows =
    { $who ->
        [you] Gelijke score: je wint met meer complete rijen
       *[name] Gelijke score: { $name } wint met meer complete rijen
    }
result-win-gone =
    { $reason ->
        [resigned]
            { $who ->
                [you] Je wint: { $loser } heeft opgegeven
                [loser] { $name } wint: je hebt opgegeven
               *[name] { $name } wint: { $loser } heeft opgegeven
            }
        [time]
            { $who ->
                [you] Je wint: { $loser } heeft de tijd overschreden
                [loser] { $name } wint: je hebt de tijd overschreden
               *[name] { $name } wint: { $loser } heeft de tijd overschreden
            }
       *[left]
            { $who ->
                [you] Je wint: { $loser } heeft de tafel verlaten
                [loser] { $name } wint: je hebt de tafel verlaten
               *[name] { $name } wint: { $loser } heeft de tafel verlaten
            }
    }
result-shared = Gedeelde overwinning: { $names }
result-truncated =
    { $count ->
        [one] Gestopt na { $count } ronde: geen bonussen, geen winnaar
       *[other] Gestopt na { $count } rondes: geen bonussen, geen winnaar
    }
result-aborted = Het spel is zonder uitslag gestopt
result-unfinished = Het spel is nog niet afgelopen
points-wall = Muur
points-rows = Rijen
points-columns = Kolommen
points-colours = Kleuren
points-floor = Vloerlijn
points-total = Totaal
points-by-source = Punten per onderdeel
points-by-round = Punten per ronde
bonus-rows =
    { $count ->
        [one] { $count } complete rij: +{ $points }
       *[other] { $count } complete rijen: +{ $points }
    }
bonus-columns =
    { $count ->
        [one] { $count } complete kolom: +{ $points }
       *[other] { $count } complete kolommen: +{ $points }
    }
bonus-colours =
    { $count ->
        [one] { $count } kleurset: +{ $points }
       *[other] { $count } kleursets: +{ $points }
    }

## Hints

hint-from = { $bot } zou { $move } spelen.
hint-nothing-falls = Er valt niets op de vloer.
hint-bonus =
    { $kind ->
        [row] Dit maakt rij { $row } compleet (+2 punten aan het einde van het spel).
        [column] Dit maakt kolom { $column } compleet (+7 punten aan het einde van het spel).
       *[colour] Dan liggen { tiles-all-five } op de muur (+10 punten aan het einde van het spel).
    }
hint-missing =
    { $missing ->
        [one] Daarna ontbreekt nog { $missing } tegel
       *[other] Daarna ontbreken nog { $missing } tegels
    }
hint-needs =
    { $count ->
        [0] { hint-missing }, maar er blijft er geen over.
       *[other] { hint-missing }; nog beschikbaar: { tiles-nom }.
    }
hint-builds = Kolom { $column } heeft dan { $count } van de 5 tegels.
hint-denies = { $name } zou met deze tegels patroonlijn { $line } kunnen vullen.
hint-marker = Je krijgt het startspelerfiche en mag de volgende ronde beginnen.
hint-column = Kolom { $column } is het best: { scored }.
hint-exact = Precies doorgerekend tot het einde van de ronde.

## Buttons and questions

action-play = Spelen
action-confirm = Bevestigen
action-undo = Ongedaan maken
action-cancel = Annuleren
action-hint = Hint
action-resign = Opgeven
action-rematch = Revanche
action-replay = Terugkijken
action-report = Rapport
action-watch = Kijken
ask-resign = Wil je opgeven?
undo-nothing = Je hebt geen zet om terug te nemen.

## Phrases between players

phrase-hello = Hallo.
phrase-good-luck = Succes.
phrase-well-played = Goed gespeeld.
phrase-thanks = Bedankt.
phrase-nice-move = Mooie zet.
phrase-oops = Oeps.
phrase-moment = Een ogenblikje.
phrase-back = Ik ben er weer.
phrase-good-game = Dat was een mooi spel.
phrase-again = Nog een keer?
phrase-said = { $name }: { $phrase }

## Checking the draws at the end of a game

draws-device = ✓ Elke trekking klopt met wat dit toestel heeft opgeslagen: het controlegetal van de server, alle verzegelde getallen, je eigen getal en de tegels die het heeft gezien
draws-device-open = ✓ Elke trekking klopt met wat dit toestel heeft opgeslagen: het controlegetal van de server, je eigen getal en de tegels die het heeft gezien
draws-device-watched = ✓ Elke trekking klopt met het controlegetal van de server en met de tegels die dit toestel heeft opgeslagen; je hebt zelf geen getal toegevoegd
draws-consistent = De trekking klopt met het bewijs in het verslag, maar dit toestel heeft aan het begin niets opgeslagen: of het verslag is vervangen, is niet te zeggen
draws-unused = Je willekeurige getal is niet gebruikt: het kwam te laat, of de beheerder van de server heeft het verwijderd
draws-swapped = Het verslag klopt niet met wat dit toestel heeft opgeslagen of gezien: het is vervangen
draws-wrong = De trekking volgt niet uit het bewijs in het verslag

## Lists

list-two = { $first } en { $second }
list-more = { $first }, { $second }
