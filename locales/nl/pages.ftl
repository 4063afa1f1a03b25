# Startpagina, nieuw spel, open spellen, eigen spellen, instellingen, account en terugkijken.
#
# $level is een bot met zijn nummer, zoals in game.ftl; $name is de naam van een persoon.

## First page

home-title = Jij de muur.
home-title-second = Zij de vloer.
home-lead = Het tegelspel voor twee tot vier spelers, gewoon in je browser. Geen account, geen wachttijd, beide muren.
home-play = Spelen tegen { $level }
home-friends = Spelen met vrienden
home-custom = Meer keuzes
home-level = Je tegenstander
home-waiting = Jij bent aan de beurt
home-waiting-more =
    { $count ->
        [one] Nog { $count } spel wacht op je
       *[other] Nog { $count } spellen wachten op je
    }
home-open-game = Openen
home-screen = Op één scherm
home-screen-text = Geef het toestel de tafel rond.
home-learn = Leren in 5 minuten
home-learn-text = Eén ronde met uitleg, stap voor stap.
home-lobby = Open spellen
home-lobby-text = Speel met iemand mee, of kijk toe.
home-lobby-counts = { $open } open, { $live } om te bekijken
home-games = Mijn spellen
home-games-text = Verder spelen, terugkijken, bewaren.
home-rules = Regels
home-guest = Je speelt als { $name }.
home-guest-offer = Met een account vind je je spellen op elk toestel terug
home-member = Ingelogd: { $name }
home-places = Waar je heen kunt
home-wall-label = Een muur waar al een paar tegels op liggen

level-about =
    { $level ->
        [beginner] Verzamelt tegels in plaats van punten en vergeet vaak de vloer.
        [apprentice] Denkt één zet vooruit. Goed voor je eerste spellen.
        [tiler] Denkt ook aan jouw antwoord en ziet af en toe iets over het hoofd.
        [artisan] Plant een paar zetten vooruit en ziet niets over het hoofd.
        [master] Kijkt veel verder vooruit dan je lief is.
       *[legend] Sterker wordt hier niet gespeeld.
    }
level-fair = Geen enkel niveau weet wat er uit de zak komt.

## Setting up a game

setup-title = Nieuw spel
setup-title-friends = Spelen met vrienden
setup-title-screen = Spelen op één scherm
setup-friends-text = Je krijgt een link om te delen. Het spel begint zodra alle plaatsen bezet zijn.
setup-screen-text = Iedereen speelt op dit toestel, om de beurt.
setup-players = Spelers
setup-seat = Plaats { $seat }
setup-seat-kind = Wie er op plaats { $seat } zit
setup-seat-me = Ik
setup-seat-here = Iemand hier
setup-seat-bot = Computer
setup-seat-invited = Via een link
setup-seat-open = Wie wil
setup-seat-name = Naam op plaats { $seat }
setup-seat-level = Niveau op plaats { $seat }
setup-wall = Muur
setup-wall-about =
    { $wall ->
        [grey] Je kiest zelf de kolommen. Voor wie het spel kent.
       *[coloured] Elk vak heeft zijn kleur. Zo wordt meestal gespeeld.
    }
setup-clock = Bedenktijd
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } dag per zet
               *[other] { $days } dagen per zet
            }
       *[none] Zonder klok
    }
setup-clock-about =
    { $clock ->
        [real-time] Iedereen heeft { $minutes } minuten voor het spel en krijgt er bij elke zet { $seconds } seconden bij.
        [days] Voor spellen tussendoor. Je hoeft er niet tegelijk te zijn.
       *[none] Neem alle tijd.
    }
setup-start = Wie begint
setup-start-lot = Het lot beslist
setup-undo = Zetten terugnemen
setup-undo-name =
    { $undo ->
        [off] Nooit
        [ask] Als iedereen het goedvindt
       *[free] Altijd
    }
