# Puzzles, in the terminal, in Icelandic. The English file documents the variables.

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
