# The analysis board, loaded only by its page. $colour is the name of a colour, as on a label.
analysis-title = Analyse
# The name of a player without one.
analysis-player = Speler { $number }
analysis-new = Nieuw bord
analysis-new-about = Je kunt dit ongedaan maken: je analyse gaat niet verloren.
analysis-new-start = Beginnen
analysis-open = Openen
analysis-share = Delen

# A move in words. $source is factory or centre, $target is line or floor.
analysis-move =
    { $source ->
        [centre] { $target ->
            [floor] { $colour }: midden, vloerlijn
           *[line] { $colour }: midden, patroonlijn { $line }
        }
       *[factory] { $target ->
            [floor] { $colour }: fabriek { $factory }, vloerlijn
           *[line] { $colour }: fabriek { $factory }, patroonlijn { $line }
        }
    }
analysis-start = Begin
analysis-deal = Trekking
analysis-tiling = Muurbekleding
analysis-over = Het spel is afgelopen.
analysis-awaits-deal = De ronde is afgelopen. Kies de volgende trekking.

# The engine.
analysis-engine = Engine
analysis-engine-off = De engine staat uit.
analysis-engine-waits = De engine rekent alleen zolang er tegels te nemen zijn.
analysis-engine-failed = De engine is uitgevallen. Zet hem aan om het opnieuw te proberen.
analysis-searching = Denkt na
analysis-depth = diepte { $depth }
analysis-exact-round = Exact tot het einde van de ronde
analysis-exact-round-about = Deze ronde is opgelost; wat daarna komt, is een schatting.
analysis-exact-game = Exact tot het einde van het spel
analysis-seconds = { $seconds } s
analysis-more = Langer nadenken
analysis-best = beste zetten
analysis-chance = kans
analysis-points = punten
analysis-played = gespeeld
analysis-play-move = Spelen: { $move }
analysis-play-to = Spelen tot en met: { $move }
# Spoken when a search is finished.
analysis-said = Kans voor { $name }: { $chance }. Beste zet: { $move }.
analysis-value = Winstkansen: { $chances }
analysis-value-unknown = Winstkansen: nog onbekend

# The moves.
analysis-moves = Zetten
analysis-rounds = Rondes
analysis-round = Ronde { $round }
analysis-variation = Variant
analysis-promote = Tot hoofdvariant maken
analysis-delete = Vanaf hier verwijderen
analysis-comment = Schrijf een opmerking
analysis-steps = Stappen
analysis-first = Naar het begin
analysis-back = Terug
analysis-forward = Vooruit
analysis-last = Naar het einde
analysis-undo = Laatste wijziging ongedaan maken
analysis-redo = Wijziging opnieuw uitvoeren

# The next deal.
analysis-deal-title = Volgende trekking
analysis-deal-as-played = Zoals gespeeld
analysis-deal-random = Willekeurig
analysis-deal-choose = Kiezen
analysis-deal-odds = Kansen
analysis-deal-missing =
    { $count ->
        [0] Alle tegels zijn gekozen.
        [one] Kies nog { $count } tegel.
       *[other] Kies nog { $count } tegels.
    }
analysis-deal-put = { $colour }: tegel toevoegen, nog { $count }
analysis-deal-take = { $colour }: van fabriek { $factory } halen
analysis-deal-confirm = Deze tegels neerleggen
analysis-deal-clear = Wissen
analysis-deal-odds-about = Hoeveel tegels van elke kleur komen er? De kansen bij { $count } getrokken tegels.

# Opening.
analysis-import-title = Open een stelling of een spel
analysis-import-label = Plak een stelling, een verslag of een link
analysis-import-file = Bestand kiezen
analysis-found-position = Een stelling.
analysis-found-record = Spel: { $names }. Zetten: { $count }.
analysis-found-study = Een analyse. Zetten: { $count }.
analysis-found-game = Een spel op deze server.
analysis-found-unknown = Dit is geen stelling, verslag of link die het bord kent.
analysis-found-too-large = Deze tekst is te lang.
analysis-game-missing = Dit spel is niet te vinden.
analysis-game-running = Dit spel is nog bezig. Je kunt het analyseren als het afgelopen is.
analysis-study-missing = Deze studie staat niet op dit toestel.
analysis-link-bad = Deze link bevat geen stelling die het bord kan tonen.
analysis-link-cut = Een deel van deze link is ongeldig en is weggelaten. De rest staat hier.
analysis-malformed = Dit is geen geldige stelling: teken { $column } klopt niet.

