# The game report, in Icelandic. Only the report’s page loads these messages.

## The page

study-title = Leikskýrsla
study-lead = Opnaðu leik og sjáðu hvar hann vannst og tapaðist. Aðeins þú sérð skýrsluna.
study-running = Þessi leikur stendur enn yfir og annað fólk er með. Skýrslan opnast þegar honum lýkur.
study-no-engine = Þessi vafri ræður ekki við greininguna. Þú getur samt horft á endursýninguna.
study-too-short = Frá engu er að segja enn: engin flís hefur verið tekin.

## Progress

study-pass-rough =
    { $of ->
        [one] Fyrsta yfirferð: { $done } af { $of } leik
       *[other] Fyrsta yfirferð: { $done } af { $of } leikjum
    }
study-pass-moves =
    { $of ->
        [one] { $done } af { $of } leik
       *[other] { $done } af { $of } leikjum
    }
study-pass-deals = { $done } af { $of } öðrum útdráttum
study-done = Leikir: { $moves }, þar af nákvæmlega reiknaðir til loka umferðar: { $exact }
study-rough = gróft
study-rough-help = Hér breyttist mat greiningarinnar um meira en 10%.
study-deeper = Skoða nánar
study-failed = Greiningin stöðvaðist: { $reason }
study-retry = Reyna aftur
study-print = Prenta
study-keys = Lyklar: ← → eitt skref, n og N næstu og fyrri mistök, 1 til 4 leikmaður, Enter endursýning

## The verdict

study-verdict-even = Heppnin skiptist jafnt: mistökin réðu úrslitum.
study-verdict-even-round = Heppnin skiptist jafnt: mistökin í umferð { $round } réðu úrslitum.
study-verdict-better-lost =
    { $who ->
        [you] Þú lékst betur; útdrátturinn réð úrslitum.
       *[name] { $name } lék betur; útdrátturinn réð úrslitum.
    }
study-verdict-deals-lost = Mistökin kostuðu álíka mikið; útdrátturinn réð úrslitum.
study-verdict-both-lost =
    { $who ->
        [you] Að hluta til var það óheppni: þú tapaðir { $errors } meira á mistökum en aðrir og { $luck } á útdrættinum.
       *[name] Að hluta til var það óheppni: { $name } tapaði { $errors } meira á mistökum en aðrir og { $luck } á útdrættinum.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Útdrátturinn hjálpaði þér; mistökin réðu úrslitum.
       *[name] { $name } naut góðs af útdrættinum; mistökin réðu úrslitum.
    }
study-verdict-against =
    { $who ->
        [you] Þú vannst þrátt fyrir óheppni.
       *[name] { $name } vann þrátt fyrir óheppni.
    }
study-verdict-both-won =
    { $who ->
        [you] Þú lékst betur og útdrátturinn hjálpaði til.
       *[name] { $name } lék betur og útdrátturinn hjálpaði til.
    }
study-verdict-luck-won =
    { $who ->
        [you] Útdrátturinn réð úrslitum þér í hag.
       *[name] { $name } vann: útdrátturinn réð úrslitum.
    }
study-verdict-open = Viðureigninni er ekki lokið: skýrslan nær fram að síðasta leik.

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
study-luck = Heppni í útdrætti
study-luck-help = Útdráttur er heppni fyrir leikmann ef hann er honum hagstæðari en meðaltal þeirra útdrátta sem hefðu getað komið. Heppnin jafnast út, en sigurvegarar hafa oftast fengið meira af henni.
study-errors =
    { $who ->
        [you] Mistök þín
       *[name] Mistök: { $name }
    }
study-moves-of = Leikir: { $name }
study-revision = Leiðréttingar
study-revision-help = Í lok umferðar getur greiningin aðeins áætlað. Þetta eru leiðréttingar hennar eftir næsta útdrátt, engum leikmanni að kenna.
study-given-up = Uppgjöf
study-after = Eftir umferðina
study-deal = útdráttur
study-own-error =
    { $who ->
        [you] mistök þín
       *[name] mistök
    }
study-other-error = mistök annarra
study-change = { $before } → { $after }

## The account

study-account = Svona leggst það saman
study-goes-first =
    { $who ->
        [you] þú byrjar
       *[name] { $name } byrjar
    }
study-luck-most = þar af { $luck } í umferð { $round }
study-count-slips =
    { $count ->
        [one] { $count } ónákvæmur leikur
       *[other] { $count } ónákvæmir leikir
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
study-average = Svona spilamennska skilar sigri í um { $count } af 100 leikjum ef útdrættir eru í meðallagi.

## Players

study-players = Leik fyrir leik
study-lost = Tap á hvern leik
study-lost-detail =
    { $moves ->
        [one] Raunverulegt val var í { $decisions } af { $moves } leik.
       *[other] Raunverulegt val var í { $decisions } af { $moves } leikjum.
    }
study-grade = Einkunn
study-grade-name =
    { $grade ->
        [flawless] gallalaust
        [excellent] framúrskarandi
        [strong] sterkt
        [fair] sæmilegt
       *[shaky] óöruggt
    }
study-best = Bestu leikir
study-good = Góðir
study-slips = Ónákvæmni
study-mistakes = Mistök
study-blunders = Afleikir
study-floor = Gólflína
study-floor-rounds = Gólflína eftir umferðum
study-short = Vantar eina flís
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
study-step-deal = Útdráttur í umferð { $round }
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
        [you] Betri fyrir þig en { $count } af { $of } öðrum mögulegum útdráttum.
       *[name] { $name }: betri en { $count } af { $of } öðrum mögulegum útdráttum.
    }
study-worse =
    { $who ->
        [you] Verri fyrir þig en { $count } af { $of } öðrum mögulegum útdráttum.
       *[name] { $name }: verri en { $count } af { $of } öðrum mögulegum útdráttum.
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
study-deals = Útdrættirnir
study-deals-help = Hver punktur er útdráttur sem hefði getað komið; tígullinn er sá sem kom.
study-mean = meðaltal { $value }
