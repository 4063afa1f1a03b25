# Messages of the terminal only, in Dutch. The English file documents the variables.

## Players

term-you = Jij
term-player = Speler { $seat }

## Line by line

term-greeting =
    { $wall ->
        [grey] Azulejo, grijze muur, spel { $seed }: { $names }.
       *[coloured] Azulejo, gekleurde muur, spel { $seed }: { $names }.
    }
term-greeting-move = Een zet is bron, kleur, patroonlijn: 2B3 legt alle blauwe tegels van fabriek 2 in patroonlijn 3.
term-greeting-help = C is het midden, F de vloerlijn, K zwart. Typ alleen 2B en je ziet wat er mogelijk is; ? toont de hulp.
term-help-move = Een zet is bron, kleur en patroonlijn, in hoofdletters of kleine letters, met of zonder spaties:
term-help-source = een fabriek, of het midden
term-help-line = een patroonlijn, of de vloerlijn
term-help-example = alle blauwe tegels van fabriek 2 naar patroonlijn 3; wat niet past, valt op de vloer
term-help-part = Typ het begin van een zet, zoals 2 of 2B, of alleen een kleur om te zien wat er mogelijk is. Op de grijze muur kies je een kolom met het nummer, of als 4:2 voor patroonlijn 4, kolom 2. Verder:
term-help-table = Op de tafel zijn hoofdletters tegels; kleine letters laten zien wat op de muur hoort. * is het startspelerfiche. Naast een naam staat de score → wat die zou worden als de ronde nu eindigde.
term-command-moves = alle toegestane zetten
term-command-hint = wat een sterke bot zou doen
term-command-undo = je laatste zet terugnemen
term-command-table = de tafel nog een keer tonen
term-command-position = de stelling als één regel tekst
term-command-rules = de regels op een halve pagina
term-command-quit = het spel opslaan en afsluiten
term-command-help = deze hulp
term-scores = Score: { $scores }.
term-source-empty =
    { $source ->
        [centre] In het midden liggen nog geen tegels.
       *[factory] Fabriek { $factory } is leeg.
    }
term-add-line = Voeg een patroonlijn toe (1 tot 5), of F.
term-no-colour = Er zijn geen { tiles-plural } te nemen.
term-found = { $count } { from-source }
term-type-a-move = Typ een zet, zoals 2B3, of ? voor hulp.
term-confirm-or-other = Druk op Enter om hem te spelen, of typ iets anders.
term-no-move = ‘{ $typed }’ is geen zet: bron, kleur, patroonlijn, zoals 2B3 of CKF. ? toont de hulp.
term-no-column = ‘{ $typed }’ is geen kolom: typ het nummer. ? toont de hulp.
term-undone = Teruggenomen.
term-saved-in = Het spel is opgeslagen: { $file }
term-record-added = Het verslag is toegevoegd aan { $file }.
term-not-saved = Het spel kon niet worden opgeslagen: { $reason }

## Errors, on standard error after “azulejo: ”

term-place = { $file }, regel { $line }
term-standard-input = standaardinvoer
term-not-a-terminal = Dit is geen terminal, dus het spel wordt regel voor regel gespeeld (--plain).
term-bad-seats = --seats: er kunnen 2 tot 4 spelers meedoen, niet { $count }. Scheid ze met komma’s.
term-bad-start = --start { $seat }: er zijn maar { $count } spelers.
term-unreadable = { $file }: { $reason }. Kies een bestand met verslagen.
term-record-not-saved = Het verslag kan niet in { $file } worden opgeslagen: { $reason }
term-no-folder = Spellen kunnen niet worden opgeslagen of hervat: AZULEJO_DATA en HOME zijn geen van beide ingesteld.
term-resume-none = In { $folder } staat geen onafgemaakt spel. Begin er een met azulejo play.
term-resume-finished = Het laatste spel in { $file } is afgelopen. Bekijk het met azulejo replay --tui { $file }
term-unknown-bot = Op plaats { $seat } zit een bot die dit programma niet kent: { $bot }
term-not-a-record = { $place }: dit is geen geldig verslag. { $problem } Hoe een verslag eruitziet, staat in docs/notation.md.
term-fault-command = { $place }: { $problem } `{ $command }` toont het spel tot daar.
term-fault-shown = { $place }: { $problem } Het spel is tot daar getoond.
term-line-too-long = { $place }: deze regel is te lang voor een verslag. Is dit wel een bestand met verslagen?
term-not-text = { $place }: byte { $byte } is geen UTF-8; een verslag is tekst.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: er zijn geen spellen.
        [one] --show { $wanted }: er is maar { $count } spel.
       *[other] --show { $wanted }: er zijn maar { $count } spellen.
    }
