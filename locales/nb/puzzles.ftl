# Puzzles, in the terminal, in Norwegian. The English file documents the variables.

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
