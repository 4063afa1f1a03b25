# Messages of the web client at the table and on every page, in Icelandic.
# The English file documents the variables.

## Around every page

skip-to-content = Fara beint í efnið
nav-menu = Valmynd
nav-language = Tungumál
nav-play = Spila
nav-lobby = Opnir leikir
nav-games = Leikirnir mínir
nav-study = Æfa
nav-learn = Læra
nav-account = Aðgangur
nav-settings = Stillingar
dismiss = Fela
close = Loka
go-home = Forsíða
not-found-title = Hér er ekkert
not-found-text = Kannski er slóðin röng eða það sem var hér er horfið.
load-failed-title = Ekki tókst að sækja síðuna
load-again = Reyna aftur
connection-lost = Sambandið rofnaði. Reyni aftur.
connection-try-now = Reyna núna

## Titles of the tab

# $title is one of the two below; the dot in front is visible even in a narrow tab.
title-turn = ● Þú átt leik · { $title }
# $players are names joined by dashes.
title-game = { $players } · Azulejo
title-loading = Azulejo

## Seats

seat-former = Fyrrverandi leikmaður
seat-open = Laust fyrir alla
seat-invited = Beðið eftir gesti
seat-you = (þú)
seat-take = Setjast við borðið
seat-leave = Standa upp
seat-remove = Fjarlægja
seat-bot = Bæta tölvu við
seat-needs-invitation = Lausu sætin eru fyrir þau sem hafa boðstengilinn.
seats-title = Sæti

## Before the game

waiting-title = Borðið er tilbúið
waiting-for-you =
    { $count ->
        [one] { $names } bíður eftir þér.
       *[other] { $names } bíða eftir þér.
    }
waiting-starts = Leikurinn hefst sjálfkrafa þegar öll sæti eru skipuð.
waiting-cancel = Aflýsa þessum leik
invite-title = Bjóða
invite-text = Hver sem opnar þennan tengil getur tekið laust sæti. Ekki þarf að skrá sig.
invite-link = Boðstengill
invite-code = QR-kóði boðstengilsins
link-copy = Afrita
link-share = Deila
link-copied = Tengillinn er afritaður.
link-selected = Tengillinn er valinn: afritaðu hann úr reitnum.
clock-none = Án klukku
# $time is already formatted, $increment is a number of seconds.
clock-real-time =
    { $increment ->
        [0] { $time } á leikmann
       *[other] { $time } á leikmann, +{ $increment } s á leik
    }
clock-per-move =
    { $days ->
        [one] { $days } dagur á leik
       *[other] { $days } dagar á leik
    }
game-missing = Ekki er hægt að sýna þennan leik
game-cancelled = Þessum leik var aflýst

## Places in words, for screen readers and the command box

sources-label = Plötur og miðja borðsins
supply-label = Poki og kassalok
log-label = Saga leiksins
# The heading of the newest part of the log.
log-this-round = Þessi umferð
toolbar-label = Leikur
# The name of a button.
take-group = { tiles-nom } { from-source }
line-empty =
    { $size ->
        [one] Lína { $line }: tóm, { $size } reitur.
       *[other] Lína { $line }: tóm, { $size } reitir.
    }
line-holds =
    { $colour ->
        [blue] Lína { $line }: { $count } af { $size }, blár litur.
        [yellow] Lína { $line }: { $count } af { $size }, gulur litur.
        [red] Lína { $line }: { $count } af { $size }, rauður litur.
        [black] Lína { $line }: { $count } af { $size }, svartur litur.
       *[white] Lína { $line }: { $count } af { $size }, hvítur litur.
    }