setup-public = Tonen bij de open spellen
setup-public-about = Iedereen mag meekijken. Open plaatsen zijn alleen daar te vinden.
setup-create = Spel beginnen
setup-create-table = Tafel openen
setup-needs-me = Houd ten minste één plaats voor jezelf.
setup-name-bad = Een naam heeft 1 tot 24 tekens.

## Cards of games

card-free =
    { $count ->
        [one] { $count } vrije plaats
       *[other] { $count } vrije plaatsen
    }
card-nobody = Vrije plaats
card-deleted = Verwijderde speler
card-ended =
    { $outcome ->
        [won] Overwinning
        [lost] Nederlaag
        [shared] Gedeelde overwinning
        [cancelled] Afgezegd
        [over] Afgelopen
       *[none] Zonder uitslag
    }
card-turn =
    { $who ->
        [you] Jij bent aan de beurt
       *[name] Aan de beurt: { $name }
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } minuut geleden
               *[other] { $count } minuten geleden
            }
        [hours]
            { $count ->
                [one] { $count } uur geleden
               *[other] { $count } uur geleden
            }
        [days]
            { $count ->
                [one] { $count } dag geleden
               *[other] { $count } dagen geleden
            }
       *[now] zojuist
    }
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] nog { $count } minuut
               *[other] nog { $count } minuten
            }
        [hours]
            { $count ->
                [one] nog { $count } uur
               *[other] nog { $count } uur
            }
        [days]
            { $count ->
                [one] nog { $count } dag
               *[other] nog { $count } dagen
            }
       *[now] nog minder dan een minuut
    }
card-score = { $name }: { $points }
card-rounds =
    { $rounds ->
        [one] { $rounds } ronde
       *[other] { $rounds } rondes
    }

## Lobby

lobby-title = Open spellen
lobby-lead = Neem een vrije plaats of kijk bij anderen mee. De lijsten werken zichzelf bij.
lobby-open = Plaatsen vrij
lobby-open-empty = Er wacht nu niemand. Open zelf een tafel, dan vinden anderen die hier.
lobby-live = Bezig
lobby-live-empty = Er is nu geen openbaar spel bezig.
lobby-join = Meespelen
lobby-new = Tafel openen
lobby-offline = Geen verbinding: de lijsten kunnen verouderd zijn.

## My games

games-title = Mijn spellen
games-lead = Spellen die lopen en spellen die klaar zijn. Wat op jou wacht, staat bovenaan.
games-empty = Je hebt nog niet gespeeld. Hier komen je spellen te staan, met elke zet om terug te kijken.
games-waiting = Jij bent aan de beurt
games-running = Bezig
games-finished = Afgelopen
games-more = Oudere spellen tonen
games-guest = Zonder account zie je de spellen van deze browser. Met een account gaan ze overal mee.
games-record = Verslag openen

## Settings

settings-title = Instellingen
settings-table = Aan tafel
settings-look = Beeld en geluid
settings-language = Taal
settings-theme = Thema
settings-theme-name =
    { $theme ->
        [light] Licht
        [dark] Donker
       *[system] Zoals het toestel
    }
settings-sounds = Geluid
settings-letters = Letters op de tegels
settings-letters-about = B, Y, R, K en W in de hoek van elke tegel.
settings-speed = Animatiesnelheid
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Meteen
       *[normal] 1×
    }
settings-confirm = Zetten bevestigen
settings-confirm-name =
    { $confirm ->
        [off] Uit
        [countdown] Aftellen
        [explicit] Met een knop
       *[auto] Passend bij het spel
    }
settings-confirm-about =
    { $confirm ->
        [off] Een zet geldt meteen.
        [countdown] Een zet geldt na 3 seconden, tot dan kun je hem terugnemen.
        [explicit] Een zet geldt als je op Bevestigen drukt.
       *[auto] Uit waar je zetten kunt terugnemen, aftellen met klok, een knop bij dagen per zet.
    }
