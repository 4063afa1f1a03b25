# Messages of the web client at the table and on every page, in Norwegian bokmål.
# The English file documents the variables.

## Around every page

skip-to-content = Hopp til innholdet
nav-menu = Meny
nav-language = Språk
nav-play = Spill
nav-lobby = Åpne spill
nav-games = Mine spill
nav-study = Studer
nav-learn = Lær
nav-account = Konto
nav-settings = Innstillinger
dismiss = Skjul
close = Lukk
go-home = Forside
not-found-title = Her er det ingenting
not-found-text = Kanskje er adressen feil, eller det som var her, er borte.
load-failed-title = Siden kunne ikke lastes
load-again = Prøv igjen
connection-lost = Mistet forbindelsen. Prøver igjen.
connection-try-now = Prøv nå

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Din tur · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Tidligere spiller
seat-open = Ledig for alle
seat-invited = Venter på en gjest
seat-you = (du)
seat-take = Ta en plass
seat-leave = Forlat
seat-remove = Fjern
seat-bot = Legg til datamotstander
seat-needs-invitation = De ledige plassene er for dem som har invitasjonslenken.
seats-title = Plasser

## Before the game

waiting-title = Bordet er klart
waiting-for-you =
    { $count ->
        [one] { $names } venter på deg.
       *[other] { $names } venter på deg.
    }
waiting-starts = Spillet starter av seg selv når alle plassene er tatt.
waiting-cancel = Avlys dette spillet
invite-title = Inviter
invite-text = Den som åpner denne lenken, kan ta en ledig plass. Ingen konto trengs.
invite-link = Invitasjonslenke
invite-code = QR-kode for invitasjonslenken
link-copy = Kopier
link-share = Del
link-copied = Lenken er kopiert.
link-selected = Lenken er markert: Kopier den fra feltet.
clock-none = Uten klokke
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } per spiller
       *[other] { $time } per spiller, +{ $increment } s per trekk
    }
clock-per-move =
    { $days ->
        [one] { $days } dag per trekk
       *[other] { $days } dager per trekk
    }
game-missing = Dette spillet kan ikke vises
game-cancelled = Dette spillet ble avlyst

## Places in words, for screen readers and the command box

sources-label = Fabrikker og marked
supply-label = Pose og eskelokk
log-label = Logg
# The heading of the newest part of the log.
log-this-round = Denne runden
toolbar-label = Spill
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Mønsterlinje { $line }: tom, { $size } felt.
       *[other] Mønsterlinje { $line }: tom, { $size } felt.
    }
line-holds =
    { $colour ->
        [blue] Mønsterlinje { $line }: { $count } av { $size }, blå.
        [yellow] Mønsterlinje { $line }: { $count } av { $size }, gul.
        [red] Mønsterlinje { $line }: { $count } av { $size }, rød.
        [black] Mønsterlinje { $line }: { $count } av { $size }, svart.
       *[white] Mønsterlinje { $line }: { $count } av { $size }, hvit.
    }
floor-empty = Gulvlinje: tom.
floor-tiles = Gulvlinje: { $tiles } (−{ $cost }).
floor-marker = Gulvlinje: startspillermarkøren (−{ $cost }).
floor-tiles-marker = Gulvlinje: { $tiles }, og startspillermarkøren (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Rad { $row }, kolonne { $column }: blå.
        [yellow] Rad { $row }, kolonne { $column }: gul.
        [red] Rad { $row }, kolonne { $column }: rød.
        [black] Rad { $row }, kolonne { $column }: svart.
       *[white] Rad { $row }, kolonne { $column }: hvit.
    }
cell-planned =
    { $colour ->
        [blue] Rad { $row }, kolonne { $column }: tomt felt for blå flis.
        [yellow] Rad { $row }, kolonne { $column }: tomt felt for gul flis.
        [red] Rad { $row }, kolonne { $column }: tomt felt for rød flis.
        [black] Rad { $row }, kolonne { $column }: tomt felt for svart flis.
       *[white] Rad { $row }, kolonne { $column }: tomt felt for hvit flis.
    }
cell-empty = Rad { $row }, kolonne { $column }: tomt felt.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Rad { $row }, kolonne { $column }, { tile-nom }: { $scored }
open-board = Vis spillbrettet større: { $name }
player = Spiller

