# Messages of the terminal only, in Icelandic. The English file documents the variables.

## Players

term-you = Þú
term-player = Leikmaður { $seat }

## Line by line

term-greeting =
    { $wall ->
        [grey] Azulejo, grár veggur, leikur { $seed }: { $names }.
       *[coloured] Azulejo, litaður veggur, leikur { $seed }: { $names }.
    }
term-greeting-move = Leikur er staður, litur, lína: 2B3 leggur allar bláar flísar af plötu 2 í línu 3.
term-greeting-help = C er miðja borðsins, F gólflínan, K svartur. Sláðu bara inn 2B til að sjá hvað er hægt; ? sýnir hjálp.
term-help-move = Leikur er staður, litur og lína, með há- eða lágstöfum, með eða án bila:
term-help-source = plata, eða miðja borðsins
term-help-line = lína, eða gólflínan
term-help-example = allar bláar flísar af plötu 2 í línu 3; það sem kemst ekki fyrir dettur í gólfið
term-help-part = Sláðu inn upphaf leiks, eins og 2 eða 2B, eða bara lit til að sjá hvað er hægt. Á gráa veggnum velurðu dálk með númeri hans, eða sem 4:2 fyrir línu 4, dálk 2. Auk þess:
term-help-table = Á borðinu eru hástafir flísar; lágstafir sýna hvað á heima á veggnum. * er byrjunarflísin. Við hlið nafns standa stigin → það sem þau yrðu ef umferðinni lyki núna.
term-command-moves = allir leyfilegir leikir
term-command-hint = hvað sterk tölva myndi gera
term-command-undo = afturkalla síðasta leik þinn
term-command-table = sýna borðið aftur
term-command-position = staðan sem ein lína af texta
term-command-rules = reglurnar á hálfri síðu
term-command-quit = vista leikinn og hætta
term-command-help = þessi hjálp
term-scores = Stig: { $scores }.
term-source-empty =
    { $source ->
        [centre] Engar flísar eru enn á miðju borðsins.
       *[factory] Plata { $factory } er tóm.
    }
term-add-line = Bættu við línu, 1 til 5, eða F.
term-no-colour = Engar { tiles-plural } eru í boði.
term-found = { $count } { from-source }
term-type-a-move = Sláðu inn leik, til dæmis 2B3, eða ? fyrir hjálp.
term-confirm-or-other = Ýttu á Enter til að staðfesta leikinn, eða skrifaðu eitthvað annað.
term-no-move = „{ $typed }“ er ekki leikur: staður, litur, lína, eins og 2B3 eða CKF. ? sýnir hjálp.
term-no-column = „{ $typed }“ er ekki dálkur: sláðu inn númer hans. ? sýnir hjálp.
term-undone = Afturkallað.
term-saved-in = Leikurinn er vistaður: { $file }
term-record-added = Upptökunni var bætt við { $file }.
term-not-saved = Ekki tókst að vista leikinn: { $reason }

## Errors, on standard error after “azulejo: ”

term-place = { $file }, lína { $line }
term-standard-input = staðalinntak
term-not-a-terminal = Þetta er ekki skjáhermir, svo að spilað er línu fyrir línu (--plain).
term-bad-seats = --seats: 2 til 4 geta spilað, ekki { $count }. Aðgreindu leikmenn með kommum.
term-bad-start = --start { $seat }: leikmenn eru aðeins { $count }.
term-unreadable = { $file }: { $reason }. Veldu skrá með upptökum.
term-record-not-saved = Ekki er hægt að vista upptökuna í { $file }: { $reason }
term-no-folder = Ekki er hægt að vista leiki eða halda þeim áfram: hvorki AZULEJO_DATA né HOME er stillt.
term-resume-none = Enginn ólokinn leikur er í { $folder }. Byrjaðu á nýjum með azulejo play.
term-resume-finished = Síðasta leiknum í { $file } er lokið. Horfðu á hann með azulejo replay --tui { $file }
term-unknown-bot = Í sæti { $seat } er tölvuandstæðingur sem þetta forrit þekkir ekki: { $bot }
term-not-a-record = { $place }: þetta er ekki gild upptaka. { $problem } Upptökum er lýst í docs/notation.md.
term-fault-command = { $place }: { $problem } `{ $command }` sýnir leikinn fram að því.
term-fault-shown = { $place }: { $problem } Leikurinn er sýndur fram að því.
term-line-too-long = { $place }: þessi lína er of löng fyrir upptöku. Eru örugglega upptökur í skránni?
term-not-text = { $place }: bæti { $byte } er ekki UTF-8; upptaka er texti.
term-no-such-game =
    { $count ->
        [0] --show { $wanted }: engir leikir eru til.
        [one] --show { $wanted }: aðeins { $count } leikur er til.
       *[other] --show { $wanted }: aðeins { $count } leikir eru til.
    }
