# Home, game setup, the lobby, my games, settings, account and replay, in Dutch.
# The English file documents the variables.

## First page

home-title = Jij de muur.
home-title-second = Zij de vloer.
home-lead = Het tegelspel voor twee tot vier spelers, gewoon in je browser. Geen account, geen wachttijd, gekleurde of grijze muur.
home-play = Spelen tegen { $name }
home-friends = Spelen met vrienden
home-custom = Meer opties
home-level = Je tegenstander
home-more-games =
    { $count ->
        [one] Nog { $count } spel
       *[other] Nog { $count } spellen
    }
home-open-game = Openen
home-screen = Op één scherm
home-screen-text = Geef het toestel aan elkaar door.
home-learn = Leren in 5 minuten
home-learn-text = Eén ronde met uitleg, stap voor stap.
home-lobby = Open spellen
home-lobby-text = Doe mee met een spel, of kijk toe.
home-lobby-counts = { $open } open, { $live } om te bekijken
home-games = Mijn spellen
home-games-text = Hervat, bekijk of bewaar je spellen.
home-rules = Regels
home-guest = Je speelt als { $name }.
home-guest-offer = Met een account vind je je spellen op elk toestel terug
home-member = Ingelogd: { $name }
home-places = Ontdekken
home-wall-label = Een muur met al een paar tegels

level-fair = Geen enkele bot weet welke tegels er komen.

## Setting up a game

setup-title = Nieuw spel
setup-title-friends = Spelen met vrienden
setup-title-screen = Spelen op één scherm
setup-friends-text = Je krijgt een link om te delen. Het spel begint zodra alle plaatsen bezet zijn.
setup-screen-text = Iedereen speelt op dit toestel, om de beurt.
setup-players = Spelers
setup-seat = Plaats { $seat }
setup-seat-kind = Wie er op plaats { $seat } speelt
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
        [real-time] Iedereen heeft { $minutes } minuten voor het spel, plus { $seconds } seconden per zet.
        [days] Speel wanneer het jullie uitkomt. Jullie hoeven niet tegelijk online te zijn.
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
setup-public-about = Iedereen mag meekijken. Vrije plaatsen staan alleen daar.
setup-create = Spel beginnen
setup-create-table = Tafel openen
setup-needs-me = Houd ten minste één plaats voor jezelf.
setup-name-bad = Een naam moet 1 tot 24 tekens hebben.

## Cards of games

card-free =
    { $count ->
        [one] { $count } vrije plaats
       *[other] { $count } vrije plaatsen
    }
card-free-seat = Vrije plaats
card-deleted = Verwijderde speler
card-ended =
    { $outcome ->
        [won] Overwinning
        [lost] Nederlaag
        [shared] Gedeelde overwinning
        [cancelled] Geannuleerd
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
discard-title =
    { $how ->
        [cancel] Dit spel annuleren?
       *[resign] Dit spel opgeven?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } ronde
       *[other] { $rounds } rondes
    }

## Lobby

lobby-title = Open spellen
lobby-lead = Neem een vrije plaats of kijk bij anderen mee. De lijsten worden vanzelf bijgewerkt.
lobby-open = Plaatsen vrij
lobby-open-empty = Er wacht nu niemand. Open zelf een tafel, dan vinden anderen die hier.
lobby-live = Bezig
lobby-live-empty = Er is nu geen openbaar spel bezig.
lobby-join = Meespelen
lobby-new = Tafel openen
lobby-offline = Geen verbinding: de lijsten kunnen verouderd zijn.

## My games

games-title = Mijn spellen
games-lead = Lopende en afgelopen spellen. Wat op jou wacht, staat bovenaan.
games-empty = Je hebt nog niet gespeeld. Hier verschijnen je spellen, die je zet voor zet kunt terugkijken.
games-waiting = Jij bent aan de beurt
games-running = Bezig
games-finished = Afgelopen
games-more = Oudere spellen tonen
games-guest = Zonder account zie je alleen de spellen van deze browser. Met een account heb je ze overal bij de hand.
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
settings-thinking = Bots denken even na
settings-thinking-about = Nooit als er een klok loopt. Tik of druk op S om door te gaan.
settings-scoring = Puntentelling van elke ronde tonen
settings-hand-over = Op hetzelfde scherm tussen beurten een kaart tonen
settings-confirm = Zetten bevestigen
settings-confirm-name =
    { $confirm ->
        [off] Uit
        [countdown] Aftellen
        [explicit] Met een knop
       *[auto] Automatisch
    }