floor-empty = Gólflína: tóm.
floor-tiles = Gólflína: { $tiles } (−{ $cost }).
floor-marker = Gólflína: byrjunarflísin (−{ $cost }).
floor-tiles-marker = Gólflína: { $tiles }, og byrjunarflísin (−{ $cost }).
cell-filled =
    { $colour ->
        [blue] Röð { $row }, dálkur { $column }: blá flís.
        [yellow] Röð { $row }, dálkur { $column }: gul flís.
        [red] Röð { $row }, dálkur { $column }: rauð flís.
        [black] Röð { $row }, dálkur { $column }: svört flís.
       *[white] Röð { $row }, dálkur { $column }: hvít flís.
    }
cell-planned =
    { $colour ->
        [blue] Röð { $row }, dálkur { $column }: auður reitur fyrir bláa flís.
        [yellow] Röð { $row }, dálkur { $column }: auður reitur fyrir gula flís.
        [red] Röð { $row }, dálkur { $column }: auður reitur fyrir rauða flís.
        [black] Röð { $row }, dálkur { $column }: auður reitur fyrir svarta flís.
       *[white] Röð { $row }, dálkur { $column }: auður reitur fyrir hvíta flís.
    }
cell-empty = Röð { $row }, dálkur { $column }: auður reitur.
# The name of a button; $scored is made with scored of game.ftl.
choose-cell = Röð { $row }, dálkur { $column }, { tile-nom }: { $scored }
open-board = Stækka leikmannaspjaldið: { $name }
player = Leikmaður

## The turn

is-to-move = á leik
named-factory = Plata { $factory }: hvaða litur?
named-centre = Miðja borðsins: hvaða litur?
confirm-ends-round = Þetta eru síðustu flísar umferðarinnar: ekki er hægt að afturkalla þennan leik.
confirm-costly = Önnur lína myndi kosta minna. Viltu samt leika þessu?
choose-confirm = Þú hefur valið alla dálka. Staðfestu þá eða afturkallaðu.
move-kept = Ekkert samband: leikurinn { $move } er geymdur og sendur eins fljótt og hægt er.
skip = Sleppa
hand-over-title = { $name }, þú átt leik
hand-over-show = Sýna spjaldið mitt
hand-over-undo = Afturkalla leik: { $name }
hand-over-off = Ekki sýna aftur
scoring-heading = Umferð { $round }: stigagjöf
scoring-floor = Gólf
scoring-bonus = Bónus
scoring-total = Alls
scoring-next = Næsta umferð
scoring-result = Sýna úrslit
scoring-off = Ekki sýna stigagjöf
last-move-line = { $name } tók { tiles-short-acc } { from-source } í línu { $line }
last-move-floor = { $name } tók { tiles-short-acc } { from-source } á gólflínuna
last-move-filled =
    { $points ->
        [0] full
       *[other] full, +{ $points } í lok umferðar
    }
last-move-open = { $count } vantar
last-move-fell =
    { $cost ->
        [0] { $count } í gólfið
       *[other] { $count } í gólfið, −{ $cost }
    }
last-move-marker = ásamt byrjunarflísinni
last-move-to-line = → lína { $line }
last-move-to-floor = → gólf
then-round-end = Lok umferðar: { $now } → { $then }.
last-round-would-win =
    { $who ->
        [you] Ef umferðinni lyki núna myndir þú vinna.
       *[name] Ef umferðinni lyki núna myndi { $name } vinna.
    }
last-round-would-share = Ef umferðinni lyki núna yrði sigurinn sameiginlegur: { $names }.
undo-sent = Verið er að afturkalla leikinn þinn.
undo-question = { $name } vill afturkalla leik.
undo-allow = Leyfa
undo-deny = Hafna
undo-awaiting = Þú hefur beðið um að afturkalla leikinn þinn.
undo-withdraw = Hætta við
resign-text = Tölva tekur við af þér; þú getur ekki lengur unnið.
resign-ends = Þá lýkur leiknum og { $name } vinnur.
# Several players share this screen.
resign-for = Á { $name } að gefast upp?
say = Segja
phrases = Setningar
phrases-from = Sýna setningar frá:
phrases-muted = setningar ekki sýndar
phrases-off = Slökkt er á setningum í stillingunum.
away = fjarverandi
away-until = fjarverandi, { $seconds } s eftir
vote-question = { $name } hefur verið í burtu um stund.
vote-bot = Láta tölvu taka við
vote-done = Þú hefur kosið
seat-lost = Tölva hefur tekið við af þér.
seat-take-back = Taka sætið aftur
watching =
    { $count ->
        [1] Þú ert að horfa á.
       *[other] Þú ert að horfa á, áhorfendur alls: { $count }.
    }
