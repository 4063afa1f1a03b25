# De studiepagina en leren van fouten, in het Nederlands. Alleen die pagina’s laden deze teksten.
#   $who   you, of name voor { $name }
#   $gain  een opgemaakt verschil, zoals 8% of 1,5 punt

## De studiepagina

learn-title = Studie
learn-lead = Bekijk waar je spellen werden beslist en oefen wat je hebt gemist.
learn-analysis = Analysebord
learn-analysis-text = Probeer elke stelling uit, met de engine naast je.
learn-puzzles = Puzzels
learn-puzzles-text = Eén stelling, één beste zet.
learn-errors = Leer van je fouten
learn-errors-text =
    { $count ->
        [0] Je bent voorlopig klaar. Gemiste oefeningen komen terug.
        [one] Er wacht { $count } oefening.
       *[other] Er wachten { $count } oefeningen.
    }
learn-errors-none = Open het rapport van een spel, dan worden de fouten oefeningen.
learn-games = Je laatste spellen
learn-games-empty = Speel een spel uit, dan vind je hier het rapport.
learn-open = Open een stelling of een spel

## Leren van fouten

learn-from-report =
    { $who ->
        [you] Leer van je fouten ({ $count })
       *[name] Oefen de fouten van { $name } ({ $count })
    }
learn-none = Er zijn nog geen oefeningen. Open het rapport van een van je spellen, dan worden de fouten oefeningen.
learn-later = Je bent voorlopig klaar. Wat je hebt gemist, komt na 1, 4 en 14 dagen terug.
learn-to-study = Naar de studiepagina
learn-number = Oefening { $number } van { $count }
learn-find = Zoek iets beters
learn-find-columns = Zoek betere kolommen
learn-in-game = In het spel: { $text }
learn-turn =
    { $who ->
        [you] Jij bent aan de beurt. Neem tegels.
       *[name] { $name } is aan de beurt: neem tegels.
    }
learn-checking = Wordt gecontroleerd
learn-same = Dat is de zet uit het spel. Probeer een andere.
learn-wrong = Nee, dat is niet beter.
learn-better = { $gain } beter, maar er zit meer in.
learn-right = Goed.
learn-right-by = Goed: { $gain } beter.
learn-points =
    { $count ->
        [one] { $points } punt
       *[other] { $points } punten
    }
learn-tries =
    { $count ->
        [one] Je hebt nog één poging.
       *[other] Je hebt nog { $count } pogingen.
    }
learn-solved = Opgelost
learn-missed = De oplossing
learn-show = Oplossing tonen
learn-next = Volgende
learn-finish = Klaar
learn-again = Opnieuw
learn-back = Terug
learn-line = De beste voortzetting
learn-line-start = Begin
learn-all = Alle oefeningen
learn-mark =
    { $result ->
        [solved] Oefening { $number }, opgelost
        [missed] Oefening { $number }, gemist
       *[open] Oefening { $number }
    }
learn-solved-count = { $solved } van { $count } opgelost
learn-keys = Toetsen: cijfers en kleurletters doen een zet, h hint, s overslaan, n en N volgende en vorige, a opnieuw, ← → door de oplossing, / opdrachten
learn-command-help = Opdrachten: een zet zoals 2b3, task, hint, solution, skip, back, again; ook f, c, me, p2, legal en bag

## Studies

learn-studies = Je studies
learn-studies-empty = Sla een analyse op onder een naam, dan vind je die hier.
learn-save = Opslaan
learn-save-title = Analyse opslaan
learn-name = Naam
learn-replaces = Dit vervangt de studie met dezelfde naam.
learn-saved = Opgeslagen: { $name }
learn-save-failed = Opslaan is niet gelukt: de opslagruimte van de browser is vol of geblokkeerd.
learn-rename = Hernoemen
learn-delete = Verwijderen
learn-delete-sure = De studie ‘{ $name }’ verwijderen? Dit kan niet ongedaan worden gemaakt.
