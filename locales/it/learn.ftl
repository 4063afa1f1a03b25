# La pagina di studio e gli errori da cui imparare, in italiano. Solo queste pagine caricano i testi.
#   $who   you, oppure name per { $name }
#   $gain  una differenza già formattata, come 8% o 1,5 punti

## La pagina di studio

learn-title = Studia
learn-lead = Guarda dove si sono decise le tue partite ed esercitati su ciò che ti è sfuggito.
learn-analysis = Tavolo di analisi
learn-analysis-text = Prova qualsiasi posizione con il motore accanto.
learn-puzzles = Problemi
learn-puzzles-text = Una posizione, una sola mossa giusta.
learn-errors = Impara dai tuoi errori
learn-errors-text =
    { $count ->
        [0] Per ora hai finito. Gli esercizi non risolti torneranno.
        [one] Ti aspetta { $count } esercizio.
       *[other] Ti aspettano { $count } esercizi.
    }
learn-errors-none = Apri il resoconto di una partita: i suoi errori diventano esercizi.
learn-games = Le tue ultime partite
learn-games-empty = Finisci una partita e qui troverai il suo resoconto.
learn-open = Apri una posizione o una partita

## Imparare dagli errori

learn-from-report =
    { $who ->
        [you] Impara dai tuoi errori ({ $count })
       *[name] Esercitati sugli errori di { $name } ({ $count })
    }
learn-none = Non ci sono ancora esercizi. Apri il resoconto di una tua partita: i suoi errori diventano esercizi.
learn-later = Per ora hai finito. Gli esercizi non risolti tornano dopo 1, 4 e 14 giorni.
learn-to-study = Alla pagina di studio
learn-number = Esercizio { $number } di { $count }
learn-find = Trova qualcosa di meglio
learn-find-columns = Trova colonne migliori
learn-in-game = Nella partita: { $text }
learn-turn =
    { $who ->
        [you] Tocca a te. Prendi delle piastrelle.
       *[name] Gioca per { $name }: prendi delle piastrelle.
    }
learn-checking = Controllo in corso
learn-same = È la mossa della partita. Provane un’altra.
learn-wrong = No, non è migliore.
learn-better = Meglio (+{ $gain }). Si può fare ancora di più.
learn-right = Giusto.
learn-right-by = Giusto (+{ $gain }).
learn-points =
    { $count ->
        [one] { $points } punto
       *[other] { $points } punti
    }
learn-tries =
    { $count ->
        [one] Hai ancora un tentativo.
       *[other] Hai ancora { $count } tentativi.
    }
learn-solved = Risolto
learn-missed = La soluzione
learn-show = Mostra la soluzione
learn-next = Avanti
learn-finish = Fatto
learn-again = Di nuovo
learn-back = Indietro
learn-line = La sequenza migliore
learn-line-start = Inizio
learn-all = Tutti gli esercizi
learn-mark =
    { $result ->
        [solved] Esercizio { $number }, risolto
        [missed] Esercizio { $number }, non risolto
       *[open] Esercizio { $number }
    }
learn-solved-count = Risolti: { $solved } su { $count }
learn-keys = Tasti: cifre e lettere dei colori per la mossa, h suggerimento, s salta, n e N successivo e precedente, a di nuovo, ← → nella soluzione, / comandi
learn-command-help = Comandi: una mossa come 2b3, task, hint, solution, skip, back, again; anche f, c, me, p2, legal e bag

## Studi

learn-studies = I tuoi studi
learn-studies-empty = Salva un’analisi con un nome e la ritroverai qui.
learn-save = Salva
learn-save-title = Salva l’analisi
learn-name = Nome
learn-replaces = Sostituisce lo studio con lo stesso nome.
learn-saved = Salvato: { $name }
learn-save-failed = Non è stato possibile salvare: la memoria del browser è piena o bloccata.
learn-rename = Rinomina
learn-delete = Elimina
learn-delete-sure = Eliminare lo studio «{ $name }»? Non si può recuperare.
