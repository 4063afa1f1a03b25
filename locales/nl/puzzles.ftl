# Puzzles, in the terminal and the browser, in Dutch. The English file documents the variables.

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

## Only in the browser

puzzles-title = Puzzels
puzzles-daily = Puzzel van de dag
puzzles-daily-date = Puzzel van de dag · { $date }
puzzles-you = Jij
puzzles-opponent-number = Tegenstander { $number }
puzzles-task-wins = Eén van de { $count } zetten wint
puzzles-task-best = Eén van de { $count } zetten is duidelijk de beste
puzzles-task-columns = Eén combinatie van kolommen is duidelijk de beste
puzzles-result-now =
    { $result ->
        [win] Als de ronde nu eindigde, zou je winnen.
        [tie] Als de ronde nu eindigde, zou je de overwinning delen.
       *[loss] Als de ronde nu eindigde, zou je verliezen.
    }
puzzles-about-end-of-round = Er zijn nog maar weinig tegels. Reken de rest van de ronde uit.
puzzles-about-deny = Kijk wat je tegenstander nodig heeft.
puzzles-about-avoid-floor = Let op je vloerlijn.
puzzles-about-take-floor = Er is plaats in een patroonlijn, maar dat is niet de beste plek.
puzzles-about-best-move = Vergelijk de spelerborden en vind de zet.
puzzles-about-columns = Kies een kolom voor elke volle patroonlijn.

# Buttons.
puzzles-play = Zet spelen
puzzles-show = Oplossing tonen
puzzles-again = Opnieuw proberen
puzzles-next = Volgende puzzel
puzzles-share = Delen
puzzles-copied = Link gekopieerd.
puzzles-report = Puzzel opnieuw controleren

# Hints and results.
puzzles-hint-counts = Een hint telt als een poging.
puzzles-solved-first = In één keer opgelost
puzzles-solved-late = Opgelost
puzzles-solution-title = De oplossing
puzzles-wrong = Deze niet
puzzles-unrated = Je kent deze puzzel al, dus je rating blijft gelijk.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = Je rating
puzzles-thinking = De reden wordt gezocht
puzzles-costs = Dat verlaagt je winstkans met { $chance }.
puzzles-costs-points =
    { $points ->
        [one] Dat verlaagt je winstkans met { $chance } en kost je ongeveer { $points } punt.
       *[other] Dat verlaagt je winstkans met { $chance } en kost je ongeveer { $points } punten.
    }
puzzles-ends-lost =
    { $points ->
        [0] In het beste geval is de score gelijk en win je niet alleen.
        [one] In het beste geval verlies je met { $points } punt verschil.
       *[other] In het beste geval verlies je met { $points } punten verschil.
    }
puzzles-costs-floor =
    { $points ->
        [one] Dat kost { $points } punt op de vloerlijn.
       *[other] Dat kost { $points } punten op de vloerlijn.
    }
puzzles-leaves = { $name } kan dan { $tiles } nemen voor patroonlijn { $line }.
puzzles-columns-fewer =
    { $points ->
        [one] Dat levert nu { $points } punt minder op.
       *[other] Dat levert nu { $points } punten minder op.
    }
puzzles-columns-equal = Dat levert nu evenveel op, maar je muur is later minder waard.
puzzles-columns-more = Dat levert nu meer op, maar je muur is later minder waard.
puzzles-wins-by =
    { $points ->
        [0] De score is gelijk en je wint met meer complete rijen. Geen andere zet wint.
        [one] Je wint met { $points } punt verschil. Geen andere zet wint.
       *[other] Je wint met { $points } punten verschil. Geen andere zet wint.
    }
puzzles-next-best = De op één na beste zet verlaagt je winstkans met { $chance }.
puzzles-line = De zetten
puzzles-step = Na: { $move }
puzzles-step-start = Het begin
puzzles-checking = Er wordt tien keer dieper gezocht
puzzles-check-stands = Tien keer dieper gezocht: de oplossing klopt, met { $chance } voorsprong.
puzzles-check-fails = Tien keer dieper gezocht: de oplossing is niet duidelijk de beste. Deze puzzel komt op dit toestel niet meer terug en telt niet voor je rating.
puzzles-check-failed = De controle kon op dit toestel niet worden voltooid.

# The situation.
puzzles-situation = De stand van zaken
puzzles-last-round =
    { $sure ->
        [yes] Het spel eindigt met deze ronde.
       *[maybe] Het spel kan met deze ronde eindigen.
    }
puzzles-proof-game = Elke zet is doorgerekend tot het einde van het spel.
puzzles-proof-round = De ronde is opgelost, en de juiste zet blijft ook bij doorgerekende trekkingen van de volgende ronde de beste.
puzzles-proof-columns = De juiste kolommen blijven ook bij doorgerekende trekkingen van de volgende ronde de beste.

# The player’s standing.
puzzles-standing = Jouw stand
puzzles-your-rating = Je puzzelrating
puzzles-this-rating = Deze puzzel
puzzles-in-a-row = { $count } op rij
puzzles-best = record: { $count }
puzzles-difficulty = Moeilijkheidsgraad
puzzles-easier = Makkelijker
puzzles-usual = Mijn niveau
puzzles-harder = Moeilijker
puzzles-week = De laatste zeven dagen
puzzles-week-about = Een dag overslaan is niet erg.
puzzles-day =
    { $outcome ->
        [first] { $date }: in één keer opgelost
        [late] { $date }: opgelost
        [today] { $date }: de puzzel van vandaag
       *[missed] { $date }: niet opgelost
    }
puzzles-weekday =
    { $day ->
        [0] Z
        [1] M
        [2] D
        [3] W
        [4] D
        [5] V
       *[6] Z
    }
puzzles-kinds = Soorten
puzzles-all-kinds = Alle soorten
puzzles-kind-columns = Kies de kolommen
puzzles-kind-solved = { $solved } van { $count } opgelost
puzzles-count = { $count } puzzels, allemaal op dit toestel. Je hebt geen verbinding nodig.

# Problems, keys and commands.
puzzles-unknown = Op dit adres staat geen puzzel.
puzzles-unknown-about = Misschien is hij ingetrokken omdat een diepere zoekactie een betere zet vond.
puzzles-other = Een andere puzzel oplossen
puzzles-no-engine = De engine werkt niet in deze browser, dus de uitleg ontbreekt.
puzzles-keys = Toetsen: 1–9 en C nemen tegels, B Y R K W kiezen de kleur, 1–5 en F leggen de tegels, Enter speelt, H hint, N volgende, / opdrachten.
puzzles-command-help = Zetten zoals 2B3 (fabriek 2, blauw, patroonlijn 3). Ook: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blue, why 3, bag.
puzzles-over = De puzzel is afgelopen. Typ next of again.

# Puzzles about the columns of the grey wall and with several opponents, in the terminal.

puzzle-kind-columns = Kies de kolommen
puzzle-columns-intro = Kies een kolom voor elke volle patroonlijn. Typ ze allemaal tegelijk, bijvoorbeeld 1:3 4:2 (patroonlijn 1 naar kolom 3, patroonlijn 4 naar kolom 2).
puzzle-columns-wrong = Andere kolommen zijn beter.
puzzle-opponent-number = Tegenstander { $number }
