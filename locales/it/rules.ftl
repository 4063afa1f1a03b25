# The rules page and the first lesson, in Italian.

## The rules page

rules-title = Regole
rules-lead = Tutte le regole in una pagina. Premi il pulsante sotto una plancia e guarda che cosa succede.
rules-contents = In questa pagina
rules-start-lesson = Gioca invece un round guidato

rules-show = Mostra che cosa succede
rules-next = Passo successivo
rules-back = Torna all’inizio

rules-goal = L’obiettivo
rules-goal-text = Da due a quattro giocatori prendono piastrelle da un’offerta comune e le mettono su pareti di cinque caselle per cinque. Una piastrella sulla tua parete dà punti per tutte quelle che le stanno accanto senza interruzioni. Una piastrella che non trova posto ti costa punti. Alla fine vince chi ha più punti.

rules-table = Che cosa c’è sul tavolo
rules-table-tiles = Ci sono 100 piastrelle, 20 per colore, e si pescano da un sacchetto. Quelle usate vanno nel coperchio della scatola.
rules-table-factories = In mezzo ci sono vassoi rotondi (nel regolamento si chiamano tessere vassoio): 5 per due giocatori, 7 per tre, 9 per quattro. Su ognuno vanno quattro piastrelle. Tra i vassoi c’è il centro, dove all’inizio si trova il segnalino primo giocatore.
rules-table-board = Ogni giocatore ha una plancia. A sinistra ci sono cinque linee quadrettate con posto per 1–5 piastrelle, a destra la parete, sotto la linea del pavimento. Tutti cominciano con 0 punti.
rules-example-deal = Prima di ogni round, ogni vassoio riceve quattro piastrelle dal sacchetto.

rules-take = Prendere piastrelle
rules-take-factory = Si gioca a turno. Nel tuo turno prendi tutte le piastrelle di un colore da un vassoio. Le altre piastrelle di quel vassoio vanno al centro.
rules-take-centre = Oppure prendi tutte le piastrelle di un colore dal centro. Chi lo fa per primo in un round riceve anche il segnalino primo giocatore. Va sulla prima casella libera della linea del pavimento e lì costa punti, ma chi ce l’ha inizia il round successivo.
rules-take-must = Qualcosa si prende sempre; non si può passare.
rules-example-take = Due piastrelle nere vanno dal vassoio 2 alla linea 3. La rossa e la bianca vanno al centro.
rules-example-marker = Tre piastrelle rosse dal centro, e con loro il segnalino primo giocatore. La sua casella sulla linea del pavimento costa 1 punto.

rules-place = Collocare le piastrelle
rules-place-one-line = Tutte le piastrelle che prendi vanno su una sola linea. Una linea contiene un solo colore. Una linea piena non accetta altro, e nessuna linea accetta un colore che c’è già nella sua riga della parete.
rules-place-spill = Quello che non ci sta cade sulla linea del pavimento, da sinistra a destra. Puoi anche metterci tutto di proposito. Quando le sue sette caselle sono occupate, le altre piastrelle vanno nel coperchio e non costano nulla.
rules-example-refused = Dove possono andare due piastrelle blu? La linea 1 è piena, sulla linea 3 ci sono piastrelle bianche e la riga 4 ha già una piastrella blu. Restano la linea 2, la linea 5 e la linea del pavimento.
rules-example-spill = Tre piastrelle gialle, ma sulla linea 2 ce ne stanno due. La terza cade.
rules-example-floor-by-choice = Una sola piastrella bianca comincerebbe una linea che vuoi tenere libera. Sulla linea del pavimento ti costa 1 punto.

rules-tiling = Quando le piastrelle sono finite
rules-tiling-text = Il round finisce quando sui vassoi e al centro non ci sono più piastrelle. Ora ogni linea piena, dall’alto in basso, manda una piastrella alla casella del suo colore nella riga corrispondente della parete. Le altre piastrelle di quella linea vanno nel coperchio. Le linee non piene tengono le loro piastrelle per il round successivo.
rules-example-tiling = Le linee 1 e 2 sono piene e mandano una piastrella sulla parete. Le linee 3 e 5 aspettano.

