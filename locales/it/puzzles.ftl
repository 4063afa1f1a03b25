# Puzzles, in the terminal, in Italian. The English file documents the variables.

puzzle-intro = Trova l’unica mossa giusta. Scrivila come 2B3, oppure scrivi hint (suggerimento), skip (salta), moves (mosse) o quit (esci).
puzzle-heading = Problema { $number }: { $kind } (valutazione { $rating })
puzzle-kind-last-round = Vinci la partita
puzzle-kind-take-floor = Scegli il pavimento
puzzle-kind-avoid-floor = Niente sul pavimento
puzzle-kind-deny = Ostacola l’avversario
puzzle-kind-end-of-round = Fine del round
puzzle-kind-best-move = Mossa migliore
puzzle-opponent = Avversario
puzzle-right = Giusto!
puzzle-next = Ora trova la mossa successiva.
puzzle-not-won = Così non vinci la partita.
puzzle-lowers-chance = Non proprio: così la tua probabilità di vittoria scende (−{ $percent }%).
puzzle-once-more = Ancora un tentativo.
puzzle-solution = La mossa giusta è { $move }.
puzzle-rating =
    { $streak ->
        [0] La tua valutazione: { $rating }.
       *[other] La tua valutazione: { $rating }. Di fila: { $streak }.
    }
puzzle-none = Non ci sono problemi di questo tipo.
puzzle-all-asked = Hai visto tutti i problemi.
puzzle-summary = Problemi risolti: { $solved } su { $count }. La tua valutazione: { $rating }.
