# Messages of the terminal only, in Norwegian bokmål. The English file documents the variables.

## Players

term-you = Du
term-player = Spiller { $seat }

## Line by line

term-greeting =
    { $wall ->
        [grey] Azulejo, grå vegg, spill { $seed }: { $names }.
       *[coloured] Azulejo, farget vegg, spill { $seed }: { $names }.
    }
term-greeting-move = Et trekk er kilde, farge, mønsterlinje: 2B3 legger alle blå fliser fra fabrikk 2 på mønsterlinje 3.
term-greeting-help = C er markedet, F gulvlinjen, K svart. Skriv bare 2B for å se hva som er mulig; ? viser hjelp.
term-help-move = Et trekk er kilde, farge og mønsterlinje, med store eller små bokstaver, med eller uten mellomrom:
term-help-source = en fabrikk, eller markedet
term-help-line = en mønsterlinje, eller gulvlinjen
term-help-example = alle blå fliser fra fabrikk 2 til mønsterlinje 3; det som ikke får plass, faller på gulvet
term-help-part = Skriv begynnelsen av et trekk, som 2 eller 2B, eller bare en farge for å se hva som er mulig. På den grå veggen velger du en kolonne med nummeret, eller som 4:2 for mønsterlinje 4, kolonne 2. Ellers:
term-help-table = På bordet er store bokstaver fliser; små bokstaver viser hva som hører hjemme på veggen. * er startspillermarkøren. Ved siden av et navn står poengsummen → hva den ville blitt om runden sluttet nå.
term-command-moves = alle lovlige trekk
term-command-hint = hva en sterk datamotstander ville gjort
term-command-undo = angre det siste trekket ditt
term-command-table = vis bordet en gang til
term-command-position = stillingen som én linje tekst
term-command-rules = reglene på en halv side
term-command-quit = lagre spillet og avslutt
term-command-help = denne hjelpen
term-scores = Poeng: { $scores }.
term-source-empty =
    { $source ->
        [centre] Markedet har ingen fliser ennå.
       *[factory] Fabrikk { $factory } er tom.
    }
term-add-line = Legg til en mønsterlinje, 1 til 5, eller F.
term-no-colour = Det er ingen { tiles-plural } å ta.
term-found = { $count } { from-source }
term-type-a-move = Skriv et trekk, for eksempel 2B3, eller ? for hjelp.
term-confirm-or-other = Trykk Enter for å spille det, eller skriv noe annet.
term-no-move = «{ $typed }» er ikke et trekk: kilde, farge, mønsterlinje, som 2B3 eller CKF. ? viser hjelp.
term-no-column = «{ $typed }» er ikke en kolonne: Skriv nummeret. ? viser hjelp.
term-undone = Angret.
term-saved-in = Spillet er lagret: { $file }
term-record-added = Opptaket er lagt til i { $file }.
term-not-saved = Spillet kunne ikke lagres: { $reason }

## Errors, on standard error after “azulejo: ”

term-place = { $file }, linje { $line }
term-standard-input = standard inn
term-not-a-terminal = Dette er ikke en terminal, så spillet spilles linje for linje (--plain).
term-bad-seats = --seats: 2 til 4 kan spille, ikke { $count }. Skill dem med komma.
term-bad-start = --start { $seat }: Det er bare { $count } spillere.
term-unreadable = { $file }: { $reason }. Velg en fil med opptak.
term-record-not-saved = Opptaket kan ikke lagres i { $file }: { $reason }
term-no-folder = Spill kan ikke lagres eller fortsettes: Verken AZULEJO_DATA eller HOME er satt.
term-resume-none = Det er ikke noe uferdig spill i { $folder }. Start et med azulejo play.
term-resume-finished = Det siste spillet i { $file } er ferdig. Se det med azulejo replay --tui { $file }
term-unknown-bot = På plass { $seat } sitter en datamotstander som dette programmet ikke kjenner: { $bot }
term-not-a-record = { $place }: Dette er ikke et gyldig opptak. { $problem } Hvordan opptak ser ut, står i docs/notation.md.
term-fault-command = { $place }: { $problem } `{ $command }` viser spillet fram til det punktet.
term-fault-shown = { $place }: { $problem } Spillet vises fram til det punktet.
term-line-too-long = { $place }: Denne linjen er for lang til å være et opptak. Er dette en fil med opptak?
term-not-text = { $place }: Byte { $byte } er ikke UTF-8; et opptak er tekst.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: Det er ingen spill.
       *[other] --show { $wanted }: Det er bare { $count } spill.
    }