## The turn

is-to-move = har turen
named-factory = Fabrikk { $factory }: hvilken farge?
named-centre = Markedet: hvilken farge?
confirm-ends-round = Dette er de siste flisene i runden: Trekket kan ikke angres.
confirm-costly = En annen mønsterlinje ville kostet mindre. Vil du spille likevel?
choose-confirm = Du har valgt alle kolonnene. Bekreft eller angre.
move-kept = Ingen forbindelse: Trekket { $move } er lagret og sendes så snart som mulig.
skip = Hopp over
hand-over-title = { $name }, det er din tur
hand-over-show = Vis brettet mitt
hand-over-undo = Angre trekk: { $name }
hand-over-off = Ikke vis igjen
scoring-heading = Runde { $round }: poeng
scoring-floor = Gulv
scoring-bonus = Bonus
scoring-total = Totalt
scoring-next = Neste runde
scoring-result = Vis resultatet
scoring-off = Ikke vis poengene
last-move-line = { $name } tok { tiles-short-acc } { from-source } til mønsterlinje { $line }
last-move-floor = { $name } tok { tiles-short-acc } { from-source } til gulvlinjen
last-move-filled =
    { $points ->
        [0] fylt
       *[other] fylt, +{ $points } ved rundeslutt
    }
last-move-open = { $count } igjen
last-move-fell =
    { $cost ->
        [0] { $count } på gulvet
       *[other] { $count } på gulvet, −{ $cost }
    }
last-move-marker = med startspillermarkøren
last-move-to-line = → linje { $line }
last-move-to-floor = → gulvet
then-round-end = Rundeslutt: { $now } → { $then }.
last-round-would-win =
    { $who ->
        [you] Hvis runden sluttet nå, ville du vunnet.
       *[name] Hvis runden sluttet nå, ville { $name } vunnet.
    }
last-round-would-share = Hvis runden sluttet nå, ville seieren blitt delt: { $names }.
undo-sent = Trekket ditt blir angret.
undo-question = { $name } vil angre et trekk.
undo-allow = Tillat
undo-deny = Avslå
undo-awaiting = Du har bedt om å få angre trekket.
undo-withdraw = Trekk tilbake
resign-text = En datamotstander overtar for deg; du kan ikke lenger vinne.
resign-ends = Spillet er da slutt, og { $name } vinner.
# Several players share this screen.
resign-for = Skal { $name } gi opp?
say = Si noe
phrases = Setninger
phrases-from = Vis setninger fra:
phrases-muted = setninger vises ikke
phrases-off = Setninger er slått av i innstillingene.
away = borte
away-until = borte, { $seconds } s igjen
vote-question = { $name } har vært borte en stund.
vote-bot = La en datamotstander overta
vote-done = Du har stemt
seat-lost = En datamotstander har overtatt for deg.
seat-take-back = Ta plassen tilbake
watching =
    { $count ->
        [1] Du ser på.
       *[other] Du ser på, { $count } tilskuere i alt.
    }
# $time is already formatted.
clock-label = Tid igjen: { $time }
clock-days = { $days } d { $hours } t
clock-hours = { $hours } t
clock-lag = De første { $ms } ms av hvert trekk telles ikke.

## Hints

hint-asked = Leter etter et godt trekk.
hint-play = Spill det
# $columns is a comma-separated list of the two below.
hint-columns = Best: { $columns }.
hint-line-column = mønsterlinje { $line } til kolonne { $column }
hint-line-falls = mønsterlinje { $line } faller på gulvet
hint-reason-fills =
    { $points ->
        [one] Det fyller mønsterlinje { $line }: +{ $points } poeng ved rundeslutt.
       *[other] Det fyller mønsterlinje { $line }: +{ $points } poeng ved rundeslutt.
    }
hint-reason-adds =
    { $count ->
        [one] Det gir { $count } flis på mønsterlinje { $line }.
       *[other] Det gir { $count } fliser på mønsterlinje { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } flis faller på gulvet (−{ $cost }), men alt annet koster mer.
       *[other] { $count } fliser faller på gulvet (−{ $cost }), men alt annet koster mer.
    }
