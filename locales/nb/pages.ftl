# Home, game setup, the lobby, my games, settings, account and replay, in Norwegian bokmål.
# The English file documents the variables.

## First page

home-title = Veggen til deg.
home-title-second = Gulvet til de andre.
home-lead = Flisespillet for to til fire spillere, rett i nettleseren. Ingen registrering, ingen venting, farget eller grå vegg.
home-play = Spill mot { $name }
home-friends = Spill med venner
home-custom = Flere valg
home-level = Motstanderen din
home-more-games =
    { $count ->
        [one] { $count } spill til
       *[other] { $count } spill til
    }
home-open-game = Åpne
home-screen = På samme skjerm
home-screen-text = Send enheten rundt bordet.
home-learn = Lær det på 5 minutter
home-learn-text = En runde med veiledning, steg for steg.
home-lobby = Åpne spill
home-lobby-text = Bli med i et spill, eller se på.
home-lobby-counts = { $open } åpne, { $live } å se på
home-games = Mine spill
home-games-text = Fortsett, se reprise eller ta vare på spillene dine.
home-rules = Regler
home-guest = Du spiller som { $name }.
home-guest-offer = Med en konto finner du spillene dine på alle enheter
home-member = Logget inn: { $name }
home-places = Utforsk
home-wall-label = En vegg der noen av flisene er på plass

level-fair = Ingen datamotstander vet hvilke fliser som kommer.

## Setting up a game

setup-title = Nytt spill
setup-title-friends = Spill med venner
setup-title-screen = Spill på samme skjerm
setup-friends-text = Du får en lenke å dele. Spillet begynner når alle plassene er tatt.
setup-screen-text = Alle spiller på denne enheten, etter tur.
setup-players = Spillere
setup-seat = Plass { $seat }
setup-seat-kind = Hvem som spiller på plass { $seat }
setup-seat-me = Meg
setup-seat-here = Noen her
setup-seat-bot = Datamotstander
setup-seat-invited = Via lenke
setup-seat-open = Hvem som helst
setup-seat-name = Navn på plass { $seat }
setup-seat-level = Nivå på plass { $seat }
setup-wall = Vegg
setup-wall-about =
    { $wall ->
        [grey] Du velger kolonnene selv. For dem som kan spillet.
       *[coloured] Hvert felt har sin farge. Slik spilles det som oftest.
    }
setup-clock = Betenkningstid
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } min + { $seconds } s
        [days]
            { $days ->
                [one] { $days } dag per trekk
               *[other] { $days } dager per trekk
            }
       *[none] Uten klokke
    }
setup-clock-about =
    { $clock ->
        [real-time] Hver spiller har { $minutes } minutter på spillet, og { $seconds } sekunder ekstra per trekk.
        [days] Spill når det passer dere. Dere trenger ikke være på nett samtidig.
       *[none] Ta den tiden du vil.
    }
setup-start = Hvem starter
setup-start-lot = Loddtrekning
setup-undo = Angre trekk
setup-undo-name =
    { $undo ->
        [off] Aldri
        [ask] Når alle er enige
       *[free] Når som helst
    }
setup-public = Vis spillet blant de åpne
setup-public-about = Alle kan se på. Ledige plasser vises bare der.
setup-create = Start spillet
setup-create-table = Åpne bordet
setup-needs-me = Behold minst én plass til deg selv.
setup-name-bad = Et navn må ha 1 til 24 tegn.

## Cards of games

card-free =
    { $count ->
        [one] { $count } ledig plass
       *[other] { $count } ledige plasser
    }
card-free-seat = Ledig plass
card-deleted = Slettet spiller
card-ended =
    { $outcome ->
        [won] Seier
        [lost] Tap
        [shared] Delt seier
        [cancelled] Avlyst
        [over] Ferdig
       *[none] Uten vinner
    }
