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
        [beginner] Samler fliser, ikke poeng, og glemmer ofte gulvet.
        [apprentice] Tenker ett trekk fram. Fin som første motstander.
        [tiler] Tenker også på svaret ditt, men overser noe innimellom.
        [artisan] Planlegger flere trekk fram og gjør sjelden feil.
        [master] Ser mye lenger fram enn du liker.
       *[legend] Ser ofte helt fram til slutten av runden. Den sterkeste vi har.
    }
bot-intro = Seks personer fra verkstedet, hver ett nivå sterkere enn den forrige.
