# Home, game setup, the lobby, my games, settings, account and replay, in Icelandic.
# The English file documents the variables.

## First page

home-title = Veggurinn handa þér.
home-title-second = Gólfið handa hinum.
home-lead = Flísaspilið fyrir tvo til fjóra leikmenn, beint í vafranum. Engin skráning, engin bið, litaður eða grár veggur.
home-play = Spila við tölvuna: { $name }
home-friends = Spila við vini
home-custom = Fleiri kostir
home-level = Andstæðingur þinn
home-more-games =
    { $count ->
        [one] { $count } leikur í viðbót
       *[other] { $count } leikir í viðbót
    }
home-open-game = Opna
home-screen = Á sama skjá
home-screen-text = Látið tækið ganga hringinn.
home-learn = Læra á 5 mínútum
home-learn-text = Ein umferð með leiðsögn, skref fyrir skref.
home-lobby = Opnir leikir
home-lobby-text = Vertu með í leik eða horfðu á.
home-lobby-counts = Opnir: { $open }, til að horfa á: { $live }
home-games = Leikirnir mínir
home-games-text = Halda áfram, horfa aftur eða vista leiki.
home-rules = Reglur
home-guest = Þú spilar sem { $name }.
home-guest-offer = Með aðgangi finnurðu leikina þína í öllum tækjum
home-member = Innskráður notandi: { $name }
home-places = Skoða fleira
home-wall-label = Veggur þar sem nokkrar flísar eru komnar á sinn stað

level-fair = Engin tölva veit hvaða flísar koma næst.

## Setting up a game

setup-title = Nýr leikur
setup-title-friends = Spila við vini
setup-title-screen = Spila á sama skjá
setup-friends-text = Þú færð tengil til að deila. Leikurinn hefst þegar öll sæti eru setin.
setup-screen-text = Allir spila í þessu tæki, hver á eftir öðrum.
setup-players = Leikmenn
setup-seat = Sæti { $seat }
setup-seat-kind = Hver spilar í sæti { $seat }
setup-seat-me = Ég
setup-seat-here = Einhver hér
setup-seat-bot = Tölva
setup-seat-invited = Með tengli
setup-seat-open = Hver sem er
setup-seat-name = Nafn í sæti { $seat }
setup-seat-level = Styrkleiki í sæti { $seat }
setup-wall = Veggur
setup-wall-about =
    { $wall ->
        [grey] Þú velur dálkana. Fyrir þau sem þekkja spilið.
       *[coloured] Hver reitur hefur sinn lit. Svona er oftast spilað.
    }
setup-clock = Umhugsunartími
setup-clock-name =
    { $clock ->
        [real-time] { $minutes } mín. + { $seconds } sek.
        [days]
            { $days ->
                [one] { $days } dagur á leik
               *[other] { $days } dagar á leik
            }
       *[none] Án klukku
    }
setup-clock-about =
    { $clock ->
        [real-time] Hver leikmaður hefur { $minutes } mínútur og fær { $seconds } sekúndur í viðbót fyrir hvern leik.
        [days] Spilið þegar ykkur hentar. Þið þurfið ekki að vera á netinu á sama tíma.
       *[none] Taktu þér þann tíma sem þú vilt.
    }
setup-start = Hver byrjar
setup-start-lot = Dregið um það
setup-undo = Afturkalla leiki
setup-undo-name =
    { $undo ->
        [off] Aldrei
        [ask] Ef allir samþykkja
       *[free] Hvenær sem er
    }
setup-public = Sýna leikinn meðal opinna leikja
setup-public-about = Allir mega horfa á. Laus sæti birtast aðeins þar.
setup-create = Hefja leikinn
setup-create-table = Opna borðið
setup-needs-me = Taktu að minnsta kosti eitt sæti frá fyrir þig.
setup-name-bad = Nafn verður að vera 1 til 24 stafir.

## Cards of games

card-free =
    { $count ->
        [one] { $count } laust sæti
       *[other] { $count } laus sæti
    }
card-free-seat = Laust sæti
card-deleted = Eyddur leikmaður
card-ended =
    { $outcome ->
        [won] Sigur
        [lost] Tap
        [shared] Sameiginlegur sigur
        [cancelled] Aflýst
        [over] Lokið
       *[none] Án úrslita
    }
card-turn =
    { $who ->
        [you] Þú átt leik
       *[name] Á leik: { $name }
    }
