# Messages of the web client at the table and on every page, in Dutch.
# The English file documents the variables.

## Around every page

skip-to-content = Naar de inhoud
nav-menu = Menu
nav-language = Taal
nav-play = Spelen
nav-lobby = Open spellen
nav-games = Mijn spellen
nav-study = Studie
nav-learn = Leren
nav-account = Account
nav-settings = Instellingen
dismiss = Verbergen
close = Sluiten
go-home = Startpagina
not-found-title = Hier is niets
not-found-text = Misschien klopt het adres niet, of wat hier stond is er niet meer.
load-failed-title = De pagina kon niet worden geladen
load-again = Opnieuw proberen
connection-lost = Verbinding verbroken. We proberen het opnieuw.
connection-try-now = Nu proberen

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Jij bent aan de beurt · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Voormalige speler
seat-open = Vrij voor iedereen
seat-invited = Wacht op een gast
seat-you = (jij)
seat-take = Plaatsnemen
seat-leave = Verlaten
seat-remove = Verwijderen
seat-bot = Bot toevoegen
seat-needs-invitation = De vrije plaatsen zijn voor mensen met de uitnodigingslink.
seats-title = Plaatsen

## Before the game

waiting-title = De tafel staat klaar
waiting-for-you =
    { $count ->
        [one] { $names } wacht op je.
       *[other] { $names } wachten op je.
    }
waiting-starts = Het spel begint vanzelf zodra alle plaatsen bezet zijn.
waiting-cancel = Dit spel annuleren
invite-title = Uitnodigen
invite-text = Wie deze link opent, kan een vrije plaats nemen. Een account is niet nodig.
invite-link = Uitnodigingslink
invite-code = QR-code van de uitnodigingslink
link-copy = Kopiëren
link-share = Delen
link-copied = Link gekopieerd.
link-selected = De link is geselecteerd: kopieer hem uit het veld.
clock-none = Zonder klok
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } per speler
       *[other] { $time } per speler, +{ $increment } s per zet
    }
clock-per-move =
    { $days ->
        [one] { $days } dag per zet
       *[other] { $days } dagen per zet
    }
game-missing = Dit spel kan niet worden getoond
game-cancelled = Dit spel is geannuleerd

## Places in words, for screen readers and the command box

sources-label = Fabrieken en midden
supply-label = Zak en deksel
log-label = Verloop
# The heading of the newest part of the log.
log-this-round = Deze ronde
toolbar-label = Spel
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Patroonlijn { $line }: leeg, { $size } vak.
       *[other] Patroonlijn { $line }: leeg, { $size } vakken.
    }
line-holds =
    { $colour ->
        [blue] Patroonlijn { $line }: { $count } van { $size }, blauw.
        [yellow] Patroonlijn { $line }: { $count } van { $size }, geel.
        [red] Patroonlijn { $line }: { $count } van { $size }, rood.
        [black] Patroonlijn { $line }: { $count } van { $size }, zwart.
       *[white] Patroonlijn { $line }: { $count } van { $size }, wit.
    }
floor-empty = Vloerlijn: leeg.
floor-tiles = Vloerlijn: { $tiles } (−{ $cost }).
floor-marker = Vloerlijn: het startspelerfiche (−{ $cost }).
floor-tiles-marker = Vloerlijn: { $tiles }, en het startspelerfiche (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Rij { $row }, kolom { $column }: blauw.
        [yellow] Rij { $row }, kolom { $column }: geel.
        [red] Rij { $row }, kolom { $column }: rood.
        [black] Rij { $row }, kolom { $column }: zwart.
       *[white] Rij { $row }, kolom { $column }: wit.
    }
cell-planned =
    { $colour ->
        [blue] Rij { $row }, kolom { $column }: leeg, voor blauw.
        [yellow] Rij { $row }, kolom { $column }: leeg, voor geel.
        [red] Rij { $row }, kolom { $column }: leeg, voor rood.
        [black] Rij { $row }, kolom { $column }: leeg, voor zwart.
       *[white] Rij { $row }, kolom { $column }: leeg, voor wit.
    }
cell-empty = Rij { $row }, kolom { $column }: leeg.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Rij { $row }, kolom { $column }, { tile-nom }: { $scored }
open-board = Spelerbord vergroten: { $name }
player = Speler

## The turn

