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
        [beginner] Safnar flísum en ekki stigum og gleymir oft gólfinu.
        [apprentice] Hugsar einn leik fram í tímann. Góð byrjun.
        [tiler] Hugsar líka um svar þitt en gerir stundum mistök.
        [artisan] Hugsar nokkra leiki fram í tímann og gerir sjaldan mistök.
        [master] Sér miklu lengra fram í tímann en þú kærir þig um.
       *[legend] Sér oft umferðina fyrir allt til enda. Sterkasti tölvuandstæðingurinn okkar.
    }
bot-intro = Sex af verkstæðinu, hvert öðru sterkara.