card-ago =
    { $unit ->
        [minutes]
            { $count ->
                [one] fyrir { $count } mínútu
               *[other] fyrir { $count } mínútum
            }
        [hours]
            { $count ->
                [one] fyrir { $count } klukkustund
               *[other] fyrir { $count } klukkustundum
            }
        [days]
            { $count ->
                [one] fyrir { $count } degi
               *[other] fyrir { $count } dögum
            }
       *[now] rétt í þessu
    }
card-left =
    { $unit ->
        [minutes]
            { $count ->
                [one] { $count } mínúta eftir
               *[other] { $count } mínútur eftir
            }
        [hours]
            { $count ->
                [one] { $count } klukkustund eftir
               *[other] { $count } klukkustundir eftir
            }
        [days]
            { $count ->
                [one] { $count } dagur eftir
               *[other] { $count } dagar eftir
            }
       *[now] innan við mínúta eftir
    }
card-score = { $name }: { $points }
discard-title =
    { $how ->
        [cancel] Viltu aflýsa þessum leik?
       *[resign] Viltu gefast upp í þessum leik?
    }
card-rounds =
    { $rounds ->
        [one] { $rounds } umferð
       *[other] { $rounds } umferðir
    }

## Lobby

lobby-title = Opnir leikir
lobby-lead = Taktu laust sæti eða horfðu á aðra spila. Listarnir uppfærast sjálfkrafa.
lobby-open = Laus sæti
lobby-open-empty = Enginn bíður núna. Opnaðu borð og þá finna aðrir það hér.
lobby-live = Í gangi
lobby-live-empty = Enginn opinn leikur er í gangi núna.
lobby-join = Vera með
lobby-new = Opna borð
lobby-offline = Ekkert samband: listarnir gætu verið úreltir.

## My games

games-title = Leikirnir mínir
games-lead = Leikir í gangi og leikir sem er lokið. Þeir sem bíða þín eru efst.
games-empty = Þú hefur ekki spilað enn. Leikirnir þínir birtast hér og þú getur rakið hvern þeirra skref fyrir skref.
games-waiting = Þú átt leik
games-running = Í gangi
games-finished = Lokið
games-more = Sýna eldri leiki
games-guest = Án aðgangs sérðu aðeins leiki þessa vafra. Með aðgangi fylgja þeir þér hvert sem er.
games-record = Opna upptöku

## Settings

settings-title = Stillingar
settings-table = Við borðið
settings-look = Útlit og hljóð
settings-language = Tungumál
settings-theme = Þema
settings-theme-name =
    { $theme ->
        [light] Ljóst
        [dark] Dökkt
       *[system] Eins og tækið
    }
settings-sounds = Hljóð
settings-letters = Bókstafir á flísum
settings-letters-about = B, Y, R, K og W í horni hverrar flísar.
settings-speed = Hraði hreyfinga
settings-speed-name =
    { $speed ->
        [fast] 3×
        [instant] Strax
       *[normal] 1×
    }
settings-thinking = Tölvuandstæðingar hugsa sig um
settings-thinking-about = Aldrei þegar klukka gengur. Snertu skjáinn eða ýttu á S til að sleppa biðinni.
settings-scoring = Sýna stigagjöf hverrar umferðar
settings-hand-over = Sýna spjald milli leikja á sama skjá
settings-confirm = Staðfesting leikja
settings-confirm-name =
    { $confirm ->
        [off] Engin
        [countdown] Niðurtalning
        [explicit] Með hnappi
       *[auto] Sjálfvirk
    }
settings-confirm-about =
    { $confirm ->
        [off] Leikur gildir strax.
        [countdown] Leikur gildir eftir 3 sekúndur og þangað til geturðu afturkallað hann.
        [explicit] Leikur gildir þegar þú ýtir á Staðfesta.
       *[auto] Engin þar sem afturkalla má að vild, hnappur þegar dagar eru á leik, annars niðurtalning.
    }
settings-notifications = Láta vita þegar ég á leik
settings-notifications-about = Tilkynning frá vafranum meðan þessi síða er í bakgrunni.
settings-notifications-blocked = Vafrinn leyfir ekki tilkynningar frá þessari síðu.
settings-warn = Vara við dýrum leikjum
settings-warn-about = Áður en leikur kostar 4 stig eða meira á gólfinu þótt sömu flísar gætu kostað minna.
settings-keys = Flýtilyklar
settings-keys-about = Spilaðu með bókstöfum, tölustöfum og táknum. Slökktu á þessu ef þú stýrir tækinu með röddinni eða ýtir óvart á lykla; Enter, Escape og skipanareiturinn virka áfram.
settings-phrases = Sýna setningar
settings-phrases-about = Það sem aðrir segja við borðið. Meðan á leik stendur er líka hægt að fela setningar eins leikmanns í setningalistanum.
settings-name = Nafnið þitt
settings-name-about = Hinir sjá það við borðið. 1 til 24 stafir.
settings-save = Vista
settings-saved = Vistað.
settings-account = Aðgangur
settings-account-none = Þú spilar án aðgangs. Leikir og stillingar tilheyra þessum vafra.