is-to-move = is aan de beurt
named-factory = Fabriek { $factory }: welke kleur?
named-centre = Midden: welke kleur?
confirm-ends-round = Dit zijn de laatste tegels van de ronde: deze zet kun je niet terugnemen.
confirm-costly = Een andere patroonlijn zou minder kosten. Toch spelen?
choose-confirm = Je hebt alle kolommen gekozen. Bevestig ze of neem ze terug.
move-kept = Geen verbinding: je zet { $move } is opgeslagen en wordt zo snel mogelijk verstuurd.
skip = Overslaan
hand-over-title = { $name }, jij bent aan de beurt
hand-over-show = Mijn bord tonen
hand-over-undo = Zet terugnemen: { $name }
hand-over-off = Niet meer tonen
scoring-heading = Ronde { $round }: puntentelling
scoring-floor = Vloer
scoring-bonus = Bonus
scoring-total = Totaal
scoring-next = Volgende ronde
scoring-result = Uitslag tonen
scoring-off = Puntentelling niet meer tonen
last-move-line = { $name } nam { tiles-short-acc } { from-source } voor patroonlijn { $line }
last-move-floor = { $name } nam { tiles-short-acc } { from-source } voor de vloerlijn
last-move-filled =
    { $points ->
        [0] gevuld
       *[other] gevuld, +{ $points } einde ronde
    }
last-move-open = nog { $count } nodig
last-move-fell =
    { $cost ->
        [0] { $count } op de vloer
       *[other] { $count } op de vloer, −{ $cost }
    }
last-move-marker = met het startspelerfiche
last-move-to-line = → lijn { $line }
last-move-to-floor = → vloer
then-round-end = Einde van de ronde: { $now } → { $then }.
last-round-would-win =
    { $who ->
        [you] Als de ronde nu eindigde, zou jij winnen.
       *[name] Als de ronde nu eindigde, zou { $name } winnen.
    }
last-round-would-share = Als de ronde nu eindigde, was het een gedeelde overwinning: { $names }.
undo-sent = Je zet wordt teruggenomen.
undo-question = { $name } wil een zet terugnemen.
undo-allow = Toestaan
undo-deny = Weigeren
undo-awaiting = Je hebt gevraagd om je zet terug te nemen.
undo-withdraw = Intrekken
resign-text = Een bot speelt voor je verder; winnen kun je dan niet meer.
resign-ends = Het spel is dan afgelopen en { $name } wint.
# Several players share this screen.
resign-for = Moet { $name } opgeven?
say = Zeggen
phrases = Zinnen
phrases-from = Zinnen tonen van:
phrases-muted = zinnen verborgen
phrases-off = Zinnen staan uit in de instellingen.
away = afwezig
away-until = afwezig, nog { $seconds } s
vote-question = { $name } is al een tijdje afwezig.
vote-bot = Bot verder laten spelen
vote-done = Je hebt gestemd
seat-lost = Een bot speelt voor je verder.
seat-take-back = Je plaats terugnemen
watching =
    { $count ->
        [1] Je kijkt toe.
       *[other] Je kijkt toe, met { $count } kijkers in totaal.
    }
# $time is already formatted.
clock-label = Resterende tijd: { $time }
clock-days = { $days } d { $hours } u
clock-hours = { $hours } u
clock-lag = De eerste { $ms } ms van elke zet tellen niet mee.

## Hints

hint-asked = Op zoek naar een goede zet.
hint-play = Deze zet spelen
# $columns is a comma-separated list of the two below.
hint-columns = Het beste: { $columns }.
hint-line-column = patroonlijn { $line } naar kolom { $column }
hint-line-falls = patroonlijn { $line } valt op de vloer
hint-reason-fills =
    { $points ->
        [one] Dit vult patroonlijn { $line }: +{ $points } punt aan het einde van de ronde.
       *[other] Dit vult patroonlijn { $line }: +{ $points } punten aan het einde van de ronde.
    }
hint-reason-adds =
    { $count ->
        [one] Dit voegt { $count } tegel toe aan patroonlijn { $line }.
       *[other] Dit voegt { $count } tegels toe aan patroonlijn { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } tegel valt op de vloer (−{ $cost }), maar al het andere kost meer.
       *[other] { $count } tegels vallen op de vloer (−{ $cost }), maar al het andere kost meer.
    }