# $time is already formatted.
clock-label = Tími eftir: { $time }
clock-days = { $days } d { $hours } klst.
clock-hours = { $hours } klst.
clock-lag = Fyrstu { $ms } ms hvers leiks teljast ekki með.

## Hints

hint-asked = Leita að góðum leik.
hint-play = Leika þessu
# $columns is a comma-separated list of the two below.
hint-columns = Best er: { $columns }.
hint-line-column = lína { $line } í dálk { $column }
hint-line-falls = lína { $line } dettur í gólfið
hint-reason-fills =
    { $points ->
        [one] Þetta fyllir línu { $line }: +{ $points } stig í lok umferðar.
       *[other] Þetta fyllir línu { $line }: +{ $points } stig í lok umferðar.
    }
hint-reason-adds =
    { $count ->
        [one] Þetta bætir { $count } flís í línu { $line }.
       *[other] Þetta bætir { $count } flísum í línu { $line }.
    }
hint-reason-spills =
    { $count ->
        [one] { $count } flís dettur í gólfið (−{ $cost }) en allt annað kostar meira.
       *[other] { $count } flísar detta í gólfið (−{ $cost }) en allt annað kostar meira.
    }
hint-reason-denies = Með þessum flísum gæti { $name } fyllt línu { $line } (+{ $points }).
hint-reason-ends-game = Þetta klárar röð: leiknum lýkur eftir þessa umferð.

## What happened

happened-created = Borðið er opið.
happened-seated = { $name } sest við borðið.
happened-unseated = Sæti { $seat } er aftur laust.
happened-bot-seated = Við borðið sest { $bot }.
happened-started = Leikurinn hefst.
happened-moved = { $name } leikur { $move }.
happened-chosen =
    { $who ->
        [you] Þú hefur valið dálkana þína.
       *[name] { $name } hefur valið dálka.
    }
happened-tiled = Veggirnir eru flísalagðir.
happened-undo-asked =
    { $who ->
        [you] Þú vilt afturkalla leik.
       *[name] { $name } vill afturkalla leik.
    }
happened-undo-refused = Leikurinn stendur.
happened-taken-back =
    { $who ->
        [you] Þú tekur sætið þitt aftur.
       *[name] { $name } tekur sætið aftur.
    }
happened-resumed = Netþjónninn lá niðri; klukkurnar fá tapaða tímann aftur.
happened-cancelled = Leiknum var aflýst.
log-bonuses =
    { $who ->
        [you]
            { $points ->
                [one] Þú færð { $points } aukastig ({ $list }).
               *[other] Þú færð { $points } aukastig ({ $list }).
            }
       *[name]
            { $points ->
                [one] { $name } fær { $points } aukastig ({ $list }).
               *[other] { $name } fær { $points } aukastig ({ $list }).
            }
    }
# $list is a list of names and score changes.
log-round-points = Umferð lokið: { $list }

## The result

# $when is a date that is already formatted.
result-line =
    { $wall ->
        [grey]
            { $rounds ->
                [one] { $rounds } umferð · grár veggur · { $when }
               *[other] { $rounds } umferðir · grár veggur · { $when }
            }
       *[coloured]
            { $rounds ->
                [one] { $rounds } umferð · litaður veggur · { $when }
               *[other] { $rounds } umferðir · litaður veggur · { $when }
            }
    }