term-replay-needs-terminal = --tui: þetta er ekki skjáhermir. Notaðu --show K til að prenta leik.

## The rules on half a page

term-rules-turn = Í hverri umferð leika leikmenn til skiptis. Þegar þú átt leik tekurðu allar flísar í einum lit af einni plötu, og afgangurinn af plötunni fer á miðju borðsins; eða þú tekur allar flísar í einum lit af miðju borðsins. Sá sem gerir það fyrstur í umferð fær líka byrjunarflísina: hún liggur á gólflínunni eins og flís, og sá sem hefur hana byrjar næstu umferð.
term-rules-lines = Leggðu flísarnar í eina af fimm línum þínum. Lína tekur aðeins einn lit, og ekki lit sem er þegar í sömu röð á veggnum. Það sem kemst ekki fyrir dettur í gólfið. Þú mátt líka láta allt detta þangað.
term-rules-scoring = Þegar allar flísar hafa verið teknar fer ein flís úr hverri fullri línu á vegginn og línan er tæmd; aðrar línur halda sínum flísum. Flísin gefur stig fyrir hverja flís sem liggur án bils með henni lárétt, hana sjálfa meðtalda, og eins lóðrétt; átt þar sem hún er ein telst ekki, en flís sem stendur alveg ein gefur 1 stig. Síðan kostar gólflínan −1 −1 −2 −2 −2 −3 −3 frá vinstri til hægri. Stig fara aldrei niður fyrir 0.
term-rules-end = Leiknum lýkur eftir umferðina þar sem einhver klárar röð á veggnum. Hver fullkláruð röð gefur þá 2 stig, hver fullkláraður dálkur 7, hver litur með allar fimm flísarnar 10. Sá sem er með flest stig vinnur; séu stigin jöfn vinnur sá sem er með fleiri fullkláraðar raðir.
term-rules-grey = Á gráa veggnum velurðu dálk hverrar flísar: hvaða lausa reit sem er í röðinni ef liturinn er ekki þegar í dálkinum. Sé enginn til detta allar flísar línunnar í gólfið.

## Short previews of a line

term-option-full = full: { tag-points }
term-option-blocked = full, en ekkert pláss á veggnum
term-option-open = { $held } af { $size }

## On the table

term-floor-short = gólf

## On the whole screen

term-help = Hjálp
term-quit = Hætta
term-menu = Valmynd
term-new-game = Nýr leikur
term-save-record = Vista upptöku
term-next-step = Næsta skref
term-all-steps = Allt í einu
term-next-round = Næsta umferð
term-take-keys = Sláðu inn númer plötu eða C, síðan lit og línu; eða smelltu. ? sýnir hjálp.
term-which-colour = Hvaða litur?
term-file = Skrá:
term-log = Saga
term-scoring-stepwise = Stigin eru sýnd skref fyrir skref.
term-scoring-at-once = Stigin eru sýnd öll í einu.
term-bot-failed = { $name } svarar ekki. Leikurinn er vistaður.
term-too-small = Glugginn er of lítill: hann er { $width } × { $height } stafir, en borðið þarf { $needed-width } × { $needed-height }. Stækkaðu hann, eða hættu með Q: leikurinn er vistaður.

## The help

term-help-title = Lyklar og reglur
term-help-close = hvaða lykill sem er lokar
term-help-scroll = ↓ ↑ fletta, allir aðrir lyklar loka
term-help-screen = Á borðinu eru hástafir flísar; lágstafir sýna hvað á heima á veggnum. * er byrjunarflísin, og (B) lægi þar eftir leik þinn. Við hlið nafns standa stigin og það sem umferðin gæfi ef henni lyki núna.
term-key-source = taka af þessari plötu, eða af miðju borðsins
term-key-colour = taka allar flísar í þessum lit: blár, gulur, rauður, svartur, hvítur
term-key-line = leggja þær í þessa línu, eða á gólflínuna
term-key-enter = leika leikinn; þegar stigin eru talin: næsta skref
term-key-arrows = eða svona: ← → milli flísa, ↑ ↓ milli lína þinna; músin virkar líka
term-key-undo = afturkalla það síðasta sem þú valdir, síðan leiki þína í umferðinni
term-key-escape = afturkalla það síðasta sem þú valdir
term-key-hint = hvað sterk tölva myndi gera, og hvers vegna
term-key-scoring = sýna stigin skref fyrir skref eða öll í einu
term-key-log = fletta sögunni
term-key-help = þessi hjálp
term-key-quit = vista leikinn og hætta; azulejo play --resume heldur honum áfram

## The menu

term-menu-start = Hefja leik
term-menu-resume = Halda áfram með síðasta leik
term-menu-human = manneskja
term-menu-empty = enginn
term-menu-first = Hver byrjar
term-menu-random = hlutkesti
term-menu-quit = Hætta
term-menu-keys = Enter hefur leik · ↑ ↓ velja · ← → breyta