hint-reason-denies = Met deze tegels zou { $name } patroonlijn { $line } kunnen vullen (+{ $points }).
hint-reason-ends-game = Dit maakt een rij compleet: het spel eindigt na deze ronde.

## What happened

happened-created = De tafel is geopend.
happened-seated = { $name } neemt plaats.
happened-unseated = Plaats { $seat } is weer vrij.
happened-bot-seated = Nieuw aan tafel: { $bot }.
happened-started = Het spel begint.
happened-moved = { $name } speelt { $move }.
happened-chosen =
    { $who ->
        [you] Je hebt je kolommen gekozen.
       *[name] { $name } heeft kolommen gekozen.
    }
happened-tiled = De muren zijn betegeld.
happened-undo-asked =
    { $who ->
        [you] Je wilt een zet terugnemen.
       *[name] { $name } wil een zet terugnemen.
    }
happened-undo-refused = De zet blijft staan.
happened-taken-back =
    { $who ->
        [you] Je neemt je plaats terug.
       *[name] { $name } neemt de plaats terug.
    }
happened-resumed = De server was niet bereikbaar; de klokken krijgen de verloren tijd terug.
happened-cancelled = Het spel is geannuleerd.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] Je krijgt { $points } bonuspunt ({ $list }).
               *[other] Je krijgt { $points } bonuspunten ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } krijgt { $points } bonuspunt ({ $list }).
               *[other] { $name } krijgt { $points } bonuspunten ({ $list }).
            }
    }
# $list is a list of names and score changes.
log-round-points = Ronde voorbij: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } ronde · grijze muur · { $when }
               *[other] { $rounds } rondes · grijze muur · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } ronde · gekleurde muur · { $when }
               *[other] { $rounds } rondes · gekleurde muur · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Muur: { $points } punt.
       *[other] Muur: { $points } punten.
    }
result-floor = Vloerlijn −{ $points }
bonuses = Bonussen
record = Verslag
rematch-open = Naar de revanche
rematch-withdraw = Geen revanche
rematch-waiting = Wachten tot de anderen instemmen.
rematch-wanted = { $name } wil graag revanche.
proof-text = Voor het spel toonde de server een controlegetal van zijn geheim, en het toestel van elke speler verzegelde een willekeurig getal. Pas toen alle getallen verzegeld waren, werden ze geopend: zo kon niemand de tegels bepalen. Deze pagina heeft nagerekend wie begint en elke trekking herhaald; ‘azulejo verify’ controleert ook of elke zet volgens de regels is.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Voor het spel toonde de server een controlegetal van zijn geheim, en de spelers voegden eigen willekeurige getallen toe. Deze pagina heeft elke trekking nagerekend; ‘azulejo verify’ controleert ook of elke zet volgens de regels is.
proof-commitment = Controlegetal
proof-secret = Geheim
proof-nonce = Willekeurig getal: { $name }
proof-seal = Zegel: { $name }
proof-none = geen
proof-open = { $nonce } (niet verzegeld)
proof-withheld = verzegeld, maar niet geopend
proof-uncommitted = niet op tijd verzegeld
proof-withheld-gain = { $name } heeft een getal verzegeld, maar niet geopend. Dat helpt alleen wie ook het geheim van de server kent: die kan dan kiezen tussen twee trekkingen, met dit getal of zonder.

## Places, ties, sharing and sounds

result-place =
    { $shared ->
        [yes] Plaats { $place }, gedeeld
       *[no] Plaats { $place }
    }
result-own-place =
    { $shared ->
        [yes] Je deelt plaats { $place } van { $count }.
       *[no] Je staat op plaats { $place } van { $count }.
    }
result-tie =
    { $points ->
        [one] Gelijke score van { $points } punt: { $names }.
       *[other] Gelijke score van { $points } punten: { $names }.
    }
result-tie-rows = Complete rijen geven de doorslag: { $list }.
result-tie-shared = Ook het aantal complete rijen is gelijk, dus de plaats wordt gedeeld.
next-level = Probeer nu { $name }
image-save = Afbeelding opslaan
image-share = Afbeelding delen
sounds-question = Met geluid spelen?
sounds-on = Ja
sounds-off = Nee
image-failed = De afbeelding kon niet worden gemaakt.

## The command box