card-turn =
    { $who ->
        [you] Det er din tur
       *[name] { $name } har turen
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] for { $count } minutt siden
               *[other] for { $count } minutter siden
            }
        [hours]
            { $count ->
                [one] for { $count } time siden
               *[other] for { $count } timer siden
            }
        [days]
            { $count ->
                [one] for { $count } dag siden
               *[other] for { $count } dager siden
            }
       *[now] akkurat nå
    }
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } minutt igjen
               *[other] { $count } minutter igjen
            }
        [hours]
            { $count ->
                [one] { $count } time igjen
               *[other] { $count } timer igjen
            }
        [days]
            { $count ->
                [one] { $count } dag igjen
               *[other] { $count } dager igjen
            }
       *[now] mindre enn ett minutt igjen
    }
card-score = { $name }: { $points }
discard-title =
    { $how ->
        [cancel] Vil du avlyse dette spillet?
       *[resign] Vil du gi opp dette spillet?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } runde
       *[other] { $rounds } runder
    }

## Lobby

lobby-title = Åpne spill
lobby-lead = Ta en ledig plass eller se på andre. Listene oppdaterer seg selv.
lobby-open = Ledige plasser
lobby-open-empty = Ingen venter akkurat nå. Åpne et bord selv, så finner andre det her.
lobby-live = Spilles nå
lobby-live-empty = Ingen offentlige spill er i gang akkurat nå.
lobby-join = Bli med
lobby-new = Åpne et bord
lobby-offline = Ingen forbindelse: Listene kan være utdaterte.

## My games

games-title = Mine spill
games-lead = Spill som pågår, og spill som er ferdige. De som venter på deg, står øverst.
games-empty = Du har ikke spilt ennå. Spillene dine kommer her, med reprise av hvert trekk.
games-waiting = Det er din tur
games-running = I gang
games-finished = Ferdige
games-more = Vis eldre spill
games-guest = Uten konto ser du bare spillene i denne nettleseren. Med en konto følger de deg overalt.
games-record = Åpne et opptak

## Settings

settings-title = Innstillinger
settings-table = Ved bordet
settings-look = Utseende og lyd
settings-language = Språk
settings-theme = Tema
settings-theme-name =
    { $theme ->
        [light] Lyst
        [dark] Mørkt
       *[system] Som enheten
    }
settings-sounds = Lyd
settings-letters = Bokstaver på flisene
settings-letters-about = B, Y, R, K og W i hjørnet på hver flis.
settings-speed = Animasjonshastighet
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Umiddelbart
       *[normal] 1×
    }
settings-thinking = Datamotstandere tenker seg om et øyeblikk
settings-thinking-about = Aldri når en klokke går. Trykk på skjermen eller S for å hoppe over.
settings-scoring = Vis poengene etter hver runde
settings-hand-over = Vis et kort mellom turene på samme skjerm
settings-confirm = Bekreft trekk
settings-confirm-name =
    { $confirm ->
        [off] Av
        [countdown] Nedtelling
        [explicit] Med knapp
       *[auto] Automatisk
    }
settings-confirm-about =
    { $confirm ->
        [off] Et trekk gjelder med en gang.
        [countdown] Et trekk gjelder etter 3 sekunder. Fram til da kan du angre.
        [explicit] Et trekk gjelder når du trykker Bekreft.
       *[auto] Av der du fritt kan angre, knapp i spill med dager per trekk, ellers nedtelling.
    }
settings-notifications = Si fra når det er min tur
settings-notifications-about = Et varsel fra nettleseren mens denne siden er i bakgrunnen.
settings-notifications-blocked = Nettleseren blokkerer varsler fra denne siden.
settings-warn = Varsle om dyre trekk
settings-warn-about = Før et trekk koster 4 poeng eller mer på gulvet, når de samme flisene kunne kostet mindre.
settings-keys = Hurtigtaster
settings-keys-about = Spill med bokstaver, sifre og tegn. Slå dette av hvis du styrer enheten med stemmen eller lett trykker feil; Enter, Escape og kommandofeltet virker fortsatt.
settings-phrases = Vis setninger
settings-phrases-about = Det andre sier ved bordet. Under et spill kan du også skjule setningene fra én person i listen over setninger.
settings-name = Navnet ditt
settings-name-about = De andre ser det ved bordet. 1 til 24 tegn.
settings-save = Lagre
settings-saved = Lagret.
settings-account = Konto
settings-account-none = Du spiller uten konto. Spill og innstillinger hører til denne nettleseren.