rules-scoring = Quanto vale una piastrella
rules-scoring-text = Ogni piastrella dà punti appena arriva sulla parete. Conta quante piastrelle sono unite senza interruzioni lungo la riga e quante lungo la colonna. Una direzione conta da due piastrelle in su, e la nuova piastrella fa parte di entrambe. Una piastrella senza vicine dà 1 punto.
rules-example-alone = Nessuna vicina: 1 punto.
rules-example-row = 3 piastrelle una accanto all’altra: 3 punti.
rules-example-column = 3 piastrelle una sotto l’altra: 3 punti.
rules-example-cross = 3 piastrelle una accanto all’altra e 4 una sotto l’altra: 3 + 4 = 7 punti.

rules-floor = Quanto costa il pavimento
rules-floor-text = Dopo il rivestimento perdi i punti scritti sulle caselle occupate della linea del pavimento: 1, 1, 2, 2, 2, 3, 3 da sinistra a destra. Il segnalino primo giocatore conta come una piastrella. Il punteggio non scende mai sotto 0. Poi tutto passa dalla linea del pavimento al coperchio.
rules-example-floor = Il segnalino e tre piastrelle costano 1 + 1 + 2 + 2 = 6 punti.
rules-example-floor-zero = Qui il pavimento costa 6 punti, ma da perdere ce ne sono solo 3.

rules-next-round = Il round successivo
rules-next-round-text = I vassoi si riempiono di nuovo e inizia chi ha il segnalino. Se si deve pescare una piastrella e il sacchetto è vuoto, le piastrelle del coperchio tornano nel sacchetto. Se non bastano nemmeno quelle, si gioca con quello che c’è.

rules-end = La fine
rules-end-text = La partita finisce dopo il round in cui qualcuno completa una riga di cinque. Allora ognuno riceve i bonus per la sua parete:
rules-end-row = 2 punti per ogni riga completa
rules-end-column = 7 punti per ogni colonna completa
rules-end-colour = 10 punti per ogni colore di cui tutte e cinque le piastrelle sono sulla parete
rules-end-tie = Vince chi ha più punti. In caso di parità decide il numero di righe complete; se anche quello è uguale, la vittoria è condivisa.
rules-example-end = L’ultima piastrella nera completa la riga 2. Anche la colonna 2 e tutte e cinque le piastrelle blu sono complete: 2 + 7 + 10 = 19 punti.

rules-grey = La parete grigia
rules-grey-text = Il retro delle plance non mostra colori. Lì scegli tu la colonna per ogni linea piena, dall’alto in basso. Nessuna riga e nessuna colonna può avere due volte lo stesso colore. Tutti scelgono nello stesso momento e rivelano insieme.
rules-grey-dead = Se per il colore di una linea piena non c’è più una casella, tutte le sue piastrelle cadono subito sulla linea del pavimento, prima che si conti il pavimento. Altrimenti la piastrella va collocata.
rules-example-grey = Le colonne 1 e 4 hanno già una piastrella rossa e qui la colonna 3 è occupata: restano le colonne 2 e 5.
rules-example-grey-dead = Le caselle libere della riga 3 sono in colonne che hanno già una piastrella rossa. Le tre piastrelle cadono.

rules-rare = Casi rari
rules-rare-marker = La tua linea del pavimento è piena quando prendi il segnalino primo giocatore: non costa nulla e inizi comunque il round successivo.
rules-rare-untaken = Nessuna piastrella è mai arrivata al centro, quindi nessuno ha preso il segnalino: inizia di nuovo lo stesso giocatore.
rules-rare-empty = Sacchetto e coperchio sono vuoti e non c’è nulla da distribuire: la partita finisce lì, con i bonus.
rules-rare-start = Le regole non dicono chi inizia il primissimo round. Qui decide la sorte, se non scegli tu.

## The first lesson

lesson-title = Il tuo primo round
lesson-lead = Un round dall’inizio alla fine, in circa cinque minuti. Giochi contro Ana e niente può andare storto.
lesson-progress = Passo { $step } di { $total }
lesson-begin = Comincia
lesson-continue = Continua
lesson-again = Ricomincia
lesson-skip = Vai alle regole

