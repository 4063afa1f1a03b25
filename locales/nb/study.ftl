# The game report, in Norwegian (Bokmål). Only the report’s page loads these messages.

## The page

study-title = Spillrapport
study-lead = Åpne et spill og se hvor det ble vunnet og tapt. Bare du ser rapporten.
study-running = Dette spillet pågår fortsatt, og andre er med. Rapporten åpnes når det er slutt.
study-no-engine = Denne nettleseren kan ikke kjøre analysen. Du kan likevel se reprisen.
study-too-short = Det er ikke noe å rapportere ennå: Ingen flis er tatt.

## Progress

study-pass-rough = Første blikk: { $done } av { $of } trekk
study-pass-moves = { $done } av { $of } trekk
study-pass-deals = { $done } av { $of } andre trekninger
study-done = { $moves } trekk, { $exact } eksakt beregnet til rundeslutt
study-rough = omtrentlig
study-rough-help = Her endret vurderingen seg med mer enn 10 %.
study-deeper = Se nærmere
study-failed = Analysen har stoppet: { $reason }
study-retry = Prøv igjen
study-print = Skriv ut
study-keys = Taster: ← → ett steg, n og N neste og forrige feil, 1 til 4 spilleren, Enter reprisen

## The verdict

study-verdict-even = Flaksen var jevnt fordelt: Feilene avgjorde.
study-verdict-even-round = Flaksen var jevnt fordelt: Feilene i runde { $round } avgjorde.
study-verdict-better-lost =
    { $who ->
        [you] Du spilte bedre; trekningene avgjorde.
       *[name] { $name } spilte bedre; trekningene avgjorde.
    }
study-verdict-deals-lost = Feilene kostet omtrent like mye; trekningene avgjorde.
study-verdict-both-lost =
    { $who ->
        [you] Noe av det var uflaks: Feilene dine kostet deg { $errors } mer enn de andres, trekningene { $luck }.
       *[name] Noe av det var uflaks: Feilene til { $name } kostet { $errors } mer enn de andres, trekningene { $luck }.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Trekningene hjalp deg; feilene avgjorde.
       *[name] Trekningene hjalp { $name }; feilene avgjorde.
    }
study-verdict-against =
    { $who ->
        [you] Du vant til tross for uflaks.
       *[name] { $name } vant til tross for uflaks.
    }
study-verdict-both-won =
    { $who ->
        [you] Du spilte bedre, og trekningene hjalp til.
       *[name] { $name } spilte bedre, og trekningene hjalp til.
    }
study-verdict-luck-won =
    { $who ->
        [you] Trekningene avgjorde til fordel for deg.
       *[name] Trekningene avgjorde til fordel for { $name }.
    }
study-verdict-open = Spillet er ikke slutt: Rapporten går til siste trekk.

## The graph and the ledger

study-chart =
    { $who ->
        [you] Din vinnersjanse
       *[name] Vinnersjansen til { $name }
    }
study-chart-points =
    { $who ->
        [you] Din forventede ledelse
       *[name] Den forventede ledelsen til { $name }
    }
study-measure = Enhet
study-chance = Sjanse
study-points = Poeng
study-player = Spiller
study-you = Du
study-ledger = Hvor endringene kommer fra
study-start = Start
study-total = Sum
study-luck = Flaks i trekningene
study-luck-help = En trekning er flaks for en spiller når den er bedre for spilleren enn gjennomsnittet av trekningene som kunne ha kommet. Flaksen jevner seg ut, men vinnere har som regel hatt mer av den.
study-errors =
    { $who ->
        [you] Feilene dine
       *[name] Feilene til { $name }
    }
study-moves-of = Trekkene til { $name }
study-revision = Justeringer
study-revision-help = Ved rundeslutt kan analysen bare gi et anslag. Dette er justeringene etter neste trekning, som ingen spiller kan noe for.
study-given-up = Gitt opp
study-after = Etter runden
study-deal = trekning
study-own-error =
    { $who ->
        [you] feilen din
       *[name] feil
    }
study-other-error = andres feil
study-change = { $before } → { $after }

## The account

study-account = Slik går det opp
study-goes-first =
    { $who ->
        [you] du begynner
       *[name] { $name } begynner
    }
study-luck-most = { $luck } av det i runde { $round }
study-count-slips =
    { $count ->
        [one] { $count } unøyaktighet
       *[other] { $count } unøyaktigheter
    }
study-count-mistakes =
    { $count ->
        [one] { $count } feil
       *[other] { $count } feil
    }
study-count-blunders =
    { $count ->
        [one] { $count } tabbe
       *[other] { $count } tabber
    }
study-no-errors = ingen nevneverdige
study-of-engine = fra analysen
study-result = Resultat
study-so-far = Så langt
study-score = { $own } mot { $other }
study-average = Den som spiller slik, vinner omtrent { $count } av 100 spill med gjennomsnittlige trekninger.

## Players

study-players = Trekk for trekk
study-lost = Tapt per trekk
study-lost-detail = { $decisions } av { $moves } trekk ga et reelt valg.
study-grade = Karakter
study-grade-name =
    { $grade ->
        [flawless] feilfri
        [excellent] utmerket
        [strong] sterk
        [fair] grei
       *[shaky] ustø
    }
study-best = Beste trekk
study-good = Gode
study-slips = Unøyaktigheter
study-mistakes = Feil
study-blunders = Tabber
study-floor = Gulvlinje
study-floor-rounds = Gulvlinje per runde
study-short = Mangler én flis
study-short-column = Kolonne { $column }
study-short-colour =
    { $colour ->
        [blue] Blått fargesett
        [yellow] Gult fargesett
        [red] Rødt fargesett
        [black] Svart fargesett
       *[white] Hvitt fargesett
    }

## Turning points and deals

study-turning = Vendepunkter
study-no-turning = Ingen enkeltsteg endret mye.
study-step-deal = Trekningen i runde { $round }
study-step-move =
    { $who ->
        [you] Runde { $round }, ditt trekk { $number }
       *[name] Runde { $round }, trekk { $number } av { $name }
    }
study-step-tiling =
    { $who ->
        [you] Runde { $round }, kolonnene dine
       *[name] Runde { $round }, kolonnene til { $name }
    }
study-better =
    { $who ->
        [you] Bedre for deg enn { $count } av { $of } andre mulige trekninger.
       *[name] Bedre for { $name } enn { $count } av { $of } andre mulige trekninger.
    }
study-worse =
    { $who ->
        [you] Dårligere for deg enn { $count } av { $of } andre mulige trekninger.
       *[name] Dårligere for { $name } enn { $count } av { $of } andre mulige trekninger.
    }
study-from =
    { $source ->
        [centre] Markedet
       *[factory] Fabrikk { $factory }
    }
study-to-line = mønsterlinje { $line }
study-to-floor = gulvlinje
study-played = Spilt
study-better-move = Bedre
study-hollow = Det koster poeng, ikke spillet.
study-show = Vis i reprisen
study-deals = Trekningene
study-deals-help = Hver prikk er en trekning som kunne ha kommet; romben er den som kom.
study-mean = gjennomsnitt { $value }
