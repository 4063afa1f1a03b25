# The people behind the levels of the bots; see the English file.

bot-name =
    { $level ->
        [beginner] Lia
        [apprentice] Tomé
        [tiler] Rosa
        [artisan] Bento
        [master] Olívia
        [legend] Avó Luz
        [random] { baseline-random }
        [greedy] { baseline-greedy }
       *[uct] { baseline-uct }
    }
bot-numbered =
    { $level ->
        [beginner] { bot-name } (1)
        [apprentice] { bot-name } (2)
        [tiler] { bot-name } (3)
        [artisan] { bot-name } (4)
        [master] { bot-name } (5)
        [legend] { bot-name } (6)
       *[other] { bot-name }
    }
bot-introduced =
    { $level ->
        [random] { bot-name }
        [greedy] { bot-name }
        [uct] { bot-name }
       *[other] { bot-name }, { level-numbered }
    }
bot-about =
    { $level ->
        [beginner] Raccoglie piastrelle, non punti, e spesso dimentica il pavimento.
        [apprentice] Pensa una mossa avanti. Ottimo per cominciare.
        [tiler] Pensa anche alla tua risposta, ma ogni tanto sbaglia.
        [artisan] Prevede parecchie mosse e sbaglia di rado.
        [master] Guarda molto più lontano di quanto vorresti.
       *[legend] Spesso prevede il round fino alla fine. La più forte che abbiamo.
    }
bot-intro = Sei persone della bottega, ognuna di un livello più forte della precedente.
