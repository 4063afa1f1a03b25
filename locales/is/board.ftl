# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Greining
# The name of a player without one.
analysis-player = Leikmaður { $number }
analysis-new = Nýtt borð
analysis-new-about = Þú getur afturkallað þetta og fengið greininguna aftur.
analysis-new-start = Byrja
analysis-open = Opna
analysis-share = Deila

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: miðja borðsins, gólflína
           *[line] { $colour }: miðja borðsins, lína { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: plata { $factory }, gólflína
           *[line] { $colour }: plata { $factory }, lína { $line }
        }
    }
analysis-start = Upphaf
analysis-deal = Útdráttur
analysis-tiling = Flísalagning
analysis-over = Leiknum er lokið.
analysis-awaits-deal = Umferðinni er lokið. Veldu næsta útdrátt.

# The engine.
analysis-engine = Vél
analysis-engine-off = Slökkt er á vélinni.
analysis-engine-waits = Vélin reiknar á meðan flísar eru í boði.
analysis-engine-failed = Vélin stöðvaðist. Kveiktu á henni til að reyna aftur.
analysis-searching = Hugsar
analysis-depth = dýpt { $depth }
analysis-exact-round = Nákvæmt til loka umferðar
analysis-exact-round-about = Þessi umferð er leyst; það sem á eftir kemur er áætlað.
analysis-exact-game = Nákvæmt til leiksloka
analysis-seconds = { $seconds } s
analysis-more = Hugsa lengur
analysis-best = best
analysis-chance = líkur
analysis-points = stig
analysis-played = leikið
analysis-play-move = Spila: { $move }
analysis-play-to = Spila til og með: { $move }
# Spoken when a search is finished.
analysis-said = Líkur, { $name }: { $chance }. Best: { $move }.
analysis-value = Sigurlíkur: { $chances }
analysis-value-unknown = Sigurlíkur: ekki þekktar enn

# The moves.
analysis-moves = Leikir
analysis-rounds = Umferðir
analysis-round = Umferð { $round }
analysis-variation = Afbrigði
analysis-promote = Gera að aðalafbrigði
analysis-delete = Eyða héðan
analysis-comment = Skrifa athugasemd
analysis-steps = Skref
analysis-first = Fara í byrjun
analysis-back = Til baka
analysis-forward = Áfram
analysis-last = Fara í lok
analysis-undo = Afturkalla síðustu breytingu
analysis-redo = Endurtaka breytinguna

# The next deal.
analysis-deal-title = Næsti útdráttur
analysis-deal-as-played = Eins og leikið var
analysis-deal-random = Af handahófi
analysis-deal-choose = Velja
analysis-deal-odds = Líkur
analysis-deal-missing =
    { $count ->
        [0] Allar flísar eru valdar.
        [one] Veldu { $count } flís í viðbót.
       *[other] Veldu { $count } flísar í viðbót.
    }
analysis-deal-put = { $colour }: bæta við flís, { $count } eftir
analysis-deal-take = { $colour }: taka af plötu { $factory }
analysis-deal-confirm = Leggja út þessar flísar
analysis-deal-clear = Hreinsa
analysis-deal-odds-about = Hversu margar flísar koma af hverjum lit? Líkurnar þegar { $count } eru dregnar.

# Opening.
analysis-import-title = Opna stöðu eða leik
analysis-import-label = Límdu inn stöðu, upptöku eða tengil
analysis-import-file = Velja skrá
analysis-found-position = Staða.
analysis-found-record = Viðureign: { $names }. Leikir: { $count }.
analysis-found-study = Greining. Leikir: { $count }.
analysis-found-game = Leikur á þessum netþjóni.
analysis-found-unknown = Þetta er ekki staða, upptaka eða tengill sem borðið þekkir.
analysis-found-too-large = Þessi texti er of langur.
analysis-game-missing = Þessi leikur finnst ekki.
analysis-game-running = Þessum leik er ekki lokið. Þú getur greint hann þegar honum lýkur.
analysis-study-missing = Þessi greining er ekki vistuð í þessu tæki.
analysis-link-bad = Í þessum tengli er engin staða sem borðið getur sýnt.
analysis-link-cut = Hluti tengilsins gengur ekki upp og honum var sleppt. Afgangurinn er hér.
analysis-malformed = Þetta er ekki gild staða: tákn { $column } passar ekki.

