# Puzzles, in the terminal and the browser, in Icelandic. The English file documents the variables.

puzzle-intro = Finndu eina rétta leikinn. Skrifaðu hann á forminu 2B3, eða skrifaðu hint (vísbending), skip (sleppa), moves (leikir) eða quit (hætta).
puzzle-heading = Þraut { $number }: { $kind } (styrkur { $rating })
puzzle-kind-last-round = Vinndu leikinn
puzzle-kind-take-floor = Veldu gólfið
puzzle-kind-avoid-floor = Ekkert í gólfið
puzzle-kind-deny = Taktu það af andstæðingnum
puzzle-kind-end-of-round = Lok umferðar
puzzle-kind-best-move = Besti leikurinn
puzzle-opponent = Andstæðingur
puzzle-right = Rétt.
puzzle-next = Finndu nú næsta leik.
puzzle-not-won = Þannig vinnurðu ekki leikinn.
puzzle-lowers-chance = Ekki alveg: þetta minnkar sigurlíkur þínar um { $percent }%.
puzzle-once-more = Ein tilraun enn.
puzzle-solution = Rétti leikurinn er { $move }.
puzzle-rating =
    { $streak ->
        [0] Styrkur þinn: { $rating }.
       *[other] Styrkur þinn: { $rating }. Í röð: { $streak }.
    }
puzzle-none = Engar þrautir eru til af þessari gerð.
puzzle-all-asked = Þú hefur séð allar þrautirnar.
puzzle-summary = Leystar þrautir: { $solved } af { $count }. Styrkur þinn: { $rating }.

## Only in the browser

puzzles-title = Þrautir
puzzles-daily = Þraut dagsins
puzzles-daily-date = Þraut dagsins · { $date }
puzzles-you = Þú
puzzles-opponent-number = Andstæðingur { $number }
puzzles-task-wins =
    { $count ->
        [one] Einn af { $count } leik leiðir til sigurs
       *[other] Einn af { $count } leikjum leiðir til sigurs
    }
puzzles-task-best =
    { $count ->
        [one] Einn af { $count } leik er greinilega bestur
       *[other] Einn af { $count } leikjum er greinilega bestur
    }
puzzles-task-columns = Eitt val á dálkum er greinilega best
puzzles-result-now =
    { $result ->
        [win] Ef umferðinni lyki núna myndirðu vinna.
        [tie] Ef umferðinni lyki núna myndirðu deila sigrinum.
       *[loss] Ef umferðinni lyki núna myndirðu tapa.
    }
puzzles-about-end-of-round = Fáar flísar eru eftir. Reiknaðu umferðina til enda.
puzzles-about-deny = Skoðaðu hvað andstæðinginn vantar.
puzzles-about-avoid-floor = Gættu að gólflínunni þinni.
puzzles-about-take-floor = Í einni línu er pláss en það er ekki besti staðurinn.
puzzles-about-best-move = Berðu saman leikmannaspjöldin og finndu leikinn.
puzzles-about-columns = Veldu dálk fyrir hverja fulla línu.

# Buttons.
puzzles-play = Leika
puzzles-show = Sýna lausnina
puzzles-again = Reyna aftur
puzzles-next = Næsta þraut
puzzles-share = Deila
puzzles-copied = Tengillinn hefur verið afritaður.
puzzles-report = Athuga þrautina aftur

# Hints and results.
puzzles-hint-counts = Vísbending jafngildir tilraun.
puzzles-solved-first = Leyst í fyrstu tilraun
puzzles-solved-late = Leyst
puzzles-solution-title = Lausnin
puzzles-wrong = Ekki rétt
puzzles-unrated = Þú hefur séð þessa þraut áður, svo styrkur þinn breytist ekki.
puzzles-rating-change = { $before } → { $after }
puzzles-rating-label = Styrkur þinn
puzzles-thinking = Leitað að ástæðunni
puzzles-costs = Þetta minnkar sigurlíkur þínar um { $chance }.
puzzles-costs-points =
    { $points ->
        [one] Þetta minnkar sigurlíkur þínar um { $chance } og kostar þig um { $points } stig.
       *[other] Þetta minnkar sigurlíkur þínar um { $chance } og kostar þig um { $points } stig.
    }
puzzles-ends-lost =
    { $points ->
        [0] Í besta falli verða stigin jöfn og þú færð ekki óskiptan sigur.
        [one] Í besta falli taparðu með { $points } stigs mun.
       *[other] Í besta falli taparðu með { $points } stiga mun.
    }
puzzles-costs-floor =
    { $points ->
        [one] Þetta kostar { $points } stig á gólflínunni.
       *[other] Þetta kostar { $points } stig á gólflínunni.
    }