hint-reason-denies = Med disse flisene kunne { $name } fylt mønsterlinje { $line } (+{ $points }).
hint-reason-ends-game = Det fullfører en rad: Spillet slutter etter denne runden.

## What happened

happened-created = Bordet er åpnet.
happened-seated = { $name } tar en plass.
happened-unseated = Plass { $seat } er ledig igjen.
happened-bot-seated = Ny ved bordet: { $bot }.
happened-started = Spillet starter.
happened-moved = { $name } spiller { $move }.
happened-chosen =
    { $who ->
        [you] Du har valgt kolonnene dine.
       *[name] { $name } har valgt kolonner.
    }
happened-tiled = Veggene er flislagt.
happened-undo-asked =
    { $who ->
        [you] Du vil angre et trekk.
       *[name] { $name } vil angre et trekk.
    }
happened-undo-refused = Trekket blir stående.
happened-taken-back =
    { $who ->
        [you] Du tar plassen din tilbake.
       *[name] { $name } tar plassen tilbake.
    }
happened-resumed = Serveren var nede; klokkene får tilbake den tapte tiden.
happened-cancelled = Spillet ble avlyst.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] Du får { $points } bonuspoeng ({ $list }).
               *[other] Du får { $points } bonuspoeng ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } får { $points } bonuspoeng ({ $list }).
               *[other] { $name } får { $points } bonuspoeng ({ $list }).
            }
    }
# $list is a list of names and score changes.
log-round-points = Runden er over: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } runde · grå vegg · { $when }
               *[other] { $rounds } runder · grå vegg · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } runde · farget vegg · { $when }
               *[other] { $rounds } runder · farget vegg · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Vegg: { $points } poeng.
       *[other] Vegg: { $points } poeng.
    }
result-floor = Gulvlinje −{ $points }
bonuses = Bonuser
record = Opptak
rematch-open = Til omkampen
rematch-withdraw = Ingen omkamp
rematch-waiting = Venter på at de andre sier ja.
rematch-wanted = { $name } vil ha omkamp.
proof-text = Før spillet viste serveren en sjekksum av hemmeligheten sin, og enheten til hver spiller forseglet et tilfeldig tall. Tallene ble åpnet først da alle var forseglet: Dermed kunne ingen bestemme flisene. Denne siden har kontrollert hvem som starter, og hver trekning; «azulejo verify» kontrollerer også at hvert trekk følger reglene.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Før spillet viste serveren en sjekksum av hemmeligheten sin, og spillerne la til egne tilfeldige tall. Denne siden har kontrollert hver trekning; «azulejo verify» kontrollerer også at hvert trekk følger reglene.
proof-commitment = Sjekksum
proof-secret = Hemmelighet
proof-nonce = Tilfeldig tall: { $name }
proof-seal = Segl: { $name }
proof-none = ingen
proof-open = { $nonce } (ikke forseglet)
proof-withheld = forseglet, men ikke åpnet
proof-uncommitted = ikke forseglet i tide
proof-withheld-gain = { $name } forseglet et tall, men åpnet det ikke. Det hjelper bare den som også kjenner hemmeligheten til serveren: Da kan man velge mellom to trekninger, med dette tallet eller uten.

## Places, ties, sharing and sounds

result-place =
    { $shared ->
        [yes] Plass { $place }, delt
       *[no] Plass { $place }
    }
result-own-place =
    { $shared ->
        [yes] Du endte som delt nummer { $place } av { $count }.
       *[no] Du endte som nummer { $place } av { $count }.
    }
result-tie =
    { $points ->
        [one] Poenglikhet ({ $points } poeng): { $names }.
       *[other] Poenglikhet ({ $points } poeng): { $names }.
    }
result-tie-rows = Fullførte rader avgjør: { $list }.
result-tie-shared = Antallet fullførte rader er også likt, så plassen deles.
next-level = Prøv { $name } nå
image-save = Lagre bilde
image-share = Del bilde
sounds-question = Spille med lyd?
sounds-on = Ja
sounds-off = Nei
image-failed = Bildet kunne ikke lages.

## The command box

