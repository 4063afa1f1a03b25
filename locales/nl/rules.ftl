# The rules page and the first lesson, in Dutch.

## The rules page

rules-title = Regels
rules-lead = Alle regels op één pagina. Druk op de knop onder een bord en kijk wat er gebeurt.
rules-contents = Op deze pagina
rules-start-lesson = Liever een ronde met uitleg spelen

rules-show = Laat zien wat er gebeurt
rules-next = Volgende stap
rules-back = Terug naar het begin

rules-goal = Waar het om gaat
rules-goal-text = Twee tot vier spelers nemen tegels uit een gezamenlijk aanbod en leggen ze op muren van vijf bij vijf vakken. Een tegel op je muur levert punten op voor elke tegel waar hij op aansluit. Een tegel die nergens past, kost je punten. Wie aan het eind de meeste punten heeft, wint.

rules-table = Wat er op tafel ligt
rules-table-tiles = Er zijn 100 tegels, 20 van elke kleur, en ze worden uit een zak getrokken. Gebruikte tegels gaan in het deksel van de doos.
rules-table-factories = In het midden liggen ronde fabrieken (in de spelregels heten ze fabrieksschijven): 5 voor twee spelers, 7 voor drie, 9 voor vier. Op elke fabriek komen vier tegels. Ertussen is het midden van de tafel, waar eerst het startspelerfiche ligt.
rules-table-board = Elke speler heeft een bord. Links zijn vijf patroonlijnen met plaats voor 1 tot 5 tegels, rechts is de muur, eronder de vloerlijn. Iedereen begint met 0 punten.
rules-example-deal = Voor elke ronde krijgt elke fabriek vier tegels uit de zak.

rules-take = Tegels nemen
rules-take-factory = Jullie spelen om de beurt. Tijdens je beurt neem je alle tegels van één kleur van één fabriek. De andere tegels van die fabriek gaan naar het midden.
rules-take-centre = Of je neemt alle tegels van één kleur uit het midden. Wie dat in een ronde als eerste doet, krijgt ook het startspelerfiche. Het komt op het eerste vrije vak van de vloerlijn en kost daar punten, maar wie het heeft, begint de volgende ronde.
rules-take-must = Je neemt altijd iets; passen mag niet.
rules-example-take = Twee zwarte tegels gaan van fabriek 2 naar patroonlijn 3. Rood en wit gaan naar het midden.
rules-example-marker = Drie rode tegels uit het midden, en het startspelerfiche erbij. Het vak op de vloerlijn kost 1 punt.

rules-place = Tegels leggen
rules-place-one-line = Alle tegels die je neemt, gaan naar één patroonlijn. Een patroonlijn bevat maar één kleur. In een volle lijn past niets meer, en in geen enkele lijn past een kleur die al in die rij op de muur ligt.
rules-place-spill = Wat niet past, valt op de vloerlijn, van links naar rechts. Je mag er ook met opzet alles neerleggen. Zijn de zeven vakken bezet, dan gaan de overige tegels naar het deksel en kosten ze niets.
rules-example-refused = Waar kunnen twee blauwe tegels heen? Patroonlijn 1 is vol, in patroonlijn 3 ligt wit, en rij 4 heeft al een blauwe tegel. Patroonlijn 2, patroonlijn 5 en de vloerlijn blijven over.
rules-example-spill = Drie gele tegels, maar in patroonlijn 2 passen er twee. De derde valt.
rules-example-floor-by-choice = Eén witte tegel zou een lijn beginnen die je vrij wilt houden. Op de vloerlijn kost hij je 1 punt.

rules-tiling = Als alle tegels genomen zijn
rules-tiling-text = De ronde eindigt als er op de fabrieken en in het midden geen tegel meer ligt. Nu schuift elke volle patroonlijn, van boven naar beneden, één tegel naar het vak van die kleur in de bijbehorende rij van de muur. De andere tegels van die lijn gaan naar het deksel. Lijnen die niet vol zijn, houden hun tegels voor de volgende ronde.
rules-example-tiling = Patroonlijn 1 en 2 zijn vol en schuiven een tegel naar de muur. Patroonlijn 3 en 5 wachten.

