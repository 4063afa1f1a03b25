# The people behind the levels of the bots, shared by the terminal and the web client.
#
# $level is the id of a bot. The names are the same in all languages. The sentences must agree with
# the measurements in docs/bots.md.

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
# In lists and in the terminal; the baselines have no level.
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
# Where a bot is chosen or introduced.
bot-introduced =
    { $level ->
        [random] { bot-name }
        [greedy] { bot-name }
        [uct] { bot-name }
       *[other] { bot-name }, { level-numbered }
    }
bot-about =
    { $level ->
        [beginner] Collects tiles, not points, and often forgets the floor.
        [apprentice] Thinks one move ahead. A good first opponent.
        [tiler] Considers your reply too, but slips now and then.
        [artisan] Plans several moves ahead and rarely slips.
        [master] Looks much further ahead than you’d like.
       *[legend] Often sees right to the end of the round. Our strongest.
    }
bot-intro = Six people from the workshop, each a level stronger than the one before.