## Account

account-title = Konto
account-signup-title = Lag konto
account-signup-text = Et navn og et passord, ikke noe mer. Det du har spilt her uten konto, følger med.
account-signup = Lag konto
account-login-title = Logg inn
account-login = Logg inn
account-logout = Logg ut
account-recover-title = Nytt passord
account-recover-text = Med hver gjenopprettingskode kan du velge nytt passord én gang.
account-recover = Velg passord
account-have = Jeg har en konto
account-new = Jeg har ingen konto ennå
account-forgot = Jeg har glemt passordet
account-name = Navn
account-password = Passord
account-password-about = Minst 8 tegn.
account-password-new = Nytt passord
account-password-old = Gammelt passord
account-password-wrong = Feil passord.
account-code = Gjenopprettingskode
account-show = Vis passordet
account-codes-title = Gjenopprettingskodene dine
account-codes-text = Hvis du glemmer passordet, kan du bruke hver av disse kodene én gang til å velge et nytt. De vises bare nå. Vi har ikke e-postadressen din, så det finnes ingen annen måte.
account-codes-copy = Kopier
account-codes-copied = Kopiert.
account-codes-not-copied = Kopieringen mislyktes. Merk teksten og kopier den selv.
account-codes-download = Last ned
account-codes-kept = Jeg har tatt vare på kodene
account-codes-done = Fortsett
account-codes-new-title = Nye gjenopprettingskoder
account-codes-new-text = Du får åtte nye koder, som bare vises én gang. De gamle slutter å virke.
account-codes-new = Lag nye koder
account-second-title = Innlogging i to trinn
account-second-text = Når du logger inn, trenger du en kode fra en autentiseringsapp på telefonen i tillegg til passordet.
account-second-begin = Sett opp
account-second-scan = Skann denne koden med autentiseringsappen, eller skriv nøkkelen inn i appen. Skriv så inn de seks sifrene som appen viser.
account-second-qr = QR-kode for nøkkelen
account-second-key = Nøkkel
account-second-code = Kode
account-second-code-about = Seks sifre fra autentiseringsappen.
account-second-code-or-recovery = Seks sifre fra autentiseringsappen, eller en av gjenopprettingskodene dine.
account-second-enable = Slå på
account-second-on = Innlogging i to trinn er på.
account-second-left =
    { $count ->
        [0] Du har ingen gjenopprettingskoder igjen. Lag nye i tilfelle du mister telefonen.
        [one] Du har { $count } gjenopprettingskode igjen. Den kan erstatte en kode hvis du mister telefonen.
       *[other] Du har { $count } gjenopprettingskoder igjen. Hver av dem kan erstatte en kode én gang hvis du mister telefonen.
    }
account-second-disable = Slå av
account-second-off = Innlogging i to trinn er av.
account-guest-title = Spillene dine uten konto
account-guest-text =
    { $count ->
        [one] Du har spilt { $count } spill i denne nettleseren uten konto. Vil du flytte det til kontoen din?
       *[other] Du har spilt { $count } spill i denne nettleseren uten konto. Vil du flytte dem til kontoen din?
    }