term-replay-needs-terminal = --tui: dit is geen terminal. Met --show K wordt een spel afgedrukt.

## The rules on half a page

term-rules-turn = In elke ronde zijn de spelers om de beurt aan zet. Neem tijdens je beurt alle tegels van één kleur van één fabriek, dan gaat de rest van die fabriek naar het midden; of neem alle tegels van één kleur uit het midden. Wie dat in een ronde als eerste doet, krijgt ook het startspelerfiche: dat ligt als een tegel op de vloerlijn, en wie het heeft, begint de volgende ronde.
term-rules-lines = Leg wat je hebt genomen in een van je vijf patroonlijnen. In een patroonlijn past maar één kleur, en niet een die al in die rij van de muur ligt. Wat niet past, valt op de vloer. Je mag ook alles op de vloer laten vallen.
term-rules-scoring = Als alle tegels genomen zijn, gaat uit elke volle patroonlijn één tegel naar de rij op de muur en wordt de lijn leeggemaakt; andere lijnen houden hun tegels. De tegel scoort het aantal tegels dat er in de rij op aansluit, plus het aantal in de kolom, telkens met zichzelf erbij; één tegel telt in een richting niet mee, maar een tegel die helemaal alleen ligt, scoort 1 punt. Daarna kost de vloerlijn van links naar rechts −1 −1 −2 −2 −2 −3 −3. Geen score komt onder 0.
term-rules-end = Het spel eindigt na de ronde waarin iemand een rij van de muur compleet maakt. Elke complete rij levert dan 2 punten op, elke complete kolom 7, elke kleur met alle vijf de tegels 10. Wie de meeste punten heeft, wint; bij een gelijke stand wint wie de meeste complete rijen heeft.
term-rules-grey = Op de grijze muur kies je voor elke tegel de kolom: elk vrij vak van de rij waarvan de kolom de kleur nog niet heeft. Is er geen, dan vallen alle tegels van die patroonlijn op de vloer.

## Short previews of a line

term-option-full = vol: { tag-points }
term-option-blocked = vol, maar geen vak op de muur
term-option-open = { $held } van { $size }

## On the table

term-floor-short = vloer

## On the whole screen

term-help = Hulp
term-quit = Afsluiten
term-menu = Menu
term-new-game = Nieuw spel
term-save-record = Opslaan
term-next-step = Volgende stap
term-all-steps = Alles tegelijk
term-next-round = Volgende ronde
term-take-keys = Typ het nummer van een fabriek of C, dan een kleur en een patroonlijn; of klik. ? toont de hulp.
term-which-colour = Welke kleur?
term-file = Bestand:
term-log = Verloop
term-scoring-stepwise = De telling wordt stap voor stap getoond.
term-scoring-at-once = De telling wordt in één keer getoond.
term-bot-failed = { $name } antwoordt niet. Het spel is opgeslagen.
term-too-small = Het venster is te klein: het heeft { $width } × { $height } tekens, en de tafel heeft { $needed-width } × { $needed-height } nodig. Maak het groter, of sluit af met Q: het spel is opgeslagen.

## The help

term-help-title = Toetsen en regels
term-help-close = elke toets sluit
term-help-scroll = ↓ ↑ bladeren, elke andere toets sluit
term-help-screen = Op de tafel zijn hoofdletters tegels; kleine letters laten zien wat op de muur hoort. * is het startspelerfiche, en (B) zou daar na je zet liggen. Naast een naam staan de score en wat de ronde zou opleveren als die nu eindigde.
term-key-source = van deze fabriek nemen, of uit het midden
term-key-colour = alle tegels van deze kleur: blauw, geel, rood, zwart, wit
term-key-line = in deze patroonlijn leggen, of op de vloerlijn
term-key-enter = de zet spelen; bij de telling: de volgende stap
term-key-arrows = of zo: ← → langs de tegels, ↑ ↓ langs je patroonlijnen; de muis werkt ook
term-key-undo = je laatste keuze terugnemen, dan je zetten van deze ronde
term-key-escape = je laatste keuze terugnemen
term-key-hint = wat een sterke bot zou doen, en waarom
term-key-scoring = de telling stap voor stap of in één keer tonen
term-key-log = door het verloop bladeren
term-key-help = deze hulp
term-key-quit = het spel opslaan en afsluiten; azulejo play --resume gaat ermee verder

## The menu

