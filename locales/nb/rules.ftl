# The rules page and the first lesson, in Norwegian bokmål.

## The rules page

rules-title = Regler
rules-lead = Alle reglene på én side. Trykk på knappen under et brett og se hva som skjer.
rules-contents = På denne siden
rules-start-lesson = Spill heller en runde med veiledning

rules-show = Vis hva som skjer
rules-next = Neste steg
rules-back = Tilbake til start

rules-goal = Hva det handler om
rules-goal-text = To til fire spillere tar fliser fra et felles tilbud og legger dem på vegger med fem ganger fem felt. En flis på veggen din gir poeng for alle flisene den henger sammen med. En flis som ikke får plass, koster deg poeng. Den som har flest poeng til slutt, vinner.

rules-table = Hva som ligger på bordet
rules-table-tiles = Det finnes 100 fliser, 20 av hver farge, og de trekkes fra en pose. Brukte fliser legges i eskelokket.
rules-table-factories = Midt på bordet ligger runde fabrikker (i regelheftet heter de fabrikk­utstillinger): 5 for to spillere, 7 for tre, 9 for fire. Hver får fire fliser. Mellom dem er markedet, der startspiller­markøren ligger først.
rules-table-board = Hver spiller har et brett. Til venstre er fem mønsterlinjer med plass til 1 til 5 fliser, til høyre er veggen, og under er gulvlinjen. Alle begynner med 0 poeng.
rules-example-deal = Før hver runde får hver fabrikk fire fliser fra posen.

rules-take = Ta fliser
rules-take-factory = Dere spiller etter tur. Når det er din tur, tar du alle flisene av én farge fra én fabrikk. De andre flisene fra den fabrikken går til markedet.
rules-take-centre = Eller du tar alle flisene av én farge fra markedet. Den første som gjør det i en runde, får også startspiller­markøren. Den legges på det første ledige feltet på gulvlinjen og koster poeng der, men den som har den, starter neste runde.
rules-take-must = Du må alltid ta noe; ingen kan stå over.
rules-example-take = To svarte fliser går fra fabrikk 2 til mønsterlinje 3. Den røde og den hvite går til markedet.
rules-example-marker = Tre røde fliser fra markedet, og startspiller­markøren følger med. Feltet på gulvlinjen koster 1 poeng.

rules-place = Legg fliser
rules-place-one-line = Alle flisene du tar, går til én mønsterlinje. En mønsterlinje har bare én farge. En full linje tar ikke imot mer, og ingen linje tar en farge som allerede ligger i raden på veggen.
rules-place-spill = Det som ikke får plass, faller på gulvlinjen, fra venstre mot høyre. Du kan også legge alt dit med vilje. Når de sju feltene er tatt, går resten av flisene i eskelokket og koster ingenting.
rules-example-refused = Hvor kan to blå fliser legges? Mønsterlinje 1 er full, mønsterlinje 3 har hvite fliser, og rad 4 har allerede en blå flis. Mønsterlinje 2, mønsterlinje 5 og gulvlinjen er igjen.
rules-example-spill = Tre gule fliser, men mønsterlinje 2 har plass til to. Den tredje faller.
rules-example-floor-by-choice = En enkelt hvit flis ville begynt på en linje som du vil holde ledig. På gulvlinjen koster den deg 1 poeng.

rules-tiling = Når alle flisene er tatt
rules-tiling-text = Runden er slutt når det ikke ligger flere fliser på fabrikkene og i markedet. Nå sender hver full mønsterlinje, ovenfra og ned, én flis til feltet med sin farge i den tilhørende raden på veggen. De andre flisene på linjen går i eskelokket. Linjer som ikke er fulle, beholder flisene til neste runde.
rules-example-tiling = Mønsterlinje 1 og 2 er fulle og sender en flis til veggen. Mønsterlinje 3 og 5 venter.