result-wall =
    { $points ->
        [one] Veggur: { $points } stig.
       *[other] Veggur: { $points } stig.
    }
result-floor = Gólflína −{ $points }
bonuses = Aukastig
record = Upptaka
rematch-open = Í nýja leikinn
rematch-withdraw = Ekki spila aftur
rematch-waiting = Beðið eftir samþykki hinna.
rematch-wanted = { $name } vill spila aftur.
proof-text = Fyrir leikinn sýndi netþjónninn gátsummu leyndarmáls síns og tæki hvers leikmanns innsiglaði slembitölu. Tölurnar voru ekki opnaðar fyrr en allar voru innsiglaðar: þannig gat enginn ráðið flísunum. Þessi síða hefur endurreiknað hver byrjar og hvern útdrátt; „azulejo verify“ kannar líka hvort allir leikir í viðureigninni fylgi reglunum.
# For games of the older scheme, in which numbers were not sealed.
proof-text-open = Fyrir leikinn sýndi netþjónninn gátsummu leyndarmáls síns og leikmenn bættu við eigin slembitölum. Þessi síða hefur endurreiknað hvern útdrátt; „azulejo verify“ kannar líka hvort allir leikir í viðureigninni fylgi reglunum.
proof-commitment = Gátsumma
proof-secret = Leyndarmál
proof-nonce = Slembitala: { $name }
proof-seal = Innsigli: { $name }
proof-none = engin
proof-open = { $nonce } (ekki innsigluð)
proof-withheld = innsigluð en ekki opnuð
proof-uncommitted = ekki innsigluð í tæka tíð
proof-withheld-gain = { $name } innsiglaði tölu en opnaði hana ekki. Það gagnast aðeins þeim sem þekkir líka leyndarmál netþjónsins: þá má velja á milli tveggja útdrátta, með þessari tölu eða án hennar.

## Places, ties, sharing and sounds

result-place =
    { $shared ->
        [yes] Sæti { $place }, sameiginlegt
       *[no] Sæti { $place }
    }
result-own-place =
    { $shared ->
        [yes] Þú deilir sæti { $place } af { $count }.
       *[no] Þú ert í sæti { $place } af { $count }.
    }
result-tie =
    { $points ->
        [one] Jafnt að stigum ({ $points } stig): { $names }.
       *[other] Jafnt að stigum ({ $points } stig): { $names }.
    }
result-tie-rows = Fullkláraðar raðir ráða úrslitum: { $list }.
result-tie-shared = Fullkláraðar raðir eru líka jafnmargar, svo sætinu er deilt.
next-level = Næst: { $name }
image-save = Vista mynd
image-share = Deila mynd
sounds-question = Spila með hljóði?
sounds-on = Já
sounds-off = Nei
image-failed = Ekki tókst að búa til myndina.

## The command box

commands = Skipanir
command-label = Skipun
command-send = Senda
command-help = Leikir eins og 2B3 (plata 2, bláar flísar, lína 3) eða CRF (miðja borðsins, rauðar flísar, gólflína). Spurningar: f, f 2, c, me, p2, floor, legal blá, why 3, bag, last, clock, undo, hint.
command-no-table = Ekkert borð er komið enn.
command-done = { $move }: búið.
command-no-choice = Ekki er hægt að velja þennan dálk núna.
command-no-moves = Slíkur leikur er ekki til.
# $moves are comma-separated moves in notation.
command-moves =
    { $count ->
        [one] { $count } leikur: { $moves }.
       *[other] { $count } leikir: { $moves }.
    }
command-no-tiles = { $move }: þar eru engar slíkar flísar.
command-line-open = Allir litir í boði mega fara í línu { $line }.
command-nothing-yet = Ekkert hefur gerst enn.
command-no-player = Enginn leikmaður { $seat } er við borðið.
command-score =
    { $points ->
        [one] { $name }: { $points } stig.
       *[other] { $name }: { $points } stig.
    }