rules-scoring = Wat een tegel oplevert
rules-scoring-text = Elke tegel levert punten op zodra hij op de muur komt. Tel hoeveel tegels er in de rij zonder gat bij elkaar liggen, en ook hoeveel in de kolom. Een richting telt vanaf twee tegels, en de nieuwe tegel hoort bij allebei. Een tegel zonder buren levert 1 punt op.
rules-example-alone = Geen buren: 1 punt.
rules-example-row = 3 tegels naast elkaar: 3 punten.
rules-example-column = 3 tegels onder elkaar: 3 punten.
rules-example-cross = 3 tegels naast elkaar en 4 onder elkaar: 3 + 4 = 7 punten.

rules-floor = Wat de vloer kost
rules-floor-text = Na het betegelen verlies je de punten die op de bezette vakken van de vloerlijn staan: 1, 1, 2, 2, 2, 3, 3 van links naar rechts. Het startspelerfiche telt als een tegel. Een score wordt nooit lager dan 0. Daarna gaat alles van de vloerlijn naar het deksel.
rules-example-floor = Het fiche en drie tegels kosten 1 + 1 + 2 + 2 = 6 punten.
rules-example-floor-zero = De vloer kost hier 6 punten, maar er zijn er maar 3 te verliezen.

rules-next-round = De volgende ronde
rules-next-round-text = De fabrieken worden opnieuw gevuld, en wie het fiche heeft, begint. Is de zak leeg als er een tegel moet worden getrokken, dan gaan de tegels uit het deksel terug in de zak. Zijn ook die op, dan wordt de ronde gespeeld met wat er is.

rules-end = Het einde
rules-end-text = Het spel eindigt na de ronde waarin iemand een rij van vijf compleet maakt. Dan krijgt iedereen bonuspunten voor de muur:
rules-end-row = 2 punten voor elke complete rij
rules-end-column = 7 punten voor elke complete kolom
rules-end-colour = 10 punten voor elke kleur waarvan alle vijf de tegels op de muur liggen
rules-end-tie = Wie de meeste punten heeft, wint. Bij een gelijke stand beslissen de complete rijen; zijn ook die gelijk, dan wordt de overwinning gedeeld.
rules-example-end = De laatste zwarte tegel maakt rij 2 compleet. Ook kolom 2 en alle vijf de blauwe tegels zijn compleet: 2 + 7 + 10 = 19 punten.

rules-grey = De grijze muur
rules-grey-text = De achterkant van de borden heeft geen kleuren. Daar kies je voor elke volle lijn zelf de kolom, van boven naar beneden. Geen rij en geen kolom mag een kleur twee keer hebben. Iedereen kiest tegelijk en alles wordt samen getoond.
rules-grey-dead = Is er voor de kleur van een volle lijn geen vak meer, dan vallen alle tegels van die lijn meteen op de vloerlijn, nog voordat de vloer telt. Anders moet je de tegel leggen.
rules-example-grey = Kolom 1 en 4 hebben al rood, en kolom 3 is hier bezet: kolom 2 en 5 blijven over.
rules-example-grey-dead = De vrije vakken van rij 3 liggen in kolommen die al rood hebben. De drie tegels vallen.

rules-rare = Zeldzame gevallen
rules-rare-marker = Je vloerlijn is vol als je het startspelerfiche neemt: het kost niets, en je mag toch de volgende ronde beginnen.
rules-rare-untaken = Er kwam nooit een tegel in het midden, dus niemand nam het fiche: dezelfde speler begint weer.
rules-rare-empty = De zak en het deksel zijn leeg en er valt niets te verdelen: dan eindigt het spel, met de bonussen.
rules-rare-start = De regels laten open wie de allereerste ronde begint. Hier beslist het lot, tenzij je zelf kiest.

## The first lesson

lesson-title = Je eerste ronde
lesson-lead = Eén ronde van begin tot eind, in ongeveer vijf minuten. Je speelt tegen Ana en er kan niets misgaan.
lesson-progress = Stap { $step } van { $total }
lesson-begin = Beginnen
lesson-continue = Verder
lesson-again = Opnieuw
lesson-skip = Meteen naar de regels