commands = Opdrachten
command-label = Opdracht
command-send = Versturen
command-help = Zetten zoals 2B3 (fabriek 2, blauw, patroonlijn 3) of CRF (midden, rood, vloerlijn). Vragen: f, f 2, c, me, p2, floor, legal blauw, why 3, bag, last, clock, undo, hint.
command-no-table = Er is nog geen tafel.
command-done = { $move }: gedaan.
command-no-choice = Deze kolom kan nu niet worden gekozen.
command-no-moves = Zo’n zet is er niet.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } zet: { $moves }.
       *[other] { $count } zetten: { $moves }.
    }
command-no-tiles = { $move }: zulke tegels zijn er niet.
command-line-open = In patroonlijn { $line } past elke kleur die er ligt.
command-nothing-yet = Er is nog niets gebeurd.
command-no-player = Er is geen speler { $seat }.
command-score =
    { $points ->
        [one] { $name }: { $points } punt.
       *[other] { $name }: { $points } punten.
    }
command-wall-empty = De muur is leeg.
command-no-clock = Er is geen klok.
command-unknown = ‘{ $text }’ is geen opdracht. Met ‘help’ zie je de lijst met toetsen.

## Help

help-title = Toetsen
help-intro = Neem tegels en kies dan een patroonlijn. Dat kan met muis, aanraakscherm of toetsenbord.
help-source = fabriek of midden
help-colour = kleur: blauw, geel, rood, zwart, wit
help-target = patroonlijn of vloerlijn
help-confirm = zet bevestigen
help-back = een stap terug
help-undo = ongedaan maken
help-hint = hint
help-skip = animatie overslaan
help-command = opdrachtveld
help-help = deze lijst
help-keys-off = Sneltoetsen met één toets staan uit in de instellingen.
help-commands = Het opdrachtveld neemt zetten in notatie aan en beantwoordt vragen; schermlezers lezen de antwoorden voor.
help-rules = De regels
help-first-round = Een begeleide eerste ronde

## Why the server refused something

problem-malformed = De server begreep dit niet. Laad de pagina opnieuw.
problem-no-session = De server kent deze browser nog niet. Laad de pagina opnieuw.
problem-forbidden = Dat mag je niet doen.
problem-not-found = Niet gevonden, of je hebt geen toegang.
problem-stale = Het spel is verdergegaan. Bekijk de tafel en kies opnieuw.
problem-not-your-turn = Je bent niet aan de beurt.
problem-not-your-seat = Dit is niet jouw plaats.
problem-wrong-phase = Dat kan nu niet.
problem-illegal = Dat staan de regels niet toe.
problem-already-chosen = Je hebt je kolommen al gekozen.
problem-no-undo = Deze zet kun je niet terugnemen.
problem-seat-taken = De plaats is bezet.
problem-already-seated = Je hebt al een plaats in dit spel.
problem-not-started = Het spel is nog niet begonnen.
problem-started = Het spel is al begonnen.
problem-ended = Het spel is afgelopen.
problem-bad-invitation = Deze uitnodiging is niet meer geldig.
problem-name-taken = Deze naam is al in gebruik.
problem-bad-name = Deze naam kan niet worden gebruikt.
problem-bad-login = Naam of wachtwoord is onjuist.
problem-code-required = Vul de code uit je authenticator-app in.
problem-bad-code = Deze code is onjuist of al gebruikt.
problem-bad-password = Het wachtwoord is te kort of te lang.
problem-common-password = Dit wachtwoord is te makkelijk te raden.
problem-same-game = Je hebt twee plaatsen in hetzelfde lopende spel: één als gast en één met je account.
problem-id-used = Dit verzoek is al eerder met andere instellingen verstuurd.
problem-too-fast = Dat ging te snel. Wacht even.
problem-too-many-codes = Te veel verkeerde codes. Voer twee opeenvolgende codes uit je app in, of een herstelcode.
problem-too-many = Je hebt de limiet bereikt.
problem-thinking-time = Je bots hebben veel nagedacht. Gun ze een minuut.
problem-bad-origin = Het verzoek kwam van een andere site.
problem-no-hints = In spellen met andere mensen zijn er geen hints.
problem-unavailable = De server is nu niet bereikbaar. Probeer het opnieuw.
problem-two-credentials = Er werden twee identiteiten tegelijk gestuurd. Laad de pagina opnieuw.

# The messages of form fields that are not valid.
field-missing = Vul dit veld in.
field-short =
    { $min ->
        [one] Voer minstens één teken in.
       *[other] Voer minstens { $min } tekens in.
    }
