# Puzzles, in the terminal and the browser, in Norwegian. The English file documents the variables.

puzzle-intro = Finn det ene riktige trekket. Skriv det på formen 2B3, eller skriv hint, skip (hopp over), moves (trekk) eller quit (avslutt).
puzzle-heading = Oppgave { $number }: { $kind } (rating { $rating })
puzzle-kind-last-round = Vinn spillet
puzzle-kind-take-floor = Velg gulvet
puzzle-kind-avoid-floor = Ingenting på gulvet
puzzle-kind-deny = Ta det fra motstanderen
puzzle-kind-end-of-round = Slutten av runden
puzzle-kind-best-move = Beste trekk
puzzle-opponent = Motstander
puzzle-right = Riktig.
puzzle-next = Finn det neste trekket.
puzzle-not-won = Da vinner du ikke spillet.
puzzle-lowers-chance = Ikke helt: Det senker vinnersjansen din med { $percent } %.
puzzle-once-more = Ett forsøk til.
puzzle-solution = Det riktige trekket er { $move }.
puzzle-rating =
    { $streak ->
        [0] Din rating: { $rating }.
       *[other] Din rating: { $rating }. På rad: { $streak }.
    }
puzzle-none = Det finnes ingen oppgaver av denne typen.
puzzle-all-asked = Du har sett alle oppgavene.
puzzle-summary = Løst { $solved } av { $count }. Din rating: { $rating }.

## Only in the browser

puzzles-title = Oppgaver
puzzles-daily = Dagens oppgave
puzzles-daily-date = Dagens oppgave · { $date }
puzzles-you = Du
puzzles-opponent-number = Motstander { $number }
puzzles-task-wins = Ett av { $count } trekk vinner
puzzles-task-best = Ett av { $count } trekk er klart best
puzzles-task-columns = Ett valg av kolonner er klart best
puzzles-result-now =
    { $result ->
        [win] Hvis runden sluttet nå, ville du vunnet.
        [tie] Hvis runden sluttet nå, ville du delt seieren.
       *[loss] Hvis runden sluttet nå, ville du tapt.
    }
puzzles-about-end-of-round = Det er få fliser igjen. Regn ut resten av runden.
puzzles-about-deny = Se hva motstanderen trenger.
puzzles-about-avoid-floor = Pass på gulvlinjen din.
puzzles-about-take-floor = Det er plass på en mønsterlinje, men det er ikke det beste stedet.
puzzles-about-best-move = Sammenlign spillbrettene og finn trekket.
puzzles-about-columns = Velg en kolonne for hver full mønsterlinje.

# Buttons.
puzzles-play = Spill trekket
puzzles-show = Vis løsningen
puzzles-again = Prøv igjen
puzzles-next = Neste oppgave
puzzles-share = Del
puzzles-copied = Lenken er kopiert.
puzzles-report = Sjekk oppgaven på nytt

# Hints and results.
puzzles-hint-counts = Et hint teller som et forsøk.
puzzles-solved-first = Løst på første forsøk
puzzles-solved-late = Løst
puzzles-solution-title = Løsningen
puzzles-wrong = Ikke riktig
puzzles-unrated = Du har sett denne oppgaven før, så ratingen din er uendret.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = Din rating
puzzles-thinking = Leter etter grunnen
puzzles-costs = Det senker vinnersjansen din med { $chance }.
puzzles-costs-points =
    { $points ->
        [one] Det senker vinnersjansen din med { $chance } og koster deg omtrent { $points } poeng.
       *[other] Det senker vinnersjansen din med { $chance } og koster deg omtrent { $points } poeng.
    }
puzzles-ends-lost =
    { $points ->
        [0] I beste fall blir det poenglikhet, og seieren er ikke din alene.
        [one] I beste fall taper du med { $points } poengs margin.
       *[other] I beste fall taper du med { $points } poengs margin.
    }
puzzles-costs-floor =
    { $points ->
        [one] Det koster { $points } poeng på gulvlinjen.
       *[other] Det koster { $points } poeng på gulvlinjen.
    }
puzzles-leaves = { $name } kan da ta { $tiles } til mønsterlinje { $line }.
puzzles-columns-fewer =
    { $points ->
        [one] Det gir { $points } poeng mindre nå.
       *[other] Det gir { $points } poeng mindre nå.
    }