lesson-welcome = Il tavolo
lesson-welcome-text = Sui vassoi rotondi ci sono le piastrelle che tu e Ana vi dividete. Sotto c’è la tua plancia: cinque linee a sinistra, la parete a destra, la linea del pavimento in basso. Raccogli piastrelle sulle linee, e le linee piene mettono piastrelle sulla parete.

lesson-take = Prendi piastrelle
lesson-take-text = Si prendono tutte le piastrelle di un colore da un vassoio. Prendi le 2 piastrelle bianche dal vassoio 1.
lesson-take-line = Ora scegli dove vanno. Solo le linee piene danno punti, e la linea 2 ha proprio 2 caselle.
lesson-take-done = La linea 2 è piena. La piastrella rossa e quella blu che stavano con loro sono andate al centro.

lesson-open = Una linea non piena
lesson-open-text = Prendi le 3 piastrelle gialle dal vassoio 5.
lesson-open-line = La linea 4 ha 4 caselle. Una resta vuota e va bene così: una linea tiene le sue piastrelle finché non è piena, anche nel round successivo.
lesson-open-done = Sulla linea 4 manca una piastrella gialla.

lesson-centre = Il centro
lesson-centre-text = Le piastrelle rimaste vanno al centro, e puoi prendere anche quelle. Prendi la piastrella blu dal centro.
lesson-centre-line = Alla linea 1 basta una piastrella.
lesson-centre-done = Nessuno aveva ancora preso dal centro: il segnalino primo giocatore è tuo. Sulla linea del pavimento costa 1 punto, ma inizi tu il round successivo.

lesson-colour = Una linea, un colore
lesson-colour-text = Prendi le 3 piastrelle nere dal vassoio 2.
lesson-colour-line = Sulla linea 3 ci stanno tutte. Se vuoi, prova prima la linea 4: ha piastrelle gialle e non accetta altro.
lesson-colour-done = Un’altra linea piena. Più sono le linee piene, più piastrelle vanno sulla parete.

lesson-spill = Una di troppo
lesson-spill-text = Al centro ci sono 2 piastrelle gialle, ma alla linea 4 ne serve una sola. Di un colore si prendono sempre tutte. Prendile.
lesson-spill-line = Collocale sulla linea 4. Quello che non ci sta cade sulla linea del pavimento.
lesson-spill-done = La linea 4 è piena. La piastrella rimasta è caduta sul pavimento e costa 1 punto.

lesson-tiling = Il round finisce
lesson-tiling-text = Tutte le piastrelle sono prese. Ora ogni linea piena, dall’alto in basso, manda una piastrella alla sua riga della parete, che dà subito punti. Il resto della linea va nel coperchio.
lesson-tiling-first = Linea 1: la piastrella blu è sola e dà 1 punto.
lesson-tiling-second = Linea 2: la piastrella bianca è sotto quella blu. 2 piastrelle in colonna danno 2 punti.
lesson-tiling-third = Linea 3: con quella nera le piastrelle in colonna sono 3: 3 punti.
lesson-tiling-fourth = Linea 4: la piastrella gialla non ha vicine e dà 1 punto.
lesson-tiling-opponent = Ana fa lo stesso e ottiene 3 punti. Le sue linee 4 e 5 non sono piene e tengono le piastrelle.
lesson-tiling-floor = Per ultima la linea del pavimento: il segnalino e una piastrella costano 1 punto ciascuno. Tu hai 5 punti, Ana ne ha 3, e inizi tu il round successivo.

lesson-end = Questo era un round intero
lesson-end-text = Si va avanti così finché qualcuno completa una riga di cinque piastrelle sulla parete. Le righe danno punti come le colonne, e una piastrella che sta in entrambe dà punti per entrambe.
lesson-end-bonus = Alla fine le pareti danno bonus: 2 punti per una riga, 7 per una colonna, 10 per tutte e cinque le piastrelle di un colore.
lesson-end-play = Gioca la tua prima partita
lesson-end-rules = Leggi le regole

lesson-other-move = Anche questo si può fare. Per questo round segui l’istruzione qui sopra.
lesson-board-label = Il tavolo del primo round
