# Æfingasíðan og lærdómur af mistökum, á íslensku. Aðeins þær síður sækja þessa texta.
#   $who   you, eða name fyrir { $name }
#   $gain  munur sem texti, svo sem 8% eða 1,5 stig

## Síðan

learn-title = Æfa
learn-lead = Sjáðu hvar leikirnir þínir réðust og æfðu það sem þér yfirsást.
learn-analysis = Greiningarborð
learn-analysis-text = Prófaðu hvaða stöðu sem er með vélina þér við hlið.
learn-puzzles = Þrautir
learn-puzzles-text = Ein staða, einn besti leikur.
learn-errors = Læra af mistökunum
learn-errors-text =
    { $count ->
        [0] Allt er búið í bili. Það sem tókst ekki kemur aftur.
        [one] { $count } æfing bíður.
       *[other] { $count } æfingar bíða.
    }
learn-errors-none = Opnaðu skýrslu um leik og þá verða mistökin að æfingum.
learn-games = Síðustu leikirnir þínir
learn-games-empty = Kláraðu leik og þá finnurðu skýrsluna hér.
learn-open = Opna stöðu eða leik

## Að læra af mistökum

learn-from-report =
    { $who ->
        [you] Læra af mistökunum ({ $count })
       *[name] Læra af mistökum: { $name } ({ $count })
    }
learn-none = Engar æfingar eru til enn. Opnaðu skýrslu um einn af leikjunum þínum og þá verða mistökin að æfingum.
learn-later = Allt er búið í bili. Það sem tókst ekki kemur aftur eftir 1, 4 og 14 daga.
learn-to-study = Á æfingasíðuna
learn-number = Æfing { $number } af { $count }
learn-find = Finndu eitthvað betra
learn-find-columns = Finndu betri dálka
learn-in-game = Í leiknum: { $text }
learn-turn =
    { $who ->
        [you] Þú átt leik. Taktu flísar.
       *[name] { $name } á leik: taktu flísar.
    }
learn-checking = Verið er að athuga
learn-same = Þetta er leikurinn úr viðureigninni. Reyndu annan.
learn-wrong = Nei, þetta er ekki betra.
learn-better = Betra: bætir stöðuna um { $gain }. Hægt er að gera enn betur.
learn-right = Þetta er rétt.
learn-right-by = Þetta er rétt: bætir stöðuna um { $gain }.
learn-points =
    { $count ->
        [one] { $points } stig
       *[other] { $points } stig
    }
learn-tries =
    { $count ->
        [1] Þú átt eina tilraun eftir.
        [one] Þú átt { $count } tilraun eftir.
       *[other] Þú átt { $count } tilraunir eftir.
    }
learn-solved = Leyst
learn-missed = Lausnin
learn-show = Sýna lausnina
learn-next = Næsta
learn-finish = Búið
learn-again = Aftur
learn-back = Til baka
learn-line = Besta framhaldið
learn-line-start = Byrjun
learn-all = Allar æfingar
learn-mark =
    { $result ->
        [solved] Æfing { $number }, leyst
        [missed] Æfing { $number }, óleyst
       *[open] Æfing { $number }
    }
learn-solved-count = Leystar æfingar: { $solved } af { $count }
learn-keys = Lyklar: tölustafir og litabókstafir mynda leik, h vísbending, s sleppa, n og N næsta og fyrri, a aftur, ← → í gegnum lausnina, / skipanir
learn-command-help = Skipanir: leikur eins og 2b3, task, hint, solution, skip, back, again; einnig f, c, me, p2, legal og bag

## Vistaðar greiningar

learn-studies = Greiningarnar þínar
learn-studies-empty = Vistaðu greiningu undir nafni og þá birtist hún hér.
learn-save = Vista
learn-save-title = Vista greininguna
learn-name = Nafn
learn-replaces = Þetta kemur í stað greiningar með sama nafni.
learn-saved = Vistað: { $name }
learn-save-failed = Ekki tókst að vista: geymsla vafrans er full eða lokuð.
learn-rename = Endurnefna
learn-delete = Eyða
learn-delete-sure = Eyða greiningunni „{ $name }“? Ekki er hægt að endurheimta hana.