settings-confirm-about =
    { $confirm ->
        [off] Een zet geldt meteen.
        [countdown] Een zet geldt na 3 seconden; tot dan kun je hem terugnemen.
        [explicit] Een zet geldt als je op Bevestigen drukt.
       *[auto] Uit waar je vrij kunt terugnemen, een knop in spellen met dagen per zet, anders aftellen.
    }
settings-notifications = Melden als ik aan de beurt ben
settings-notifications-about = Een melding van de browser zolang deze pagina op de achtergrond is.
settings-notifications-blocked = De browser blokkeert meldingen van deze pagina.
settings-warn = Waarschuwen voor dure zetten
settings-warn-about = Voordat een zet op de vloer 4 punten of meer kost, terwijl het met dezelfde tegels goedkoper kan.
settings-keys = Sneltoetsen
settings-keys-about = Speel met letters, cijfers en tekens. Zet dit uit als je je toestel met je stem bedient of per ongeluk toetsen indrukt; Enter, Escape en het opdrachtveld blijven werken.
settings-phrases = Zinnen tonen
settings-phrases-about = Wat anderen aan tafel zeggen. Tijdens een spel kun je in de lijst met zinnen ook de zinnen van één persoon verbergen.
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
account-recover-text = Met elk van je herstelcodes kun je één keer een nieuw wachtwoord instellen.
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
account-codes-text = Als je je wachtwoord vergeet, kun je met elk van deze codes één keer een nieuw wachtwoord instellen. Je ziet ze alleen nu. We hebben geen e-mailadres van je, dus een andere manier is er niet.
account-codes-copy = Kopiëren
account-codes-copied = Gekopieerd.
account-codes-not-copied = Kopiëren is niet gelukt. Selecteer de tekst en kopieer hem zelf.
account-codes-download = Downloaden
account-codes-kept = Ik heb de codes bewaard
account-codes-done = Verder
account-codes-new-title = Nieuwe herstelcodes
account-codes-new-text = Je krijgt acht nieuwe codes, die je maar één keer ziet. De oude werken dan niet meer.
account-codes-new = Nieuwe codes maken
account-second-title = Inloggen in twee stappen
account-second-text = Bij het inloggen heb je naast je wachtwoord een code nodig uit een authenticator-app op je telefoon.
account-second-begin = Instellen
account-second-scan = Scan deze code met je authenticator-app, of typ de sleutel in de app. Vul daarna de zes cijfers in die de app toont.
account-second-qr = QR-code van de sleutel
account-second-key = Sleutel
account-second-code = Code
account-second-code-about = Zes cijfers uit je authenticator-app.
account-second-code-or-recovery = Zes cijfers uit je authenticator-app, of een van je herstelcodes.
account-second-enable = Inschakelen
account-second-on = Inloggen in twee stappen staat aan.
account-second-left =
    { $count ->
        [0] Je hebt geen herstelcodes meer. Maak nieuwe voor het geval dat je je telefoon verliest.
        [one] Je hebt nog { $count } herstelcode. Die kan een code vervangen als je je telefoon verliest.
       *[other] Je hebt nog { $count } herstelcodes. Elke herstelcode kan één keer een code vervangen als je je telefoon verliest.
    }
account-second-disable = Uitschakelen
account-second-off = Inloggen in twee stappen staat uit.
account-guest-title = Je spellen zonder account
account-guest-text =
    { $count ->
        [one] Je hebt in deze browser { $count } spel zonder account gespeeld. Wil je het aan je account toevoegen?
       *[other] Je hebt in deze browser { $count } spellen zonder account gespeeld. Wil je ze aan je account toevoegen?
    }