command-wall-empty = Veggurinn er auður.
command-no-clock = Engin klukka er í gangi.
command-unknown = „{ $text }“ er ekki skipun. Skrifaðu „help“ til að sjá lista yfir lykla.

## Help

help-title = Lyklar
help-intro = Taktu flísar og veldu svo línu. Þú getur notað mús, snertiskjá eða lyklaborð.
help-source = plata eða miðja borðsins
help-colour = litur: blár, gulur, rauður, svartur, hvítur
help-target = lína eða gólflína
help-confirm = staðfesta leikinn
help-back = eitt skref til baka
help-undo = afturkalla
help-hint = vísbending
help-skip = sleppa hreyfingum
help-command = skipanareitur
help-help = þessi listi
help-keys-off = Slökkt er á flýtilyklum í stillingunum.
help-commands = Skipanareiturinn tekur við leikjum eins og 2B3 og svarar spurningum; skjálesarar lesa svörin upp.
help-rules = Reglurnar
help-first-round = Fyrsta umferð með leiðsögn

## Why the server refused something

problem-malformed = Netþjónninn skildi þetta ekki. Endurhladdu síðunni.
problem-no-session = Netþjónninn þekkir þennan vafra ekki enn. Endurhladdu síðunni.
problem-forbidden = Þú mátt þetta ekki.
problem-not-found = Fannst ekki eða þú hefur ekki aðgang.
problem-stale = Leikurinn hefur haldið áfram. Skoðaðu borðið og veldu aftur.
problem-not-your-turn = Þú átt ekki leik.
problem-not-your-seat = Þetta er ekki sætið þitt.
problem-wrong-phase = Þetta er ekki hægt núna.
problem-illegal = Reglurnar leyfa þetta ekki.
problem-already-chosen = Þú hefur þegar valið dálkana.
problem-no-undo = Ekki er hægt að afturkalla þennan leik.
problem-seat-taken = Sætið er upptekið.
problem-already-seated = Þú átt þegar sæti í þessum leik.
problem-not-started = Leikurinn er ekki hafinn.
problem-started = Leikurinn er þegar hafinn.
problem-ended = Leiknum er lokið.
problem-bad-invitation = Þetta boð gildir ekki lengur.
problem-name-taken = Þetta nafn er frátekið.
problem-bad-name = Ekki er hægt að nota þetta nafn.
problem-bad-login = Rangt nafn eða lykilorð.
problem-code-required = Sláðu inn kóðann úr auðkenningarforritinu.
problem-bad-code = Þessi kóði er rangur eða hefur þegar verið notaður.
problem-bad-password = Lykilorðið er of stutt eða of langt.
problem-common-password = Það er of auðvelt að giska á þetta lykilorð.
problem-same-game = Þú átt tvö sæti í sama ólokna leiknum: annað sem gestur, hitt með aðganginum þínum.
problem-id-used = Þessi beiðni hefur þegar verið send með öðrum stillingum.
problem-too-fast = Þetta var of hratt. Bíddu augnablik.
problem-too-many-codes = Of margir rangir kóðar. Sláðu inn tvo kóða í röð úr forritinu eða endurheimtarkóða.
problem-too-many = Hámarkinu er náð.
problem-thinking-time = Tölvuandstæðingarnir þínir hafa hugsað mikið. Gefðu þeim eina mínútu.
problem-bad-origin = Beiðnin kom frá öðru vefsvæði.
problem-no-hints = Engar vísbendingar eru í leikjum við annað fólk.
problem-unavailable = Ekki næst samband við netþjóninn núna. Reyndu aftur.
problem-two-credentials = Tvö auðkenni voru send í einu. Endurhladdu síðunni.

# The messages of form fields that are not valid.
field-missing = Fylltu þennan reit út.
field-short =
    { $min ->
        [one] Sláðu inn minnst { $min } staf.
       *[other] Sláðu inn minnst { $min } stafi.
    }