## Stepping through a game

term-replay-step = Skref
term-replay-round = Umferð
term-replay-ends = Upphaf, endir

## On a server

term-online-unreachable = Ekki næst samband við { $server }: { $reason }
term-online-not-azulejo = { $server } svarar, en er ekki Azulejo-netþjónn. Athugaðu slóðina.
term-online-version = { $server } notar útgáfu { $theirs } af samskiptareglunum en þetta forrit útgáfu { $ours }. Uppfærðu það sem eldra er.
term-online-strange = { $server } sendi eitthvað sem þetta forrit skilur ekki: { $reason }
term-online-token-file = Ekki er hægt að nota skrána með lyklinum: { $reason }
term-online-not-a-token = Fyrsta línan í { $file } er ekki lykill.
term-online-bad-token = Netþjónninn tekur ekki við lyklinum úr --token-file. Honum kann að hafa verið eytt; búðu til nýjan.
term-online-no-chance = Kerfið gefur engar slembitölur: { $reason }
term-online-malformed = Netþjónninn skildi þetta ekki.
term-online-no-session = Netþjónninn þekkir þig ekki lengur. Hættu og tengstu aftur.
term-online-new-guest = Netþjónninn þekkti þig ekki lengur: þú heitir nú { $name }.
term-online-mode-repaired = Aðrir gátu lesið lykilinn þinn í { $file }; nú getur enginn annar það.
term-online-not-kept = Ekki tókst að vista lykilinn þinn, svo að næst verður þú annar gestur: { $reason }
term-online-full = Öll sæti eru skipuð: þú horfir á.
term-online-begun = Leikurinn er þegar hafinn: þú horfir á.
term-online-bad-invitation = Þetta boð gildir ekki lengur: þú horfir á.
term-online-entering = Augnablik.
term-online-sending = Verið er að senda val þitt.
term-online-kept = Ekkert samband: val þitt er geymt og sent eins fljótt og hægt er.
term-online-unsent = Ekki tókst að senda leikinn { $move } og hann var ekki spilaður.
term-online-continues = Leikurinn heldur áfram: { $link }
term-online-rematch-ready = Nýi leikurinn er tilbúinn: ýttu á N.
term-online-winners = Sigur: { $names }.
term-online-mute = Fela setningar: { $name }
term-online-unmute = Sýna setningar: { $name }
term-online-muted = Setningar eru faldar: { $name }
term-online-unmuted = Setningar eru sýndar: { $name }
term-online-leave = Í leikjalistann
term-online-back = Aftur í leikjalistann
term-online-no-games = Þú átt enga leiki hér enn.
term-online-no-open = Enginn bíður núna.
term-online-choose = velja
term-online-create-keys = Enter opnar · ↑ ↓ velja · ← → breyta · Esc til baka
term-online-public = Sýnilegur öllum
term-online-yes = Já
term-online-no = Nei
term-online-room-keys = ↑ ↓ velja · ← → styrkleiki · C afrita tengil · Esc til baka
term-online-copy = Afrita tengilinn
term-online-copied = Tengillinn er afritaður ef skjáhermirinn leyfir það.
term-key-menu = á netþjóni: svara spurningum, segja eitthvað, gefast upp, fara frá borðinu

## On a server, line by line

term-online-plain-lobby = Sláðu inn númer leiks til að fara þangað, new fyrir eigið borð, list til að sjá listana aftur, eða quit. ? sýnir hjálp.
term-online-plain-new = new SÆTI [grey] [public] [5+5 eða 3d] [undo=ask, free eða off] opnar borð. SÆTI eru me, invited, open eða styrkleiki, aðgreind með kommum: new me,tiler eða new me,invited grey 5+5. Án sæta: new me,invited.
term-online-plain-room = Meðan þú bíður: bot 2 tiler gefur tölvu sæti 2, seat 2 losar það aftur; leave, cancel eða quit.
term-online-no-command = „{ $typed }“ er ekki skipun hér. ? sýnir hjálp.
term-online-connected = Sambandið er komið aftur.
term-online-command-say = segja eitthvað: say sýnir setningarnar, say 3 segir eina
term-online-command-mute = fela það sem leikmaður 2 segir, eða sýna það aftur
term-online-command-answer = leyfa einhverjum að afturkalla leik, eða ekki
term-online-command-vote = láta tölvu taka við af þeim sem er fjarverandi
term-online-command-back = taka sætið aftur af tölvu
term-online-command-resign = gefast upp; skrifaðu það tvisvar
term-online-command-rematch = annar leikur með sama fólki ef allir samþykkja
term-online-command-quit = hætta; leikurinn heldur áfram á netþjóninum
