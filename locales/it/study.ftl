# The game report, in Italian. Only the report’s page loads these messages.

## The page

study-title = Resoconto della partita
study-lead = Apri una partita e scopri dove è stata vinta e persa. La vedi solo tu.
study-running = Questa partita è ancora in corso e ci giocano altre persone. Il resoconto si apre quando finisce.
study-no-engine = Questo browser non può eseguire l’analisi. Puoi comunque rivedere la partita.
study-too-short = Non c’è ancora niente da dire: nessuna piastrella è stata presa.

## Progress

study-pass-rough = Primo sguardo alle mosse: { $done } su { $of }
study-pass-moves = Mosse: { $done } su { $of }
study-pass-deals = Pescate alternative: { $done } su { $of }
study-done = Mosse: { $moves }, di cui { $exact } con calcolo esatto fino a fine round
study-rough = indicativo
study-rough-help = Qui l’analisi ha corretto la sua stima di oltre il 10%.
study-deeper = Analizza più a fondo
study-failed = L’analisi si è fermata: { $reason }
study-retry = Riprova
study-print = Stampa
study-keys = Tasti: ← → un passo, n e N errore successivo e precedente, da 1 a 4 il giocatore, Invio il replay

## The verdict

study-verdict-even = La fortuna è stata pari: hanno deciso gli errori.
study-verdict-even-round = La fortuna è stata pari: hanno deciso gli errori del round { $round }.
study-verdict-better-lost =
    { $who ->
        [you] Hai giocato meglio tu; hanno deciso le pescate.
       *[name] { $name } ha giocato meglio; hanno deciso le pescate.
    }
study-verdict-deals-lost = Gli errori si sono equivalsi; hanno deciso le pescate.
study-verdict-both-lost =
    { $who ->
        [you] In parte è stata sfortuna. Probabilità di vittoria persa: { $errors } per i tuoi errori, al netto di quelli altrui, e { $luck } per le pescate.
       *[name] In parte è stata sfortuna. Probabilità di vittoria persa: { $errors } per gli errori di { $name }, al netto di quelli altrui, e { $luck } per le pescate.
    }
study-verdict-helped-lost =
    { $who ->
        [you] Le pescate ti hanno aiutato; hanno deciso gli errori.
       *[name] Le pescate hanno aiutato { $name }; hanno deciso gli errori.
    }
study-verdict-against =
    { $who ->
        [you] Hai vinto nonostante la sfortuna.
       *[name] { $name } ha vinto nonostante la sfortuna.
    }
study-verdict-both-won =
    { $who ->
        [you] Hai giocato meglio, e le pescate ti hanno aiutato.
       *[name] { $name } ha giocato meglio, e le pescate hanno aiutato.
    }
study-verdict-luck-won =
    { $who ->
        [you] Le pescate hanno deciso a tuo favore.
       *[name] Le pescate hanno deciso a favore di { $name }.
    }
study-verdict-open = La partita non è finita: il resoconto si ferma all’ultima mossa.

## The graph and the ledger

study-chart =
    { $who ->
        [you] La tua probabilità di vittoria
       *[name] Probabilità di vittoria di { $name }
    }
study-chart-points =
    { $who ->
        [you] Il tuo vantaggio atteso
       *[name] Vantaggio atteso di { $name }
    }
study-measure = Unità
study-chance = Probabilità
study-points = Punti
study-player = Giocatore
study-you = Tu
study-ledger = Da dove vengono i cambiamenti
study-start = Inizio
study-total = Totale
study-luck = Fortuna nelle pescate
study-luck-help = Una pescata è fortunata per un giocatore quando gli è più favorevole della media delle pescate possibili. Alla lunga la fortuna si compensa, ma chi vince di solito ne ha avuta di più.
study-errors =
    { $who ->
        [you] I tuoi errori
       *[name] Errori di { $name }
    }
study-moves-of = Mosse di { $name }
study-revision = Correzioni
study-revision-help = A fine round l’analisi può solo stimare. Queste sono le sue correzioni dopo la pescata seguente: nessun giocatore ne ha merito o colpa.
study-given-up = Abbandono
study-after = Dopo il round
study-deal = pescata
study-own-error =
    { $who ->
        [you] errore tuo
       *[name] errore
    }
study-other-error = errore altrui
study-change = { $before } → { $after }

## The account

study-account = Come si arriva al risultato
study-goes-first =
    { $who ->
        [you] inizi tu
       *[name] inizia { $name }
    }
study-luck-most = di cui { $luck } nel round { $round }
study-count-slips =
    { $count ->
        [one] { $count } imprecisione
       *[other] { $count } imprecisioni
    }
study-count-mistakes =
    { $count ->
        [one] { $count } errore
       *[other] { $count } errori
    }
study-count-blunders =
    { $count ->
        [one] { $count } errore grave
       *[other] { $count } errori gravi
    }
study-no-errors = nessuno di rilievo
study-of-engine = dell’analisi
study-result = Risultato
study-so-far = Finora
study-score = { $own } a { $other }
study-average =
    { $count ->
        [one] Con pescate medie, giocando così si vince circa { $count } partita su 100.
       *[other] Con pescate medie, giocando così si vincono circa { $count } partite su 100.
    }

## Players

study-players = Mossa per mossa
study-lost = Perdita per mossa
study-lost-detail = Mosse con una vera scelta: { $decisions } su { $moves }.
study-grade = Giudizio
study-grade-name =
    { $grade ->
        [flawless] impeccabile
        [excellent] eccellente
        [strong] solido
        [fair] discreto
       *[shaky] incerto
    }
study-best = Mosse migliori
study-good = Buone
study-slips = Imprecisioni
study-mistakes = Errori
study-blunders = Errori gravi
study-floor = Linea del pavimento
study-floor-rounds = Linea del pavimento per round
study-short = Mancava una piastrella
study-short-column = Colonna { $column }
study-short-colour =
    { $colour ->
        [blue] Serie blu
        [yellow] Serie gialla
        [red] Serie rossa
        [black] Serie nera
       *[white] Serie bianca
    }

## Turning points and deals

study-turning = Punti di svolta
study-no-turning = Nessun singolo passo ha cambiato molto.
study-step-deal = La pescata del round { $round }
study-step-move =
    { $who ->
        [you] Round { $round }, la tua mossa { $number }
       *[name] Round { $round }, mossa { $number } di { $name }
    }
study-step-tiling =
    { $who ->
        [you] Round { $round }, le tue colonne
       *[name] Round { $round }, colonne di { $name }
    }
study-better =
    { $who ->
        [you] Migliore per te di { $count } tra { $of } altre pescate possibili.
       *[name] Migliore per { $name } di { $count } tra { $of } altre pescate possibili.
    }
study-worse =
    { $who ->
        [you] Peggiore per te di { $count } tra { $of } altre pescate possibili.
       *[name] Peggiore per { $name } di { $count } tra { $of } altre pescate possibili.
    }
study-from =
    { $source ->
        [centre] Centro
       *[factory] Vassoio { $factory }
    }
study-to-line = linea { $line }
study-to-floor = linea del pavimento
study-played = Giocata
study-better-move = Meglio
study-hollow = Costa punti, non la partita.
study-show = Mostra nel replay
study-deals = Le pescate
study-deals-help = Ogni pallino è una pescata possibile; il rombo è quella uscita.
study-mean = media { $value }