## Account

account-title = Aðgangur
account-signup-title = Stofna aðgang
account-signup-text = Nafn og lykilorð, ekkert annað. Það sem þú hefur spilað hér án aðgangs fylgir með.
account-signup = Stofna aðgang
account-login-title = Skrá inn
account-login = Skrá inn
account-logout = Skrá út
account-recover-title = Nýtt lykilorð
account-recover-text = Með hverjum endurheimtarkóða geturðu einu sinni valið nýtt lykilorð.
account-recover = Velja lykilorð
account-have = Ég er með aðgang
account-new = Ég er ekki með aðgang
account-forgot = Ég gleymdi lykilorðinu
account-name = Nafn
account-password = Lykilorð
account-password-about = Minnst 8 stafir.
account-password-new = Nýtt lykilorð
account-password-old = Gamalt lykilorð
account-password-wrong = Rangt lykilorð.
account-code = Endurheimtarkóði
account-show = Sýna lykilorðið
account-codes-title = Endurheimtarkóðarnir þínir
account-codes-text = Ef þú gleymir lykilorðinu geturðu notað hvern þessara kóða einu sinni til að velja nýtt. Þeir birtast aðeins núna. Við höfum ekki netfangið þitt svo að önnur leið er ekki til.
account-codes-copy = Afrita
account-codes-copied = Afritað.
account-codes-not-copied = Ekki tókst að afrita. Veldu textann og afritaðu hann handvirkt.
account-codes-download = Hlaða niður
account-codes-kept = Ég hef geymt kóðana
account-codes-done = Áfram
account-codes-new-title = Nýir endurheimtarkóðar
account-codes-new-text = Þú færð átta nýja kóða sem birtast aðeins einu sinni. Gömlu kóðarnir hætta að gilda.
account-codes-new = Búa til nýja kóða
account-second-title = Tveggja þrepa innskráning
account-second-text = Við innskráningu þarftu kóða úr auðkenningarforriti í símanum auk lykilorðsins.
account-second-begin = Setja upp
account-second-scan = Skannaðu þennan kóða með auðkenningarforritinu eða sláðu lykilinn inn í það. Sláðu svo inn tölustafina sex sem forritið sýnir.
account-second-qr = QR-kóði lykilsins
account-second-key = Lykill
account-second-code = Kóði
account-second-code-about = Sex tölustafir úr auðkenningarforritinu.
account-second-code-or-recovery = Sex tölustafir úr auðkenningarforritinu eða einn endurheimtarkóðanna þinna.
account-second-enable = Kveikja
account-second-on = Kveikt er á tveggja þrepa innskráningu.
account-second-left =
    { $count ->
        [0] Þú átt enga endurheimtarkóða eftir. Búðu til nýja ef ske kynni að þú týndir símanum.
        [one] Þú átt { $count } endurheimtarkóða eftir. Hann getur komið í stað kóða ef þú týnir símanum.
       *[other] Þú átt { $count } endurheimtarkóða eftir. Hver þeirra getur einu sinni komið í stað kóða ef þú týnir símanum.
    }
account-second-disable = Slökkva
account-second-off = Slökkt er á tveggja þrepa innskráningu.
account-guest-title = Leikirnir þínir án aðgangs
account-guest-text =
    { $count ->
        [one] Í þessum vafra er { $count } leikur sem þú hefur spilað án aðgangs. Viltu færa hann á aðganginn þinn?
       *[other] Í þessum vafra eru { $count } leikir sem þú hefur spilað án aðgangs. Viltu færa þá á aðganginn þinn?
    }