rules-scoring = Hva en flis gir
rules-scoring-text = Hver flis gir poeng i det øyeblikket den kommer på veggen. Tell hvor mange fliser som ligger sammen uten hull langs raden, og hvor mange langs kolonnen. En retning teller hvis den har minst to fliser, og den nye flisen er med i begge. En flis uten naboer gir 1 poeng.
rules-example-alone = Ingen naboer: 1 poeng.
rules-example-row = 3 fliser ved siden av hverandre: 3 poeng.
rules-example-column = 3 fliser under hverandre: 3 poeng.
rules-example-cross = 3 fliser ved siden av hverandre og 4 under hverandre: 3 + 4 = 7 poeng.

rules-floor = Hva gulvet koster
rules-floor-text = Etter flisleggingen mister du poengene som står på de opptatte feltene på gulvlinjen: 1, 1, 2, 2, 2, 3, 3 fra venstre mot høyre. Startspiller­markøren teller som en flis. En poengsum blir aldri lavere enn 0. Så går alt fra gulvlinjen i eskelokket.
rules-example-floor = Markøren og tre fliser koster 1 + 1 + 2 + 2 = 6 poeng.
rules-example-floor-zero = Her koster gulvet 6 poeng, men det er bare 3 å miste.

rules-next-round = Neste runde
rules-next-round-text = Fabrikkene fylles på nytt, og den som har markøren, begynner. Er posen tom når en flis skal trekkes, går flisene i eskelokket tilbake i posen. Er det ikke nok da heller, spilles runden med det som finnes.

rules-end = Slutten
rules-end-text = Spillet er slutt etter runden der noen fullfører en rad på fem. Da får alle bonus for veggen:
rules-end-row = 2 poeng for hver fullførte rad
rules-end-column = 7 poeng for hver fullførte kolonne
rules-end-colour = 10 poeng for hver farge der alle fem flisene er på veggen
rules-end-tie = Den som har flest poeng, vinner. Står det likt, avgjør flest fullførte rader; er de også like mange, deles seieren.
rules-example-end = Den siste svarte flisen fullfører rad 2. Kolonne 2 og alle de fem blå flisene er også på plass: 2 + 7 + 10 = 19 poeng.

rules-grey = Den grå veggen
rules-grey-text = Baksiden av brettene har ingen farger. Der velger du selv kolonnen for hver full linje, ovenfra og ned. Ingen rad og ingen kolonne kan ha samme farge to ganger. Alle velger samtidig, og alt vises på en gang.
rules-grey-dead = Finnes det ikke noe felt igjen for fargen på en full linje, faller alle flisene på den til gulvlinjen med en gang, før gulvet telles. Ellers må du legge flisen.
rules-example-grey = Kolonne 1 og 4 har allerede en rød flis, og kolonne 3 er opptatt her: Kolonne 2 og 5 er igjen.
rules-example-grey-dead = De ledige feltene i rad 3 ligger i kolonner som allerede har en rød flis. De tre flisene faller.

rules-rare = Sjeldne tilfeller
rules-rare-marker = Gulvlinjen din er full når du tar startspiller­markøren: Den koster ingenting, og du starter likevel neste runde.
rules-rare-untaken = Ingen flis kom noen gang til markedet, så ingen tok markøren: Samme spiller begynner igjen.
rules-rare-empty = Posen og eskelokket er tomme, og ingenting kan deles ut: Da er spillet slutt, med bonuser.
rules-rare-start = Reglene sier ikke hvem som begynner aller første runde. Her trekkes det lodd hvis du ikke velger selv.

## The first lesson

lesson-title = Din første runde
lesson-lead = Én runde fra start til slutt, på omtrent fem minutter. Du spiller mot Ana, og ingenting kan gå galt.
lesson-progress = Steg { $step } av { $total }
lesson-begin = Begynn
lesson-continue = Fortsett
lesson-again = Start på nytt
lesson-skip = Rett til reglene

