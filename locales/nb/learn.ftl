# Studiesiden og å lære av feil, på bokmål. Bare disse sidene laster tekstene.
#   $who   you, eller name for { $name }
#   $gain  en formatert forskjell, som 8 % eller 1,5 poeng

## Studiesiden

learn-title = Studer
learn-lead = Se hvor spillene dine ble avgjort, og øv på det du overså.
learn-analysis = Analysebrett
learn-analysis-text = Prøv ut en hvilken som helst stilling sammen med motoren.
learn-puzzles = Oppgaver
learn-puzzles-text = Én stilling, ett trekk som er best.
learn-errors = Lær av feilene dine
learn-errors-text =
    { $count ->
        [0] Du er ferdig for nå. Øvelser du ikke klarte, kommer tilbake.
        [one] { $count } øvelse venter.
       *[other] { $count } øvelser venter.
    }
learn-errors-none = Åpne rapporten for et spill, så blir feilene til øvelser.
learn-games = De siste spillene dine
learn-games-empty = Spill et spill ferdig, så finner du rapporten her.
learn-open = Åpne en stilling eller et spill

## Lære av feil

learn-from-report =
    { $who ->
        [you] Lær av feilene dine ({ $count })
       *[name] Øv på feilene til { $name } ({ $count })
    }
learn-none = Det er ingen øvelser ennå. Åpne rapporten for et av spillene dine, så blir feilene til øvelser.
learn-later = Du er ferdig for nå. Det du ikke klarte, kommer tilbake etter 1, 4 og 14 dager.
learn-to-study = Til studiesiden
learn-number = Øvelse { $number } av { $count }
learn-find = Finn noe bedre
learn-find-columns = Finn bedre kolonner
learn-in-game = I spillet: { $text }
learn-turn =
    { $who ->
        [you] Det er din tur. Ta fliser.
       *[name] Gjør trekket for { $name }: Ta fliser.
    }
learn-checking = Sjekker
learn-same = Det er trekket fra spillet. Prøv et annet.
learn-wrong = Nei, det er ikke bedre.
learn-better = { $gain } bedre. Det er mer å hente.
learn-right = Riktig.
learn-right-by = Riktig: { $gain } bedre.
learn-points =
    { $count ->
        [one] { $points } poeng
       *[other] { $points } poeng
    }
learn-tries =
    { $count ->
        [one] Du har ett forsøk til.
       *[other] Du har { $count } forsøk til.
    }
learn-solved = Løst
learn-missed = Løsningen
learn-show = Vis løsningen
learn-next = Neste
learn-finish = Ferdig
learn-again = En gang til
learn-back = Tilbake
learn-line = Den beste fortsettelsen
learn-line-start = Start
learn-all = Alle øvelser
learn-mark =
    { $result ->
        [solved] Øvelse { $number }, løst
        [missed] Øvelse { $number }, ikke løst
       *[open] Øvelse { $number }
    }
learn-solved-count = { $solved } av { $count } løst
learn-keys = Taster: sifre og fargebokstaver for trekket, h hint, s hopp over, n og N neste og forrige, a en gang til, ← → gjennom løsningen, / kommandoer
learn-command-help = Kommandoer: et trekk som 2b3, task, hint, solution, skip, back, again; også f, c, me, p2, legal og bag

## Studier

learn-studies = Studiene dine
learn-studies-empty = Lagre en analyse med et navn, så finner du den her.
learn-save = Lagre
learn-save-title = Lagre analysen
learn-name = Navn
learn-replaces = Dette erstatter studien med samme navn.
learn-saved = Lagret: { $name }
learn-save-failed = Dette kunne ikke lagres: Lagringsplassen i nettleseren er full eller sperret.
learn-rename = Gi nytt navn
learn-delete = Slett
learn-delete-sure = Slette studien «{ $name }»? Den kan ikke hentes tilbake.