term-menu-start = Spel beginnen
term-menu-resume = Laatste spel hervatten
term-menu-human = een mens
term-menu-empty = niemand
term-menu-first = Wie begint
term-menu-random = het lot
term-menu-quit = Afsluiten
term-menu-keys = Enter begint · ↑ ↓ kiezen · ← → wijzigen

## Stepping through a game

term-replay-step = Stap
term-replay-round = Ronde
term-replay-ends = Begin, einde

## On a server

term-online-unreachable = { $server } is niet bereikbaar: { $reason }
term-online-not-azulejo = { $server } antwoordt, maar is geen Azulejo-server. Controleer het adres.
term-online-version = { $server } gebruikt versie { $theirs } van het protocol, dit programma versie { $ours }. Werk de oudste van de twee bij.
term-online-strange = { $server } stuurde iets wat dit programma niet begrijpt: { $reason }
term-online-token-file = Het bestand met het token is niet bruikbaar: { $reason }
term-online-not-a-token = De eerste regel van { $file } is geen token.
term-online-bad-token = De server accepteert het token van --token-file niet. Misschien is het verwijderd; maak een nieuw token.
term-online-no-chance = Het systeem levert geen willekeurige getallen: { $reason }
term-online-malformed = De server begreep dit niet.
term-online-no-session = De server kent je niet meer. Sluit af en maak opnieuw verbinding.
term-online-new-guest = De server kende je niet meer: je heet nu { $name }.
term-online-mode-repaired = Anderen konden je token in { $file } lezen; nu kan alleen jij dat.
term-online-not-kept = Je token kon niet worden opgeslagen, dus de volgende keer ben je een andere gast: { $reason }
term-online-full = Alle plaatsen zijn bezet: je kijkt mee.
term-online-begun = Het spel is al begonnen: je kijkt mee.
term-online-bad-invitation = Deze uitnodiging is niet meer geldig: je kijkt mee.
term-online-entering = Een ogenblik.
term-online-sending = Je keuze wordt verstuurd.
term-online-kept = Geen verbinding: je keuze is opgeslagen en wordt zo snel mogelijk verstuurd.
term-online-unsent = Je zet { $move } kon niet worden verstuurd en werd niet gespeeld.
term-online-continues = Het spel gaat door: { $link }
term-online-rematch-ready = De revanche staat klaar: druk op N.
term-online-winners = Overwinning: { $names }.
term-online-mute = Zinnen verbergen: { $name }
term-online-unmute = Zinnen tonen: { $name }
term-online-muted = Zinnen zijn verborgen: { $name }
term-online-unmuted = Zinnen worden getoond: { $name }
term-online-leave = Naar de spellen
term-online-back = Terug naar de spellen
term-online-no-games = Je hebt hier nog geen spellen.
term-online-no-open = Er wacht nu niemand.
term-online-choose = kiezen
term-online-create-keys = Enter opent · ↑ ↓ kiezen · ← → wijzigen · Esc terug
term-online-public = Voor iedereen te zien
term-online-yes = Ja
term-online-no = Nee
term-online-room-keys = ↑ ↓ kiezen · ← → niveau · C link kopiëren · Esc terug
term-online-copy = Link kopiëren
term-online-copied = Link gekopieerd, als je terminal dat toestaat.
term-key-menu = op een server: vragen beantwoorden, iets zeggen, opgeven, de tafel verlaten

## On a server, line by line

term-online-plain-lobby = Typ het nummer van een spel om erheen te gaan, new voor een eigen tafel, list om de lijsten nog eens te zien, of quit. ? toont de hulp.
term-online-plain-new = new PLAATSEN [grey] [public] [5+5 of 3d] [undo=ask, free of off] opent een tafel. PLAATSEN zijn me, invited, open of een niveau, gescheiden door komma’s: new me,tiler of new me,invited grey 5+5. Zonder plaatsen: new me,invited.
term-online-plain-room = Zolang je wacht: bot 2 tiler geeft plaats 2 aan een bot, seat 2 maakt hem weer vrij; leave, cancel of quit.
term-online-no-command = ‘{ $typed }’ is hier geen opdracht. ? toont de hulp.
term-online-connected = Weer verbonden.
term-online-command-say = iets zeggen: say toont de zinnen, say 3 zegt er een
term-online-command-mute = verbergen wat speler 2 zegt, of weer tonen
term-online-command-answer = toestaan of weigeren dat iemand een zet terugneemt
term-online-command-vote = een bot verder laten spelen voor iemand die afwezig is
term-online-command-back = je plaats terugnemen van een bot
term-online-command-resign = opgeven; twee keer typen
term-online-command-rematch = nog een spel met dezelfde mensen, als iedereen instemt
term-online-command-quit = afsluiten; het spel gaat op de server door