account-guest-take = Aan mijn account toevoegen
account-guest-leave = Achterlaten
account-guest-leave-about = Daarna kan niemand ze nog verder spelen.
account-change = Wachtwoord wijzigen
account-changed = Wachtwoord gewijzigd.
account-recovered = Wachtwoord ingesteld. Je bent ingelogd.
account-since = Lid sinds { $date }
account-sessions = Waar je bent ingelogd
account-sessions-text = Browsers en programma’s die in jouw naam mogen handelen.
account-session-current = Deze browser
account-session-used = Laatst gebruikt: { $date }
account-session-end = Beëindigen
account-session-end-label = Sessie beëindigen: { $label }
account-tokens = Tokens voor programma’s
account-tokens-text = Met een token kan een programma in jouw naam spelen, bijvoorbeeld de client voor de terminal.
account-token-label = Waar het voor is
account-token-make = Token maken
account-token-once = Kopieer het nu: het wordt maar één keer getoond.
account-token-end-label = Token verwijderen: { $label }
account-token-end = Verwijderen
account-tokens-none = Nog geen tokens.
account-data = Je gegevens
account-export = Alles downloaden
account-export-text = Alles wat over jou is opgeslagen, in één bestand.
account-delete = Account verwijderen
account-delete-text = Je naam verdwijnt uit alle spellen en niemand kan er nog mee inloggen. Dit kan niet ongedaan worden gemaakt.
account-delete-ask = Typ ter bevestiging je naam.
account-delete-really = Voorgoed verwijderen

## Replay

replay-title = Terugkijken
replay-lead = Sleep het bestand van een spel hierheen of plak de tekst. Alleen jij ziet het.
replay-drop = Sleep een verslag hierheen
replay-where = Aan het einde van een spel krijg je het bestand met ‘{ $record }’.
replay-choose = Bestand kiezen
replay-paste = Of plak de tekst van een verslag
replay-open = Spel tonen
replay-bad = Dit is geen geldig verslag. { $place }: { $reason }
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
        [syntax] dit is geen geldige notatie.
        [space] tussen de delen van een verslag staan geen spaties.
        [ends-early] de tekst eindigt te vroeg.
        [goes-on] na het verslag volgt nog tekst.
        [key] een sleutel ontbreekt, staat er dubbel of staat op de verkeerde plaats.
        [value] deze waarde is hier niet toegestaan.
        [no-tiles] zulke tegels liggen hier niet.
        [no-move] hier is geen zet mogelijk.
        [placement] de tegel kan daar niet heen.
        [deal] deze tegels kunnen niet worden verdeeld.
        [starts] speler { $expected } begint, niet speler { $found }.
        [no-seat] er is geen speler { $seat }.
        [per-player] er moeten { $expected } vermeldingen zijn, één per speler, niet { $found }.
        [not-tiled] patroonlijn { $line } van speler { $seat } is vol, maar de tegel is niet op de muur gelegd.
        [differs] volgens de regels is het { $expected }, maar in het verslag staat { $found }.
       *[other] dit past niet bij de rest van het verslag.
    }
replay-too-large = Dit bestand is te groot voor het verslag van één spel.
replay-not-a-record = Dit bestand is geen verslag van een spel.
replay-empty = Plak eerst de tekst van een verslag.
replay-speed = Snelheid
replay-many = In het bestand staan meerdere spellen. Welk wil je zien?
replay-game-number = Spel { $number }: { $names }
replay-missing = Dit spel bestaat niet, of je hebt er geen toegang toe.
replay-loading = Het spel wordt geladen
replay-position = Stap { $step } van { $total }
replay-step-events = Wat er in deze stap gebeurde
replay-scrub = Plaats in het spel
replay-first = Naar het begin
replay-previous = Vorige stap
replay-next = Volgende stap
replay-last = Naar het einde
replay-play = Afspelen
replay-pause = Pauzeren
replay-link = Link naar deze stap kopiëren
replay-link-copied = Link gekopieerd.
replay-download = Verslag downloaden
replay-analyse = Analyseren
replay-board = Analysebord
replay-live = Het spel is nog bezig.
replay-to-game = Naar het spel
replay-beginning = De tafel staat klaar.
replay-keys = Toetsen: ← → één stap, Page Up en Page Down één ronde, Home en End naar de eerste en laatste stap, spatie om af te spelen of te pauzeren
replay-another = Ander verslag openen