# Sharing.
analysis-copy = Afrita
analysis-copied = Afritað.
analysis-share-link = Tengill
analysis-share-link-about = Tengillinn geymir alla greininguna. Hún er ekki send til netþjónsins.
analysis-share-too-long = Þessi greining er of löng fyrir tengil. Vistaðu hana sem skrá.
analysis-share-position = Staða
analysis-share-files = Skrár
analysis-share-study = Greining
analysis-share-svg = Mynd (SVG)
analysis-share-png = Mynd (PNG)
analysis-share-no-record = Upptaka verður að ná yfir leikinn frá fyrsta útdrætti.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] Fjöldi platna passar ekki við fjölda leikmanna.
        [board-count] Fjöldi leikmannaspjalda passar ekki við fjölda leikmanna.
        [factory-overfull] Á plötu { $factory } eru fleiri en fjórar flísar.
        [round] Umferð { $round } er ekki til.
        [score] Leikmaður { $seat }: stigin eru fleiri en 999.
        [start] Leikmaður { $seat } á að byrja en er ekki með.
        [to-move] Leikmaður { $seat } á leik en er ekki með.
        [line-overfull] Leikmaður { $seat }: í línu { $line } eru of margar flísar.
        [line-mixed] Leikmaður { $seat }: í línu { $line } eru flísar í fleiri en einum lit.
        [line-on-wall] Leikmaður { $seat }: í röð { $line } er þegar liturinn úr línu { $line }.
        [wrong-column] Leikmaður { $seat }: flísin í röð { $line }, dálki { $column } á heima annars staðar.
        [floor-overfull] Leikmaður { $seat }: gólflínan er yfirfull.
        [marker-count]
            { $count ->
                [0] Byrjunarflísina vantar.
               *[other] Byrjunarflísarnar eru { $count }.
            }
        [marker-when-over] Leiknum er lokið, svo að engin byrjunarflís má vera eftir.
        [row-complete-in-offer] Leikmaður { $seat }: röð er fullkláruð en flísar eru enn í boði.
        [not-to-move] Leikmaður { $seat } verður að eiga leik.
        [no-phase] Ekkert er í boði, svo að byrjunarflísin verður að vera á miðju borðsins.
       *[other] Þessi staða er ekki möguleg.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: tvisvar í röð { $line } hjá leikmanni { $seat }.
        [column-repeats] { $colour }: tvisvar í dálki { $column } hjá leikmanni { $seat }.
       *[tile-count]
            { $count ->
                [one] { $colour }: { $count } flís, til eru 20.
               *[other] { $colour }: { $count } flísar, til eru 20.
            }
    }

# The position editor.
analysis-edit = Breyta stöðu
analysis-edit-about = Smelltu á reit til að breyta flísinni eða sláðu inn B, Y, R, K eða W. Haltu inni til að tæma hann.
analysis-edit-legal = Þessi staða er möguleg.
analysis-edit-faults = Það sem enn er að
analysis-edit-done = Tilbúið
analysis-edit-repair = Setja afganginn í pokann
analysis-edit-factory = Plata { $factory }
analysis-edit-line = Lína { $line }
analysis-edit-wall = Röð { $line }, dálkur { $column }
analysis-edit-floor = Gólflína, reitur { $space }
analysis-edit-empty = tómur
analysis-edit-marker = byrjunarflís
analysis-edit-centre = Miðja
analysis-edit-marker-centre = Byrjunarflís á miðju borðsins
analysis-edit-round = Umferð
analysis-edit-start = Byrjar umferðina
analysis-edit-to-move = Á leik

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Leikir á borð við 2B3. Einnig: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = Vélin hefur enga niðurstöðu hér enn.
analysis-command-impossible = Það er ekki hægt hér.
analysis-keys = Lyklar: ← → skref, ↑ ↓ afbrigði, Page Up og Down umferðir, E vél, X besti leikur, B örvar, / skipanir.