puzzles-leaves = { $name } getur þá tekið { $tiles } í línu { $line }.
puzzles-columns-fewer =
    { $points ->
        [one] Þetta gefur { $points } stigi minna núna.
       *[other] Þetta gefur { $points } stigum minna núna.
    }
puzzles-columns-equal = Þetta gefur jafnmörg stig núna en veggurinn þinn verður minna virði síðar.
puzzles-columns-more = Þetta gefur fleiri stig núna en veggurinn þinn verður minna virði síðar.
puzzles-wins-by =
    { $points ->
        [0] Jafnt er að stigum og þú vinnur með fleiri fullkláraðar raðir. Enginn annar leikur leiðir til sigurs.
        [one] Þú vinnur með { $points } stigs mun. Enginn annar leikur leiðir til sigurs.
       *[other] Þú vinnur með { $points } stiga mun. Enginn annar leikur leiðir til sigurs.
    }
puzzles-next-best = Næstbesti leikurinn minnkar sigurlíkur þínar um { $chance }.
puzzles-line = Leikirnir
puzzles-step = Eftir: { $move }
puzzles-step-start = Upphafið
puzzles-checking = Leitað tíu sinnum dýpra
puzzles-check-stands = Leitað tíu sinnum dýpra: lausnin stenst, með { $chance } forskot.
puzzles-check-fails = Leitað tíu sinnum dýpra: lausnin er ekki greinilega best. Þessi þraut birtist ekki aftur í þessu tæki og telst ekki með í styrk þínum.
puzzles-check-failed = Ekki var hægt að ljúka athuguninni í þessu tæki.

# The situation.
puzzles-situation = Staðan
puzzles-last-round =
    { $sure ->
        [yes] Leiknum lýkur með þessari umferð.
       *[maybe] Leiknum gæti lokið með þessari umferð.
    }
puzzles-proof-game = Allir leikir voru reiknaðir til leiksloka.
puzzles-proof-round = Umferðin er leyst og rétti leikurinn heldur forskotinu þegar úrtak útdrátta næstu umferðar er reiknað.
puzzles-proof-columns = Réttu dálkarnir halda forskotinu þegar úrtak útdrátta næstu umferðar er reiknað.

# The player’s standing.
puzzles-standing = Árangur þinn
puzzles-your-rating = Þrautastyrkur þinn
puzzles-this-rating = Þessi þraut
puzzles-in-a-row = { $count } í röð
puzzles-best = met: { $count }
puzzles-difficulty = Þyngd
puzzles-easier = Léttari
puzzles-usual = Við hæfi
puzzles-harder = Þyngri
puzzles-week = Síðustu sjö dagar
puzzles-week-about = Það gerir ekkert til að missa úr dag.
puzzles-day =
    { $outcome ->
        [first] { $date }: leyst í fyrstu tilraun
        [late] { $date }: leyst
        [today] { $date }: þraut dagsins í dag
       *[missed] { $date }: ekki leyst
    }
puzzles-weekday =
    { $day ->
        [0] S
        [1] M
        [2] Þ
        [3] M
        [4] F
        [5] F
       *[6] L
    }
puzzles-kinds = Gerðir
puzzles-all-kinds = Allar gerðir
puzzles-kind-columns = Veldu dálkana
puzzles-kind-solved = Leystar þrautir: { $solved } af { $count }
puzzles-count = Þrautir: { $count }, allar í þessu tæki. Virkar án nettengingar.

# Problems, keys and commands.
puzzles-unknown = Engin þraut er á þessari slóð.
puzzles-unknown-about = Kannski var hún dregin til baka af því að dýpri leit fann betri leik.
puzzles-other = Leysa aðra þraut
puzzles-no-engine = Vélin virkar ekki í þessum vafra, svo að engar skýringar fást.
puzzles-keys = Lyklar: 1–9 og C taka flísar, B Y R K W velja litinn, 1–5 og F leggja þær, Enter leikur, H vísbending, N næsta, / skipanir.
puzzles-command-help = Leikir á forminu 2B3 (plata 2, bláar flísar, lína 3). Einnig: task, hint, solution, again, next, check, f, f 2, c, me, p2, floor, legal blá, why 3, bag.
puzzles-over = Þrautinni er lokið. Skrifaðu next eða again.

# Puzzles, in the terminal, in Icelandic. The English file documents the variables.

puzzle-kind-columns = Veldu dálkana
puzzle-columns-intro = Veldu dálk fyrir hverja fulla línu. Skrifaðu þá alla í einu, til dæmis 1:3 4:2 (lína 1 í dálk 3, lína 4 í dálk 2).
puzzle-columns-wrong = Aðrir dálkar eru betri.
puzzle-opponent-number = Andstæðingur { $number }