commands = Kommandoer
command-label = Kommando
command-send = Send
command-help = Trekk som 2B3 (fabrikk 2, blå, mønsterlinje 3) eller CRF (markedet, rød, gulvlinjen). Spørsmål: f, f 2, c, me, p2, floor, legal blå, why 3, bag, last, clock, undo, hint.
command-no-table = Det er ikke noe bord ennå.
command-done = { $move }: gjort.
command-no-choice = Denne kolonnen kan ikke velges nå.
command-no-moves = Det finnes ikke noe slikt trekk.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } trekk: { $moves }.
       *[other] { $count } trekk: { $moves }.
    }
command-no-tiles = { $move }: Slike fliser finnes ikke der.
command-line-open = Mønsterlinje { $line } tar alle farger som ligger framme.
command-nothing-yet = Ingenting har skjedd ennå.
command-no-player = Det finnes ingen spiller { $seat }.
command-score =
    { $points ->
        [one] { $name }: { $points } poeng.
       *[other] { $name }: { $points } poeng.
    }
command-wall-empty = Veggen er tom.
command-no-clock = Det er ingen klokke.
command-unknown = «{ $text }» er ingen kommando. Skriv «help» for listen over taster.

## Help

help-title = Taster
help-intro = Ta fliser, og velg så en mønsterlinje. Du kan bruke mus, berøringsskjerm eller tastatur.
help-source = fabrikk eller markedet
help-colour = farge: blå, gul, rød, svart, hvit
help-target = mønsterlinje eller gulvlinjen
help-confirm = bekreft trekket
help-back = ett steg tilbake
help-undo = angre
help-hint = hint
help-skip = hopp over animasjonen
help-command = kommandofelt
help-help = denne listen
help-keys-off = Hurtigtaster med én tast er slått av i innstillingene.
help-commands = Kommandofeltet tar imot trekk i notasjon og svarer på spørsmål; skjermlesere leser svarene.
help-rules = Reglene
help-first-round = En første runde med veiledning

## Why the server refused something

problem-malformed = Dette forsto ikke serveren. Last siden på nytt.
problem-no-session = Serveren kjenner ikke denne nettleseren ennå. Last siden på nytt.
problem-forbidden = Det har du ikke lov til.
problem-not-found = Ikke funnet, eller du har ikke tilgang.
problem-stale = Spillet har gått videre. Se på bordet og velg på nytt.
problem-not-your-turn = Det er ikke din tur.
problem-not-your-seat = Dette er ikke din plass.
problem-wrong-phase = Det er ikke mulig nå.
problem-illegal = Det tillater ikke reglene.
problem-already-chosen = Du har allerede valgt kolonnene dine.
problem-no-undo = Dette trekket kan ikke angres.
problem-seat-taken = Plassen er opptatt.
problem-already-seated = Du har allerede en plass i dette spillet.
problem-not-started = Spillet har ikke startet ennå.
problem-started = Spillet har allerede startet.
problem-ended = Spillet er over.
problem-bad-invitation = Denne invitasjonen gjelder ikke lenger.
problem-name-taken = Dette navnet er tatt.
problem-bad-name = Dette navnet kan ikke brukes.
problem-bad-login = Feil navn eller passord.
problem-code-required = Skriv inn koden fra autentiseringsappen.
problem-bad-code = Denne koden er feil eller allerede brukt.
problem-bad-password = Passordet er for kort eller for langt.
problem-common-password = Dette passordet er for lett å gjette.
problem-same-game = Du har to plasser i det samme uferdige spillet: én som gjest og én med kontoen din.
problem-id-used = Denne forespørselen er allerede sendt med andre innstillinger.
problem-too-fast = Det gikk for fort. Vent litt.
problem-too-many-codes = For mange feil koder. Skriv inn to koder på rad fra appen, eller en gjenopprettingskode.
problem-too-many = Grensen er nådd.
problem-thinking-time = Datamotstanderne dine har tenkt mye. Gi dem et minutt.
problem-bad-origin = Forespørselen kom fra et annet nettsted.
problem-no-hints = Det er ingen hint i spill med andre mennesker.
problem-unavailable = Serveren kan ikke nås akkurat nå. Prøv igjen.
problem-two-credentials = To identiteter ble sendt samtidig. Last siden på nytt.

# The messages of form fields that are not valid.
field-missing = Fyll ut dette feltet.
field-short =
    { $min ->
        [one] Skriv minst ett tegn.
       *[other] Skriv minst { $min } tegn.
    }