account-guest-take = Færa á aðganginn minn
account-guest-leave = Skilja eftir
account-guest-leave-about = Eftir það getur enginn haldið þeim áfram.
account-change = Breyta lykilorðinu
account-changed = Lykilorðinu hefur verið breytt.
account-recovered = Lykilorðinu var breytt og innskráning tókst.
account-since = Meðlimur síðan { $date }
account-sessions = Virkar innskráningar
account-sessions-text = Vafrar og forrit sem mega spila í þínu nafni.
account-session-current = Þessi vafri
account-session-used = Síðast í notkun: { $date }
account-session-end = Slíta
account-session-end-label = Slíta innskráningu: { $label }
account-tokens = Lyklar fyrir forrit
account-tokens-text = Með lykli getur forrit spilað í þínu nafni, til dæmis spilið í skipanalínunni.
account-token-label = Til hvers hann er
account-token-make = Búa til lykil
account-token-once = Afritaðu hann núna: hann birtist aðeins einu sinni.
account-token-end-label = Eyða lyklinum: { $label }
account-token-end = Eyða
account-tokens-none = Engir lyklar enn.
account-data = Gögnin þín
account-export = Hlaða öllu niður
account-export-text = Allt sem geymt er um þig, í einni skrá.
account-delete = Eyða aðganginum
account-delete-text = Nafnið þitt hverfur úr öllum leikjum og enginn getur lengur skráð sig inn með því. Þetta er ekki hægt að afturkalla.
account-delete-ask = Skrifaðu nafnið þitt til að staðfesta.
account-delete-really = Eyða fyrir fullt og allt

## Replay

replay-title = Endursýning
replay-lead = Dragðu skrá með leik hingað eða límdu textann inn. Aðeins þú sérð hann.
replay-drop = Slepptu upptöku hér
replay-where = Í lok leiks færðu skrána með „{ $record }“.
replay-choose = Velja skrá
replay-paste = Eða límdu inn texta upptöku
replay-open = Sýna leikinn
replay-bad = Þetta er ekki gild upptaka. { $place }: { $reason }
replay-place =
    { $at ->
        [text] Stafur { $column }
        [path] Stafur { $column } ({ $path })
        [start] Hver byrjar
        [result] Úrslitin
        [takeover] Yfirtaka { $number }
        [round] Umferð { $round }
        [move] Umferð { $round }, leikur { $number } ({ $move })
        [tiling] Umferð { $round }, leikmaður { $seat }, flís { $move }
       *[game] Leikurinn
    }
replay-reason =
    { $why ->
        [syntax] sniðið er ekki gilt.
        [space] í upptöku eru engin bil á milli hluta.
        [ends-early] textinn endar of snemma.
        [goes-on] meiri texti stendur á eftir upptökunni.
        [key] lykil vantar, hann er tvítekinn eða á röngum stað.
        [value] þetta gildi er ekki leyft hér.
        [no-tiles] slíkar flísar eru ekki í boði hér.
        [no-move] hér er enginn leikur mögulegur.
        [placement] flísin getur ekki farið þangað.
        [deal] ekki er hægt að leggja út þessar flísar.
        [starts] leikmaður { $expected } byrjar, ekki leikmaður { $found }.
        [no-seat] leikmaður { $seat } er ekki til.
        [per-player] færslurnar eiga að vera { $expected }, ein á leikmann, en þær eru { $found }.
        [not-tiled] lína { $line } hjá leikmanni { $seat } er full en flísin fór ekki á vegginn.
        [differs] samkvæmt reglunum er þetta { $expected } en í upptökunni stendur { $found }.
       *[other] þetta kemur ekki heim við annað í upptökunni.
    }
replay-too-large = Skráin er of stór til að vera upptaka eins leiks.
replay-not-a-record = Þessi skrá er ekki upptaka af leik.
replay-empty = Límdu fyrst inn texta upptöku.
replay-speed = Hraði
replay-many = Í skránni eru nokkrir leikir. Hvern viltu sjá?
replay-game-number = Leikur { $number }: { $names }
replay-missing = Þessi leikur er ekki til eða þú hefur ekki aðgang að honum.
replay-loading = Sæki leikinn
replay-position = Skref { $step } af { $total }
replay-step-events = Hvað gerðist í þessu skrefi
replay-scrub = Staður í leiknum
replay-first = Fara í byrjun
replay-previous = Eitt skref til baka
replay-next = Eitt skref áfram
replay-last = Fara í lok
replay-play = Spila
replay-pause = Gera hlé
replay-link = Afrita tengil á þetta skref
replay-link-copied = Tengillinn hefur verið afritaður.
replay-download = Hlaða upptökunni niður
replay-analyse = Greina
replay-board = Greiningarborð
replay-live = Leikurinn stendur enn yfir.
replay-to-game = Fara í leikinn
replay-beginning = Borðið er tilbúið.
replay-keys = Lyklar: ← → eitt skref, Page Up og Page Down ein umferð, Home og End fyrsta og síðasta skref, bilslá til að spila eða gera hlé
replay-another = Opna aðra upptöku
