# The game report, in Icelandic. Only the report’s page loads these messages.

## The page

study-title = Leikskýrsla
study-lead = Opnaðu leik og sjáðu hvar hann vannst og tapaðist. Aðeins þú sérð hann.
study-running = Þessi leikur stendur enn og annað fólk er með. Skýrslan opnast þegar honum lýkur.
study-no-engine = Þessi vafri ræður ekki við greininguna. Þú getur samt horft á endursýninguna.
study-too-short = Frá engu er að segja enn: engin flís hefur verið tekin.

## Progress

study-pass-rough = Fyrsta sýn: { $done } af { $of } leikjum
study-pass-moves = { $done } af { $of } leikjum
study-pass-deals = { $done } af { $of } öðrum dráttum
study-done = { $moves } leikir, { $exact } nákvæmir til loka umferðar
study-rough = gróft
study-rough-help = Hér skipti greiningin um skoðun um meira en 10%.
study-deeper = Skoða dýpra
study-failed = Greiningin stöðvaðist: { $reason }
study-retry = Reyna aftur
study-print = Prenta
study-keys = Lyklar: ← → eitt skref, n og N næstu og fyrri mistök, 1 til 4 leikmaður, Enter endursýning

## The verdict

study-verdict-even = Heppnin var jöfn: mistökin réðu úrslitum.
study-verdict-even-round = Heppnin var jöfn: mistökin í umferð { $round } réðu úrslitum.
study-verdict-better-lost =
    { $who ->
        [you] Þú lékst betur; drátturinn réð úrslitum.
       *[name] { $name } lék betur; drátturinn réð úrslitum.
    }
study-verdict-deals-lost = Mistökin voru álíka mörg; drátturinn réð úrslitum.
study-verdict-both-lost =
    { $who ->
        [you] Að hluta til var það óheppni: mistök þín kostuðu þig { $errors } meira en mistök hinna, drátturinn { $luck }.
       *[name] Að hluta til var það óheppni: mistökin hjá { $name } kostuðu { $errors } meira en mistök hinna, drátturinn { $luck }.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Drátturinn hjálpaði þér; mistökin réðu úrslitum.
       *[name] Drátturinn var { $name } í hag; mistökin réðu úrslitum.
    }
study-verdict-against =
    { $who ->
        [you] Þú vannst þrátt fyrir óheppni.
       *[name] { $name } vann þrátt fyrir óheppni.
    }
study-verdict-both-won =
    { $who ->
        [you] Þú lékst betur og drátturinn hjálpaði til.
       *[name] { $name } lék betur og drátturinn hjálpaði til.
    }
study-verdict-luck-won =
    { $who ->
        [you] Drátturinn réð úrslitum þér í hag.
       *[name] Drátturinn réð úrslitum { $name } í hag.
    }
study-verdict-open = Leiknum er ekki lokið: skýrslan nær að síðasta leik.

## The graph and the ledger

study-chart =
    { $who ->
        [you] Sigurlíkur þínar
       *[name] Sigurlíkur: { $name }
    }
study-chart-points =
    { $who ->
        [you] Vænt forskot þitt
       *[name] Vænt forskot: { $name }
    }
study-measure = Eining
study-chance = Líkur
study-points = Stig
study-player = Leikmaður
study-you = Þú
study-ledger = Hvaðan breytingarnar koma
study-start = Upphaf
study-total = Samtals
study-luck = Heppni í drætti
study-luck-help = Dráttur er heppni ef hann er betri en meðaltal þeirra drátta sem hefðu getað komið. Það jafnast út, en sigurvegarar hafa oftast fengið meira af henni.
study-errors =
    { $who ->
        [you] Mistök þín
       *[name] Mistök: { $name }
    }
study-moves-of = Leikir: { $name }
study-revision = Leiðréttingar
study-revision-help = Í lok umferðar getur greiningin aðeins áætlað. Þetta eru leiðréttingar hennar eftir næsta drátt, engum leikmanni að kenna.
study-given-up = Uppgjöf
study-after = Eftir umferðina
study-deal = dráttur
study-own-error =
    { $who ->
        [you] mistök þín
       *[name] mistök
    }
study-other-error = mistök annarra
study-change = { $before } → { $after }

## The account

study-account = Reikningurinn
study-goes-first =
    { $who ->
        [you] þú byrjar
       *[name] { $name } byrjar
    }
study-luck-most = þar af { $luck } í umferð { $round }
study-count-slips =
    { $count ->
        [one] { $count } smávilla
       *[other] { $count } smávillur
    }
study-count-mistakes =
    { $count ->
        [one] { $count } mistök
       *[other] { $count } mistök
    }
study-count-blunders =
    { $count ->
        [one] { $count } afleikur
       *[other] { $count } afleikir
    }
study-no-errors = engin sem orð er á gerandi
study-of-engine = frá greiningunni
study-result = Úrslit
study-so-far = Hingað til
study-score = { $own } gegn { $other }
study-average = Með meðaldrætti vinnur svona spilamennska um { $count } af 100 leikjum.

## Players

study-players = Leik fyrir leik
study-lost = Tap í leik
study-lost-detail = { $decisions } af { $moves } leikjum gáfu raunverulegt val.
study-grade = Einkunn
study-grade-name =
    { $grade ->
        [flawless] gallalaust
        [excellent] framúrskarandi
        [strong] sterkt
        [fair] sæmilegt
       *[shaky] óstöðugt
    }
study-best = Bestu leikir
study-good = Góðir
study-slips = Smávillur
study-mistakes = Mistök
study-blunders = Afleikir
study-floor = Gólflína
study-floor-rounds = Gólflína eftir umferðum
study-short = Einni flís of lítið
study-short-column = Dálkur { $column }
study-short-colour =
    { $colour ->
        [blue] Blátt litasett
        [yellow] Gult litasett
        [red] Rautt litasett
        [black] Svart litasett
       *[white] Hvítt litasett
    }

## Turning points and deals

study-turning = Vendipunktar
study-no-turning = Ekkert eitt skref breytti miklu.
study-step-deal = Dráttur umferðar { $round }
study-step-move =
    { $who ->
        [you] Umferð { $round }, þinn leikur { $number }
       *[name] Umferð { $round }, leikur { $number }: { $name }
    }
study-step-tiling =
    { $who ->
        [you] Umferð { $round }, þínir dálkar
       *[name] Umferð { $round }, dálkar: { $name }
    }
study-better =
    { $who ->
        [you] Betri fyrir þig en { $count } af { $of } öðrum mögulegum dráttum.
       *[name] Betri fyrir { $name } en { $count } af { $of } öðrum mögulegum dráttum.
    }
study-worse =
    { $who ->
        [you] Verri fyrir þig en { $count } af { $of } öðrum mögulegum dráttum.
       *[name] Verri fyrir { $name } en { $count } af { $of } öðrum mögulegum dráttum.
    }
study-from =
    { $source ->
        [centre] Miðja borðsins
       *[factory] Plata { $factory }
    }
study-to-line = lína { $line }
study-to-floor = gólflína
study-played = Leikið
study-better-move = Betra
study-hollow = Það kostar stig, ekki leikinn.
study-show = Sýna í endursýningu
study-deals = Drættirnir
study-deals-help = Hver punktur er dráttur sem hefði getað komið; tígullinn er sá sem kom.
study-mean = meðaltal { $value }
