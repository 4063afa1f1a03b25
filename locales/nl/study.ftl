# The game report, in Dutch. Only the report’s page loads these messages.

## The page

study-title = Spelrapport
study-lead = Open een spel en zie waar het gewonnen en verloren werd. Alleen jij ziet het rapport.
study-running = Dit spel is nog bezig en er spelen andere mensen mee. Het rapport komt als het spel is afgelopen.
study-no-engine = Deze browser kan de engine niet uitvoeren. Terugkijken kan wel.
study-too-short = Er valt nog niets te melden: er is nog geen tegel genomen.

## Progress

study-pass-rough = Eerste blik: { $done } van { $of } zetten
study-pass-moves = { $done } van { $of } zetten
study-pass-deals = { $done } van { $of } andere trekkingen
study-done =
    { $moves ->
        [one] { $moves } zet, waarvan { $exact } exact tot het einde van de ronde
       *[other] { $moves } zetten, waarvan { $exact } exact tot het einde van de ronde
    }
study-rough = ruw
study-rough-help = Hier heeft de engine zijn oordeel met meer dan 10% bijgesteld.
study-deeper = Dieper kijken
study-failed = De engine is gestopt: { $reason }
study-retry = Opnieuw proberen
study-print = Afdrukken
study-keys = Toetsen: ← → één stap, n en N volgende en vorige fout, 1 t/m 4 de speler, Enter terugkijken

## The verdict

study-verdict-even = Het geluk was gelijk verdeeld: de fouten gaven de doorslag.
study-verdict-even-round = Het geluk was gelijk verdeeld: de fouten in ronde { $round } gaven de doorslag.
study-verdict-better-lost =
    { $who ->
        [you] Jij speelde beter; het trekken gaf de doorslag.
       *[name] { $name } speelde beter; het trekken gaf de doorslag.
    }
study-verdict-deals-lost = De fouten hielden elkaar in evenwicht; het trekken gaf de doorslag.
study-verdict-both-lost =
    { $who ->
        [you] Deels was het pech: jouw fouten kostten je { $errors } meer dan die van de anderen, het trekken { $luck }.
       *[name] Deels was het pech: de fouten van { $name } kostten { $errors } meer dan die van de anderen, het trekken { $luck }.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Het trekken hielp jou; de fouten gaven de doorslag.
       *[name] Het trekken hielp { $name }; de fouten gaven de doorslag.
    }
study-verdict-against =
    { $who ->
        [you] Jij won ondanks pech.
       *[name] { $name } won ondanks pech.
    }
study-verdict-both-won =
    { $who ->
        [you] Jij speelde beter, en het trekken hielp mee.
       *[name] { $name } speelde beter, en het trekken hielp mee.
    }
study-verdict-luck-won =
    { $who ->
        [you] Het trekken besliste in jouw voordeel.
       *[name] Het trekken besliste in het voordeel van { $name }.
    }
study-verdict-open = Het spel is nog niet afgelopen: het rapport loopt tot en met de laatste zet.

## The graph and the ledger

study-chart =
    { $who ->
        [you] Jouw winstkans
       *[name] Winstkans van { $name }
    }
study-chart-points =
    { $who ->
        [you] Jouw verwachte voorsprong
       *[name] Verwachte voorsprong van { $name }
    }
study-measure = Eenheid
study-chance = Kans
study-points = Punten
study-player = Speler
study-you = Jij
study-ledger = Waar de veranderingen vandaan komen
study-start = Begin
study-total = Totaal
study-luck = Geluk bij het trekken
study-luck-help = Geluk heeft wie er na de trekking beter voor staat dan gemiddeld na alle mogelijke trekkingen. Op den duur middelt dat uit, maar winnaars hadden er meestal meer van.
study-errors =
    { $who ->
        [you] Jouw fouten
       *[name] Fouten van { $name }
    }
study-moves-of = Zetten van { $name }
study-revision = Correcties
study-revision-help = Aan het einde van een ronde kan de engine alleen schatten. Na de volgende trekking corrigeert hij zichzelf: daar kan geen speler iets aan doen.
study-given-up = Opgegeven
study-after = Na de ronde
study-deal = trekking
study-own-error =
    { $who ->
        [you] jouw fout
       *[name] fout
    }
study-other-error = fout van de tegenstander
study-change = { $before } → { $after }

## The account

study-account = Zo telt het op
study-goes-first =
    { $who ->
        [you] jij begint
       *[name] { $name } begint
    }
study-luck-most = waarvan { $luck } in ronde { $round }
study-count-slips =
    { $count ->
        [one] { $count } onnauwkeurigheid
       *[other] { $count } onnauwkeurigheden
    }
study-count-mistakes =
    { $count ->
        [one] { $count } fout
       *[other] { $count } fouten
    }
study-count-blunders =
    { $count ->
        [one] { $count } blunder
       *[other] { $count } blunders
    }
study-no-errors = geen noemenswaardige
study-of-engine = van de engine
study-result = Resultaat
study-so-far = Tot nu toe
study-score = { $own } tegen { $other }
study-average = Met gemiddelde trekkingen wint wie zo speelt ongeveer { $count } van de 100 spellen.

## Players

study-players = Zet voor zet
study-lost = Verlies per zet
study-lost-detail = Zetten met een echte keuze: { $decisions } van { $moves }.
study-grade = Oordeel
study-grade-name =
    { $grade ->
        [flawless] foutloos
        [excellent] uitstekend
        [strong] sterk
        [fair] redelijk
       *[shaky] wankel
    }
study-best = Beste zetten
study-good = Goede zetten
study-slips = Onnauwkeurigheden
study-mistakes = Fouten
study-blunders = Blunders
study-floor = Vloerlijn
study-floor-rounds = Vloerlijn per ronde
study-short = Eén tegel te weinig
study-short-column = Kolom { $column }
study-short-colour =
    { $colour ->
        [blue] Blauwe kleurset
        [yellow] Gele kleurset
        [red] Rode kleurset
        [black] Zwarte kleurset
       *[white] Witte kleurset
    }

## Turning points and deals

study-turning = Keerpunten
study-no-turning = Geen enkele stap veranderde veel.
study-step-deal = De trekking van ronde { $round }
study-step-move =
    { $who ->
        [you] Ronde { $round }, jouw zet { $number }
       *[name] Ronde { $round }, zet { $number } van { $name }
    }
study-step-tiling =
    { $who ->
        [you] Ronde { $round }, jouw kolommen
       *[name] Ronde { $round }, kolommen van { $name }
    }
study-better =
    { $who ->
        [you] Beter voor jou dan { $count } van de { $of } andere mogelijke trekkingen.
       *[name] Beter voor { $name } dan { $count } van de { $of } andere mogelijke trekkingen.
    }
study-worse =
    { $who ->
        [you] Slechter voor jou dan { $count } van de { $of } andere mogelijke trekkingen.
       *[name] Slechter voor { $name } dan { $count } van de { $of } andere mogelijke trekkingen.
    }
study-from =
    { $source ->
        [centre] Midden
       *[factory] Fabriek { $factory }
    }
study-to-line = patroonlijn { $line }
study-to-floor = vloerlijn
study-played = Gespeeld
study-better-move = Beter
study-hollow = Dat kost punten, niet het spel.
study-show = Tonen bij het terugkijken
study-deals = De trekkingen
study-deals-help = Elke stip is een trekking die had kunnen komen; de ruit is de trekking die kwam.
study-mean = gemiddeld { $value }