settings-notifications = Melden als ik aan de beurt ben
settings-notifications-about = Een bericht van de browser zolang deze pagina op de achtergrond is.
settings-notifications-blocked = De browser staat berichten van deze pagina niet toe.
settings-warn = Waarschuwen voor dure zetten
settings-warn-about = Voordat een zet op de vloer 4 punten of meer kost, terwijl het met dezelfde tegels goedkoper kan.
settings-keys = Losse toetsen aan tafel
settings-keys-about = Letters, cijfers en tekens spelen zonder klik. Zet ze uit als je tegen je toestel praat of per ongeluk toetsen indrukt; Enter, Escape en het opdrachtveld blijven werken.
settings-phrases = Zinnen tonen
settings-phrases-about = Wat anderen aan tafel zeggen. Tijdens een spel kun je ook de zinnen van één persoon verbergen: in de lijst met zinnen.
settings-name = Je naam
settings-name-about = De anderen zien hem aan tafel. 1 tot 24 tekens.
settings-save = Opslaan
settings-saved = Opgeslagen.
settings-account = Account
settings-account-none = Je speelt zonder account. Spellen en instellingen horen bij deze browser.

## Account

account-title = Account
account-signup-title = Account maken
account-signup-text = Een naam en een wachtwoord, meer niet. Wat je hier zonder account hebt gespeeld, hoort er dan bij.
account-signup = Account maken
account-login-title = Inloggen
account-login = Inloggen
account-logout = Uitloggen
account-recover-title = Nieuw wachtwoord
account-recover-text = Elk van je herstelcodes is goed voor één nieuw wachtwoord.
account-recover = Wachtwoord instellen
account-have = Ik heb een account
account-new = Ik heb nog geen account
account-forgot = Ik ben mijn wachtwoord vergeten
account-name = Naam
account-password = Wachtwoord
account-password-about = Ten minste 8 tekens.
account-password-new = Nieuw wachtwoord
account-password-old = Oud wachtwoord
account-password-wrong = Het wachtwoord klopt niet.
account-code = Herstelcode
account-show = Wachtwoord tonen
account-codes-title = Je herstelcodes
account-codes-text = Als je je wachtwoord vergeet, kun je met elk van deze codes één keer een nieuw instellen. Je ziet ze alleen nu. Wij hebben geen e-mailadres van je, dus een andere weg is er niet.
account-codes-copy = Kopiëren
account-codes-copied = Gekopieerd.
account-codes-not-copied = Kopiëren is niet gelukt. Selecteer de tekst en kopieer hem zelf.
account-codes-download = Downloaden
account-codes-kept = Ik heb de codes bewaard
account-codes-done = Verder
account-codes-new-title = Nieuwe herstelcodes
account-codes-new-text = Je krijgt acht nieuwe codes, die je maar één keer ziet. De oude werken dan niet meer.
account-codes-new = Nieuwe codes maken
account-guest-title = Je spellen zonder account
account-guest-text =
    { $count ->
        [one] In deze browser staat { $count } spel dat je zonder account hebt gespeeld. Moet het bij je account komen?
       *[other] In deze browser staan { $count } spellen die je zonder account hebt gespeeld. Moeten ze bij je account komen?
    }