account-guest-take = Flytt til kontoen min
account-guest-leave = La dem ligge
account-guest-leave-about = Etterpå kan ingen spille dem videre.
account-change = Bytt passord
account-changed = Passordet er byttet.
account-recovered = Passordet er lagret. Du er logget inn.
account-since = Medlem siden { $date }
account-sessions = Her er du logget inn
account-sessions-text = Nettlesere og programmer som kan handle i ditt navn.
account-session-current = Denne nettleseren
account-session-used = Sist brukt: { $date }
account-session-end = Avslutt
account-session-end-label = Avslutt økten: { $label }
account-tokens = Tokener for programmer
account-tokens-text = Med et token kan et program spille i ditt navn, for eksempel terminalklienten.
account-token-label = Hva det er til
account-token-make = Lag et token
account-token-once = Kopier det nå: Det vises bare én gang.
account-token-end-label = Slett tokenet: { $label }
account-token-end = Slett
account-tokens-none = Ingen tokener ennå.
account-data = Dataene dine
account-export = Last ned alt
account-export-text = Alt som er lagret om deg, i én fil.
account-delete = Slett kontoen
account-delete-text = Navnet ditt forsvinner fra alle spill, og ingen kan logge inn med det lenger. Dette kan ikke angres.
account-delete-ask = Skriv navnet ditt for å bekrefte.
account-delete-really = Slett for alltid

## Replay

replay-title = Reprise
replay-lead = Slipp filen til et spill her, eller lim inn teksten. Bare du ser det.
replay-drop = Slipp et opptak her
replay-where = Når et spill er slutt, får du filen med «{ $record }».
replay-choose = Velg en fil
replay-paste = Eller lim inn teksten til et opptak
replay-open = Vis spillet
replay-bad = Dette er ikke et gyldig opptak. { $place }: { $reason }
replay-place =
    { $at ->
        [text] Tegn { $column }
        [path] Tegn { $column } ({ $path })
        [start] Hvem som starter
        [result] Resultatet
        [takeover] Overtakelse { $number }
        [round] Runde { $round }
        [move] Runde { $round }, trekk { $number } ({ $move })
        [tiling] Runde { $round }, spiller { $seat }, flis { $move }
       *[game] Spillet
    }
replay-reason =
    { $why ->
        [syntax] Dette er ikke gyldig notasjon.
        [space] Det er ingen mellomrom mellom delene i et opptak.
        [ends-early] Teksten slutter for tidlig.
        [goes-on] Det følger mer tekst etter opptaket.
        [key] En nøkkel mangler, står to ganger eller på feil sted.
        [value] Denne verdien er ikke tillatt her.
        [no-tiles] Slike fliser finnes ikke her.
        [no-move] Her er ingen trekk mulige.
        [placement] Flisen kan ikke legges der.
        [deal] Disse flisene kan ikke legges ut.
        [starts] Spiller { $expected } starter, ikke spiller { $found }.
        [no-seat] Det finnes ingen spiller { $seat }.
        [per-player] Det skal være { $expected } oppføringer, én per spiller, ikke { $found }.
        [not-tiled] Mønsterlinje { $line } hos spiller { $seat } er full, men ble ikke lagt på veggen.
        [differs] Etter reglene er det { $expected }, men i opptaket står det { $found }.
       *[other] Dette passer ikke med resten av opptaket.
    }
replay-too-large = Filen er for stor til å være opptaket av ett spill.
replay-not-a-record = Denne filen er ikke et opptak av et spill.
replay-empty = Lim inn teksten til et opptak først.
replay-speed = Hastighet
replay-many = Filen inneholder flere spill. Hvilket vil du se?
replay-game-number = Spill { $number }: { $names }
replay-missing = Spillet finnes ikke, eller du har ikke tilgang til det.
replay-loading = Henter spillet
replay-position = Steg { $step } av { $total }
replay-step-events = Hva som skjedde i dette steget
replay-scrub = Sted i spillet
replay-first = Gå til starten
replay-previous = Forrige steg
replay-next = Neste steg
replay-last = Gå til slutten
replay-play = Spill av
replay-pause = Pause
replay-link = Kopier lenke til dette steget
replay-link-copied = Lenken er kopiert.
replay-download = Last ned opptaket
replay-analyse = Analyser
replay-board = Analysebrett
replay-live = Spillet pågår fortsatt.
replay-to-game = Til spillet
replay-beginning = Bordet er klart.
replay-keys = Taster: ← → ett steg, Page Up og Page Down én runde, Home og End til første og siste steg, mellomrom for å spille av og pause
replay-another = Åpne et annet opptak
