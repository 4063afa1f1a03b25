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
        [beginner] Sammelt Fliesen statt Punkte und vergisst oft den Boden.
        [apprentice] Denkt einen Zug voraus. Gut für die ersten Partien.
        [tiler] Bedenkt auch deine Antwort, macht aber ab und zu Fehler.
        [artisan] Plant mehrere Züge voraus und macht selten Fehler.
        [master] Schaut viel weiter voraus, als dir lieb ist.
       *[legend] Sieht oft bis zum Ende der Runde voraus. Unsere stärkste Gegnerin.
    }
bot-intro = Sechs Leute aus der Werkstatt, jedes Mal eine Stufe stärker.