account-guest-take = Bij mijn account zetten
account-guest-leave = Achterlaten
account-guest-leave-about = Daarna kan niemand ze nog verder spelen.
account-change = Wachtwoord wijzigen
account-changed = Het wachtwoord is gewijzigd.
account-recovered = Het wachtwoord is ingesteld. Je bent ingelogd.
account-since = Sinds { $date }
account-sessions = Waar je bent ingelogd
account-sessions-text = Browsers en programma’s die in jouw naam mogen handelen.
account-session-current = Deze browser
account-session-used = Laatst gebruikt: { $date }
account-session-end = Beëindigen
account-session-end-label = Sessie beëindigen: { $label }
account-tokens = Sleutels voor programma’s
account-tokens-text = Met een sleutel kan een programma in jouw naam spelen, bijvoorbeeld de client voor de terminal.
account-token-label = Waar hij voor is
account-token-make = Sleutel maken
account-token-once = Kopieer hem nu: hij wordt maar één keer getoond.
account-token-end-label = Sleutel verwijderen: { $label }
account-token-end = Verwijderen
account-tokens-none = Nog geen sleutels.
account-data = Je gegevens
account-export = Alles downloaden
account-export-text = Alles wat over jou is opgeslagen, als één bestand.
account-delete = Account verwijderen
account-delete-text = Je naam verdwijnt uit alle spellen en niemand kan er nog mee inloggen. Dit kan niet ongedaan worden gemaakt.
account-delete-ask = Typ ter bevestiging je naam.
account-delete-really = Voorgoed verwijderen

## Replay

replay-title = Terugkijken
replay-lead = Sleep het bestand van een spel hierheen of plak de tekst. Alleen jij ziet het.
replay-drop = Leg hier een verslag neer
replay-where = Aan het einde van een spel geeft ‘{ $record }’ je het bestand.
replay-choose = Bestand kiezen
replay-paste = Of plak de tekst van een verslag
replay-open = Spel tonen
replay-bad = Dit is geen verslag van een spel. { $place }: { $reason }
replay-place =
    { $at ->
        [text] Teken { $column }
        [path] Teken { $column } ({ $path })
        [start] Wie begint
        [result] De uitslag
        [takeover] Overname { $number }
        [round] Ronde { $round }
        [move] Ronde { $round }, zet { $number } ({ $move })
        [tiling] Ronde { $round }, speler { $seat }, tegel { $move }
       *[game] Het spel
    }
replay-reason =
    { $why ->
        [syntax] zo zijn verslagen niet geschreven.
        [space] tussen de delen van een verslag staan geen spaties.
        [ends-early] de tekst eindigt te vroeg.
        [goes-on] na het verslag volgt nog iets.
        [key] een sleutel ontbreekt, staat er dubbel of staat op de verkeerde plaats.
        [value] deze waarde kan hier niet staan.
        [no-tiles] zulke tegels liggen hier niet.
        [no-move] hier is geen zet mogelijk.
        [placement] de tegel kan daar niet heen.
        [deal] deze tegels kunnen niet worden uitgelegd.
        [starts] speler { $expected } begint, niet speler { $found }.
        [no-seat] er is geen speler { $seat }.
        [per-player] voor elk van de { $expected } spelers is één vermelding nodig, niet { $found }.
        [not-tiled] patroonlijn { $line } van speler { $seat } is vol maar niet op de muur gelegd.
        [differs] volgens de regels is het { $expected }, in het verslag staat { $found }.
       *[other] dit past niet bij de rest van het verslag.
    }
replay-too-large = Dit bestand is te groot voor het verslag van één spel.
replay-many = In het bestand staan meerdere spellen. Welk wil je zien?
replay-game-number = Spel { $number }: { $names }
replay-missing = Dit spel bestaat niet, of je mag het niet zien.
replay-loading = Het spel wordt opgehaald
replay-position = Stap { $step } van { $total }
replay-told = Wat deze stap deed
replay-scrub = Plaats in het spel
replay-first = Naar het begin
replay-previous = Eén stap terug
replay-next = Eén stap verder
replay-last = Naar het einde
replay-play = Afspelen
replay-pause = Pauzeren
replay-link = Link naar deze stap kopiëren
replay-link-copied = De link is gekopieerd.
replay-download = Verslag downloaden
replay-live = Het spel is nog bezig.
replay-to-game = Naar het spel
replay-beginning = De tafel staat klaar.
replay-keys = Toetsen: ← → één stap, Page Up en Page Down één ronde, Home en End, spatie om af te spelen of te pauzeren
replay-another = Ander verslag openen