lesson-welcome = De tafel
lesson-welcome-text = Op de ronde fabrieken liggen de tegels die Ana en jij delen. Daaronder is jouw bord: links vijf patroonlijnen, rechts je muur, onderaan de vloerlijn. Je verzamelt tegels in de lijnen, en volle lijnen leggen tegels op de muur.

lesson-take = Tegels nemen
lesson-take-text = Je neemt alle tegels van één kleur van één fabriek. Neem de 2 witte tegels van fabriek 1.
lesson-take-line = Kies nu waar ze heen gaan. Alleen volle lijnen leveren punten op, en patroonlijn 2 heeft precies 2 vakken.
lesson-take-done = Patroonlijn 2 is vol. De rode en de blauwe tegel die erbij lagen, gingen naar het midden.

lesson-open = Een lijn die niet vol is
lesson-open-text = Neem de 3 gele tegels van fabriek 5.
lesson-open-line = Patroonlijn 4 heeft 4 vakken. Eén blijft er leeg en dat geeft niet: een lijn houdt de tegels tot hij vol is, ook in de volgende ronde.
lesson-open-done = In patroonlijn 4 ontbreekt nog één gele tegel.

lesson-centre = Het midden
lesson-centre-text = Tegels die blijven liggen, gaan naar het midden, en ook die kun je nemen. Neem daar de blauwe tegel.
lesson-centre-line = Patroonlijn 1 heeft maar één tegel nodig.
lesson-centre-done = Jij nam als eerste uit het midden, dus het startspelerfiche is voor jou. Op de vloerlijn kost het 1 punt, maar jij mag de volgende ronde beginnen.

lesson-colour = Eén lijn, één kleur
lesson-colour-text = Neem de 3 zwarte tegels van fabriek 2.
lesson-colour-line = In patroonlijn 3 passen ze allemaal. Probeer gerust eerst patroonlijn 4: daar ligt geel, en er past niets anders bij.
lesson-colour-done = Weer een volle lijn. Hoe meer volle lijnen, hoe meer tegels voor je muur.

lesson-spill = Eentje te veel
lesson-spill-text = In het midden liggen 2 gele tegels, maar patroonlijn 4 heeft er maar één nodig. Je neemt altijd alle tegels van een kleur. Neem ze.
lesson-spill-line = Leg ze in patroonlijn 4. Wat niet past, valt op de vloerlijn.
lesson-spill-done = Patroonlijn 4 is vol. De tegel die overbleef, viel op de vloer en kost 1 punt.

lesson-tiling = De ronde eindigt
lesson-tiling-text = Alle tegels zijn genomen. Nu legt elke volle lijn, van boven naar beneden, één tegel in de bijbehorende rij van de muur, en die levert meteen punten op. De rest van de lijn gaat naar het deksel.
lesson-tiling-first = Patroonlijn 1: de blauwe tegel ligt alleen en levert 1 punt op.
lesson-tiling-second = Patroonlijn 2: de witte tegel ligt onder de blauwe. 2 tegels onder elkaar leveren 2 punten op.
lesson-tiling-third = Patroonlijn 3: met de zwarte tegel liggen er 3 onder elkaar: 3 punten.
lesson-tiling-fourth = Patroonlijn 4: de gele tegel heeft geen buren en levert 1 punt op.
lesson-tiling-opponent = Ana doet hetzelfde en krijgt 3 punten. Patroonlijn 4 en 5 van Ana zijn niet vol en houden hun tegels.
lesson-tiling-floor = Tot slot de vloerlijn: het fiche en één tegel kosten elk 1 punt. Jij hebt 5 punten, Ana heeft er 3, en jij mag de volgende ronde beginnen.

lesson-end = Dat was een hele ronde
lesson-end-text = Zo gaat het verder tot iemand vijf tegels in een rij van de muur heeft. Rijen tellen net als kolommen, en een tegel die in allebei ligt, telt voor allebei.
lesson-end-bonus = Aan het eind leveren de muren bonussen op: 2 punten voor een rij, 7 voor een kolom, 10 voor alle vijf de tegels van een kleur.
lesson-end-play = Je eerste spel spelen
lesson-end-rules = De regels lezen

lesson-other-move = Dat mag ook. Volg voor deze ronde de aanwijzing hierboven.
lesson-board-label = De tafel van de eerste ronde
