# Puzzles, in the terminal, in Dutch. The English file documents the variables.

puzzle-intro = Vind de enige juiste zet. Typ hem, bijvoorbeeld 2B3, of typ hint, skip (overslaan), moves (zetten) of quit (stoppen).
puzzle-heading = Puzzel { $number }: { $kind } (rating { $rating })
puzzle-kind-last-round = Win het spel
puzzle-kind-take-floor = Kies de vloer
puzzle-kind-avoid-floor = Niets op de vloer
puzzle-kind-deny = Gun het je tegenstander niet
puzzle-kind-end-of-round = Einde van de ronde
puzzle-kind-best-move = Beste zet
puzzle-opponent = Tegenstander
puzzle-right = Goed.
puzzle-next = Zoek nu de volgende zet.
puzzle-not-won = Daarmee win je het spel niet.
puzzle-lowers-chance = Net niet: dat verlaagt je winstkans met { $percent }%.
puzzle-once-more = Nog één poging.
puzzle-solution = De juiste zet is { $move }.
puzzle-rating =
    { $streak ->
        [0] Je rating: { $rating }.
       *[other] Je rating: { $rating }. Op rij: { $streak }.
    }
puzzle-none = Er zijn geen puzzels van deze soort.
puzzle-all-asked = Je hebt alle puzzels gezien.
puzzle-summary = { $solved } van { $count } opgelost. Je rating: { $rating }.