puzzles-columns-equal = Det gir like mye nå, men veggen din er mindre verdt senere.
puzzles-columns-more = Det gir mer nå, men veggen din er mindre verdt senere.
puzzles-wins-by =
    { $points ->
        [0] Det er poenglikhet, og du vinner med flere fullførte rader. Ingen andre trekk vinner.
        [one] Du vinner med { $points } poengs margin. Ingen andre trekk vinner.
       *[other] Du vinner med { $points } poengs margin. Ingen andre trekk vinner.
    }
puzzles-next-best = Det nest beste trekket senker vinnersjansen din med { $chance }.
puzzles-line = Trekkene
puzzles-step = Etter: { $move }
puzzles-step-start = Starten
puzzles-checking = Søker ti ganger dypere
puzzles-check-stands = Søkt ti ganger dypere: Løsningen står seg, { $chance } foran.
puzzles-check-fails = Søkt ti ganger dypere: Løsningen er ikke klart best. Denne oppgaven kommer ikke igjen på denne enheten og teller ikke for ratingen din.
puzzles-check-failed = Sjekken kunne ikke fullføres på denne enheten.

# The situation.
puzzles-situation = Situasjonen
puzzles-last-round =
    { $sure ->
        [yes] Spillet slutter med denne runden.
       *[maybe] Spillet kan slutte med denne runden.
    }
puzzles-proof-game = Alle trekk er regnet ut til spillets slutt.
puzzles-proof-round = Runden er løst, og det riktige trekket er fortsatt best når et utvalg trekninger i neste runde regnes gjennom.
puzzles-proof-columns = De riktige kolonnene er fortsatt best når et utvalg trekninger i neste runde regnes gjennom.

# The player’s standing.
puzzles-standing = Slik ligger du an
puzzles-your-rating = Din oppgaverating
puzzles-this-rating = Denne oppgaven
puzzles-in-a-row = { $count } på rad
puzzles-best = rekord: { $count }
puzzles-difficulty = Vanskelighetsgrad
puzzles-easier = Lettere
puzzles-usual = Mitt nivå
puzzles-harder = Vanskeligere
puzzles-week = De siste sju dagene
puzzles-week-about = En dag uten oppgave ødelegger ingenting.
puzzles-day =
    { $outcome ->
        [first] { $date }: løst på første forsøk
        [late] { $date }: løst
        [today] { $date }: dagens oppgave
       *[missed] { $date }: ikke løst
    }
puzzles-weekday =
    { $day ->
        [0] S
        [1] M
        [2] T
        [3] O
        [4] T
        [5] F
       *[6] L
    }
puzzles-kinds = Typer
puzzles-all-kinds = Alle typer
puzzles-kind-columns = Velg kolonnene
puzzles-kind-solved = { $solved } av { $count } løst
puzzles-count = { $count } oppgaver, alle på denne enheten. Virker uten nett.

# Problems, keys and commands.
puzzles-unknown = Det finnes ingen oppgave på denne adressen.
puzzles-unknown-about = Den kan være trukket tilbake fordi et dypere søk fant et bedre trekk.
puzzles-other = Løs en annen oppgave
puzzles-no-engine = Motoren virker ikke i denne nettleseren, så du får ingen begrunnelser.
puzzles-keys = Taster: 1–9 og C tar fliser, B Y R K W velger fargen, 1–5 og F legger dem, Enter spiller, H hint, N neste, / kommandoer.
puzzles-command-help = Trekk på formen 2B3 (fabrikk 2, blå, mønsterlinje 3). Også: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blå, why 3, bag.
puzzles-over = Oppgaven er ferdig. Skriv next eller again.

# Puzzles, in the terminal, in Norwegian. The English file documents the variables.

puzzle-kind-columns = Velg kolonnene
puzzle-columns-intro = Velg en kolonne for hver full mønsterlinje. Skriv alle på én gang, for eksempel 1:3 4:2 (mønsterlinje 1 til kolonne 3, mønsterlinje 4 til kolonne 2).
puzzle-columns-wrong = Andre kolonner er bedre.
puzzle-opponent-number = Motstander { $number }