# Sharing.
analysis-copy = Kopiëren
analysis-copied = Gekopieerd.
analysis-share-link = Link
analysis-share-link-about = De link bevat de hele analyse. De server krijgt hem niet.
analysis-share-too-long = Deze analyse is te lang voor een link. Bewaar hem als bestand.
analysis-share-position = Stelling
analysis-share-files = Bestanden
analysis-share-study = Analyse
analysis-share-svg = Afbeelding (SVG)
analysis-share-png = Afbeelding (PNG)
analysis-share-no-record = Een verslag moet met de eerste trekking beginnen.

# Why a position is not legal. $seat is a player’s number.
analysis-fault =
    { $fault ->
        [factory-count] Het aantal fabrieken past niet bij het aantal spelers.
        [board-count] Het aantal spelerborden past niet bij het aantal spelers.
        [factory-overfull] Fabriek { $factory } heeft meer dan vier tegels.
        [round] Ronde { $round } bestaat niet.
        [score] Speler { $seat }: de score is hoger dan 999.
        [start] Startspeler { $seat } doet niet mee.
        [to-move] Speler { $seat } is aan de beurt, maar doet niet mee.
        [line-overfull] Speler { $seat }: patroonlijn { $line } heeft te veel tegels.
        [line-mixed] Speler { $seat }: patroonlijn { $line } heeft meer dan één kleur.
        [line-on-wall] Speler { $seat }: rij { $line } toont de kleur van patroonlijn { $line } al.
        [wrong-column] Speler { $seat }: de tegel in rij { $line }, kolom { $column } hoort ergens anders.
        [floor-overfull] Speler { $seat }: de vloerlijn is te vol.
        [marker-count]
            { $count ->
                [0] Het startspelerfiche ontbreekt.
               *[other] Er zijn { $count } startspelerfiches.
            }
        [marker-when-over] Het spel is afgelopen, dus er mag geen startspelerfiche meer zijn.
        [row-complete-in-offer] Speler { $seat }: een rij is compleet, maar er zijn nog tegels te nemen.
        [not-to-move] Speler { $seat } moet aan de beurt zijn.
        [no-phase] Er zijn geen tegels te nemen, dus het startspelerfiche moet in het midden liggen.
       *[other] Deze stelling is niet mogelijk.
    }
analysis-fault-colour =
    { $fault ->
        [row-repeats] { $colour }: twee keer in rij { $line } van speler { $seat }.
        [column-repeats] { $colour }: twee keer in kolom { $column } van speler { $seat }.
       *[tile-count] { $colour }: { $count } in plaats van 20 tegels.
    }

# The position editor.
analysis-edit = Stelling wijzigen
analysis-edit-about = Klik op een vak om de tegel te wijzigen, of typ B, Y, R, K of W. Lang indrukken maakt het vak leeg.
analysis-edit-legal = Deze stelling is mogelijk.
analysis-edit-faults = Wat nog niet klopt
analysis-edit-done = Klaar
analysis-edit-repair = De rest in de zak doen
analysis-edit-factory = Fabriek { $factory }
analysis-edit-line = Patroonlijn { $line }
analysis-edit-wall = Rij { $line }, kolom { $column }
analysis-edit-floor = Vloerlijn, vak { $space }
analysis-edit-empty = leeg
analysis-edit-marker = startspelerfiche
analysis-edit-centre = Midden
analysis-edit-marker-centre = Startspelerfiche in het midden
analysis-edit-round = Ronde
analysis-edit-start = Begint de ronde
analysis-edit-to-move = Aan de beurt

# Commands by text. The commands themselves are the same in every language.
analysis-command-help = Zetten zoals 2B3. Ook: eval, best 3, line, try 2B3, back, next, deal, undo, position, copy.
analysis-command-no-value = De engine heeft hier nog geen resultaat.
analysis-command-impossible = Dat kan hier niet.
analysis-keys = Toetsen: ← → stappen, ↑ ↓ varianten, Page Up en Down rondes, E engine, X beste zet, B pijlen, / opdrachten.