term-replay-needs-terminal = --tui: Dette er ikke en terminal. Bruk --show K for å skrive ut et spill.

## The rules on half a page

term-rules-turn = I hver runde spiller dere etter tur. Når det er din tur, tar du alle fliser av én farge fra én fabrikk, og resten av fabrikken går til markedet; eller du tar alle fliser av én farge fra markedet. Den første som gjør det i en runde, får også startspillermarkøren: Den ligger på gulvlinjen som en flis, og den som har den, starter neste runde.
term-rules-lines = Legg det du tok på en av dine fem mønsterlinjer. En mønsterlinje tar bare én farge, og ikke en som raden på veggen allerede har. Det som ikke får plass, faller på gulvet. Du kan også la alt falle dit.
term-rules-scoring = Når alle fliser er tatt, flyttes én flis fra hver full mønsterlinje til raden på veggen, og linjen tømmes; andre linjer beholder flisene sine. Flisen gir poeng for lengden på rekken den ligger i bortover, og for lengden på rekken nedover; en retning der den ligger alene, teller ikke, men en flis helt uten naboer gir 1 poeng. Så koster gulvlinjen −1 −1 −2 −2 −2 −3 −3 fra venstre mot høyre. Ingen poengsum faller under 0.
term-rules-end = Spillet slutter etter runden der noen fullfører en rad på veggen. Hver fullførte rad gir da 2 poeng, hver fullførte kolonne 7, hver farge med alle fem fliser 10. Den som har flest poeng, vinner; ved poenglikhet avgjør flest fullførte rader.
term-rules-grey = På den grå veggen velger du kolonnen for hver flis: et hvilket som helst ledig felt i raden der kolonnen ikke har fargen ennå. Er det ingen, faller alle flisene på den mønsterlinjen på gulvet.

## Short previews of a line

term-option-full = full: { tag-points }
term-option-blocked = full, men ikke plass på veggen
term-option-open = { $held } av { $size }

## On the table

term-floor-short = gulv

## On the whole screen

term-help = Hjelp
term-quit = Avslutt
term-menu = Meny
term-new-game = Nytt spill
term-save-record = Lagre opptak
term-next-step = Neste steg
term-all-steps = Alt på én gang
term-next-round = Neste runde
term-take-keys = Skriv nummeret på en fabrikk eller C, så farge og mønsterlinje; eller klikk. ? viser hjelp.
term-which-colour = Hvilken farge?
term-file = Fil:
term-log = Logg
term-scoring-stepwise = Poengene vises steg for steg.
term-scoring-at-once = Poengene vises på én gang.
term-bot-failed = { $name } svarer ikke. Spillet er lagret.
term-too-small = Vinduet er for lite: Det har { $width } × { $height } tegn, og bordet trenger { $needed-width } × { $needed-height }. Gjør det større, eller avslutt med Q: Spillet er lagret.

## The help

term-help-title = Taster og regler
term-help-close = hvilken som helst tast lukker
term-help-scroll = ↓ ↑ blar, alle andre taster lukker
term-help-screen = På bordet er store bokstaver fliser; små bokstaver viser hva som hører hjemme på veggen. * er startspillermarkøren, og (B) ville ligget der etter trekket ditt. Ved siden av et navn står poengsummen og hva runden ville gitt om den sluttet nå.
term-key-source = ta fra denne fabrikken, eller fra markedet
term-key-colour = ta alle fliser av denne fargen: blå, gul, rød, svart, hvit
term-key-line = legg dem på denne mønsterlinjen, eller på gulvlinjen
term-key-enter = spill trekket; når poengene telles: neste steg
term-key-arrows = eller slik: ← → mellom flisene, ↑ ↓ mellom mønsterlinjene; musen virker også
term-key-undo = angre det siste valget, så trekkene dine i denne runden
term-key-escape = angre det siste valget
term-key-hint = hva en sterk datamotstander ville gjort, og hvorfor
term-key-scoring = vis poengene steg for steg eller på én gang
term-key-log = bla i loggen
term-key-help = denne hjelpen
term-key-quit = lagre spillet og avslutt; azulejo play --resume fortsetter det

## The menu

