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
        [beginner] Verzamelt tegels in plaats van punten en vergeet vaak de vloer.
        [apprentice] Denkt één zet vooruit. Goed voor je eerste spellen.
        [tiler] Denkt ook aan jouw antwoord, maar ziet af en toe iets over het hoofd.
        [artisan] Denkt een paar zetten vooruit en maakt zelden een fout.
        [master] Kijkt veel verder vooruit dan je lief is.
       *[legend] Kijkt vaak vooruit tot het einde van de ronde. Onze sterkste tegenstander.
    }
bot-intro = Zes mensen uit het atelier, elk één niveau sterker dan de vorige.