lesson-welcome = Bordet
lesson-welcome-text = På de runde fabrikkene ligger flisene som du og Ana deler. Under er brettet ditt: fem mønsterlinjer til venstre, veggen til høyre, gulvlinjen nederst. Du samler fliser på linjene, og fulle linjer legger fliser på veggen.

lesson-take = Ta fliser
lesson-take-text = Du tar alle flisene av én farge fra én fabrikk. Ta de 2 hvite flisene fra fabrikk 1.
lesson-take-line = Velg nå hvor de skal. Bare fulle linjer gir poeng, og mønsterlinje 2 har akkurat 2 felt.
lesson-take-done = Mønsterlinje 2 er full. Den røde og den blå flisen som lå sammen med dem, gikk til markedet.

lesson-open = En linje som ikke er full
lesson-open-text = Ta de 3 gule flisene fra fabrikk 5.
lesson-open-line = Mønsterlinje 4 har 4 felt. Ett blir tomt, og det gjør ingenting: En linje beholder flisene til den er full, også i neste runde.
lesson-open-done = Det mangler én gul flis på mønsterlinje 4.

lesson-centre = Markedet
lesson-centre-text = Flisene som blir igjen, går til markedet, og dem kan du også ta. Ta den blå flisen derfra.
lesson-centre-line = Mønsterlinje 1 trenger bare én flis.
lesson-centre-done = Du var den første som tok fra markedet, så startspiller­markøren er din. På gulvlinjen koster den 1 poeng, men du starter neste runde.

lesson-colour = Én linje, én farge
lesson-colour-text = Ta de 3 svarte flisene fra fabrikk 2.
lesson-colour-line = Mønsterlinje 3 har plass til alle. Prøv gjerne mønsterlinje 4 først: Den har gule fliser og tar ikke noe annet.
lesson-colour-done = Enda en full linje. Jo flere fulle linjer, desto flere fliser på veggen.

lesson-spill = Én for mye
lesson-spill-text = Det ligger 2 gule fliser i markedet, men mønsterlinje 4 trenger bare én. Du tar alltid alle flisene av en farge. Ta dem.
lesson-spill-line = Legg dem på mønsterlinje 4. Det som ikke får plass, faller på gulvlinjen.
lesson-spill-done = Mønsterlinje 4 er full. Flisen som ble til overs, falt på gulvet og koster 1 poeng.

lesson-tiling = Runden er slutt
lesson-tiling-text = Alle flisene er tatt. Nå sender hver full linje, ovenfra og ned, én flis til raden sin på veggen, og den gir poeng med en gang. Resten av linjen går i eskelokket.
lesson-tiling-first = Mønsterlinje 1: Den blå flisen ligger alene og gir 1 poeng.
lesson-tiling-second = Mønsterlinje 2: Den hvite flisen ligger under den blå. 2 fliser under hverandre gir 2 poeng.
lesson-tiling-third = Mønsterlinje 3: Med den svarte er det 3 fliser under hverandre: 3 poeng.
lesson-tiling-fourth = Mønsterlinje 4: Den gule flisen har ingen naboer og gir 1 poeng.
lesson-tiling-opponent = Ana gjør det samme og får 3 poeng. Mønsterlinje 4 og 5 hos Ana er ikke fulle og beholder flisene.
lesson-tiling-floor = Til slutt kommer gulvlinjen: Markøren og én flis koster 1 poeng hver. Du har 5 poeng, Ana har 3, og du starter neste runde.

lesson-end = Det var en hel runde
lesson-end-text = Slik går det videre til noen har fem fliser i en rad på veggen. Rader gir poeng slik kolonner gjør, og en flis som ligger i begge, gir poeng for begge.
lesson-end-bonus = Til slutt gir veggene bonus: 2 poeng for en rad, 7 for en kolonne, 10 for alle fem flisene av en farge.
lesson-end-play = Spill ditt første spill
lesson-end-rules = Les reglene

lesson-other-move = Det er også lov. I denne runden følger du instruksen over.
lesson-board-label = Bordet i den første runden