term-menu-start = Start spillet
term-menu-resume = Fortsett det siste spillet
term-menu-human = et menneske
term-menu-empty = ingen
term-menu-first = Hvem som starter
term-menu-random = loddtrekning
term-menu-quit = Avslutt
term-menu-keys = Enter starter · ↑ ↓ velger · ← → endrer

## Stepping through a game

term-replay-step = Steg
term-replay-round = Runde
term-replay-ends = Start, slutt

## On a server

term-online-unreachable = { $server } kan ikke nås: { $reason }
term-online-not-azulejo = { $server } svarer, men ikke som en Azulejo-server. Sjekk adressen.
term-online-version = { $server } bruker versjon { $theirs } av protokollen, dette programmet versjon { $ours }. Oppdater den eldste av de to.
term-online-strange = { $server } sendte noe som dette programmet ikke forstår: { $reason }
term-online-token-file = Filen med tokenet kan ikke brukes: { $reason }
term-online-not-a-token = Den første linjen i { $file } er ikke et token.
term-online-bad-token = Serveren godtar ikke tokenet fra --token-file. Det kan være slettet; lag et nytt.
term-online-no-chance = Systemet gir ingen tilfeldige tall: { $reason }
term-online-malformed = Dette forsto ikke serveren.
term-online-no-session = Serveren kjenner deg ikke lenger. Avslutt og koble til på nytt.
term-online-new-guest = Serveren kjente deg ikke lenger: Du heter nå { $name }.
term-online-mode-repaired = Andre kunne lese tokenet ditt i { $file }; nå kan bare du det.
term-online-not-kept = Tokenet ditt kunne ikke lagres, så neste gang er du en annen gjest: { $reason }
term-online-full = Alle plassene er tatt: Du ser på.
term-online-begun = Spillet har allerede startet: Du ser på.
term-online-bad-invitation = Denne invitasjonen gjelder ikke lenger: Du ser på.
term-online-entering = Et øyeblikk.
term-online-sending = Valget ditt sendes.
term-online-kept = Ingen forbindelse: Valget ditt er lagret og sendes så snart som mulig.
term-online-unsent = Trekket { $move } kunne ikke sendes og ble ikke spilt.
term-online-continues = Spillet fortsetter: { $link }
term-online-rematch-ready = Omkampen er klar: Trykk N.
term-online-winners = Seier: { $names }.
term-online-mute = Skjul setninger: { $name }
term-online-unmute = Vis setninger: { $name }
term-online-muted = Setninger skjult: { $name }
term-online-unmuted = Setninger vises: { $name }
term-online-leave = Til spillene
term-online-back = Tilbake til spillene
term-online-no-games = Du har ingen spill her ennå.
term-online-no-open = Ingen venter akkurat nå.
term-online-choose = velger
term-online-create-keys = Enter åpner · ↑ ↓ velger · ← → endrer · Esc tilbake
term-online-public = Vises for alle
term-online-yes = Ja
term-online-no = Nei
term-online-room-keys = ↑ ↓ velger · ← → nivå · C kopierer lenken · Esc tilbake
term-online-copy = Kopier lenken
term-online-copied = Lenken er kopiert, hvis terminalen tillater det.
term-key-menu = på en server: svar på spørsmål, si noe, gi opp, forlat bordet

## On a server, line by line

term-online-plain-lobby = Skriv nummeret på et spill for å gå dit, new for et eget bord, list for å se listene en gang til, eller quit. ? viser hjelp.
term-online-plain-new = new PLASSER [grey] [public] [5+5 eller 3d] [undo=ask, free eller off] åpner et bord. PLASSER er me, invited, open eller et nivå, skilt med komma: new me,tiler eller new me,invited grey 5+5. Uten plasser: new me,invited.
term-online-plain-room = Mens du venter: bot 2 tiler gir plass 2 til en datamotstander, seat 2 gjør den ledig igjen; leave, cancel eller quit.
term-online-no-command = «{ $typed }» er ingen kommando her. ? viser hjelp.
term-online-connected = Tilkoblet igjen.
term-online-command-say = si noe: say viser setningene, say 3 sier en
term-online-command-mute = skjul det spiller 2 sier, eller vis det igjen
term-online-command-answer = tillat eller avslå at noen angrer et trekk
term-online-command-vote = la en datamotstander overta for en som er borte
term-online-command-back = ta plassen tilbake fra en datamotstander
term-online-command-resign = gi opp; skriv det to ganger
term-online-command-rematch = et spill til med de samme, når alle sier ja
term-online-command-quit = avslutt; spillet fortsetter på serveren
