# The rules page and the first lesson, in Icelandic.

## The rules page

rules-title = Reglur
rules-lead = Allar reglurnar á einni síðu. Ýttu á hnappinn undir spjaldi til að sjá hvað gerist.
rules-contents = Á þessari síðu
rules-start-lesson = Spila heldur umferð með leiðsögn

rules-show = Sýna hvað gerist
rules-next = Næsta skref
rules-back = Aftur í byrjun

rules-goal = Um hvað spilið snýst
rules-goal-text = Tveir til fjórir leikmenn taka flísar úr sameiginlegu úrvali og leggja þær á veggi með fimm sinnum fimm reitum. Flís á veggnum þínum gefur stig fyrir allar flísar sem hún tengist. Flís sem kemst hvergi fyrir kostar þig stig. Sá sem er með flest stig í lokin vinnur.

rules-table = Hvað er á borðinu
rules-table-tiles = Flísarnar eru 100, 20 í hverjum lit, og þær eru dregnar úr poka. Notaðar flísar fara í kassalokið.
rules-table-factories = Á miðju borði eru kringlóttar plötur (í reglubókinni heita þær uppstillingar­plötur): 5 fyrir tvo leikmenn, 7 fyrir þrjá, 9 fyrir fjóra. Á hverja þeirra fara fjórar flísar. Á milli þeirra er miðja borðsins og þar liggur byrjunarflísin fyrst.
rules-table-board = Hver leikmaður á spjald. Til vinstri eru fimm mynsturlínur með pláss fyrir 1 til 5 flísar, til hægri er veggurinn og fyrir neðan er gólflínan. Allir byrja með 0 stig.
rules-example-deal = Fyrir hverja umferð fær hver plata fjórar flísar úr pokanum.

rules-take = Að taka flísar
rules-take-factory = Leikmenn leika til skiptis. Þegar þú átt leik tekurðu allar flísar í einum lit af einni plötu. Hinar flísarnar á þeirri plötu fara á miðju borðsins.
rules-take-centre = Eða þú tekur allar flísar í einum lit af miðju borðsins. Sá sem gerir það fyrstur í umferð fær líka byrjunarflísina. Hún fer á fremsta lausa reit gólflínunnar og kostar stig þar, en sá sem á hana byrjar næstu umferð.
rules-take-must = Alltaf verður að taka eitthvað; ekki má segja pass.
rules-example-take = Tvær svartar flísar fara af plötu 2 í línu 3. Rauð og hvít flís fara á miðju borðsins.
rules-example-marker = Þrjár rauðar flísar af miðju borðsins og byrjunarflísin með. Reiturinn á gólflínunni kostar 1 stig.

rules-place = Að leggja flísar
rules-place-one-line = Allar flísar sem þú tekur fara í eina mynsturlínu. Í línu er aðeins einn litur. Full lína tekur ekki við fleiri flísum og engin lína tekur við lit sem er þegar í sömu röð á veggnum.
rules-place-spill = Flísar sem komast ekki fyrir detta á gólflínuna, frá vinstri til hægri. Þú mátt líka setja allt þangað viljandi. Þegar reitirnir sjö eru fullir fara hinar flísarnar í kassalokið og kosta ekkert.
rules-example-refused = Hvert geta tvær bláar flísar farið? Lína 1 er full, í línu 3 eru hvítar flísar og í röð 4 er þegar blá flís. Eftir eru lína 2, lína 5 og gólflínan.
rules-example-spill = Þrjár gular flísar, en í línu 2 komast aðeins tvær fyrir. Sú þriðja dettur.
rules-example-floor-by-choice = Ein hvít flís myndi byrja línu sem þú vilt hafa lausa. Á gólflínunni kostar hún þig 1 stig.

rules-tiling = Þegar allar flísar eru teknar
rules-tiling-text = Umferðinni lýkur þegar engin flís er eftir á plötunum og á miðju borðsins. Þá sendir hver full lína, ofan frá og niður, eina flís á reit síns litar í samsvarandi röð á veggnum. Hinar flísar línunnar fara í kassalokið. Línur sem eru ekki fullar halda flísunum fram í næstu umferð.
rules-example-tiling = Línur 1 og 2 eru fullar og senda flís á vegginn. Línur 3 og 5 bíða.

rules-scoring = Hvað flís gefur
rules-scoring-text = Hver flís gefur stig um leið og hún fer á vegginn. Teldu hve margar flísar liggja saman án bils í röðinni og hve margar í dálkinum. Átt telst með ef flísarnar eru minnst tvær og nýja flísin tilheyrir báðum. Flís án nágranna gefur 1 stig.
rules-example-alone = Engir nágrannar: 1 stig.
rules-example-row = 3 flísar hlið við hlið: 3 stig.
rules-example-column = 3 flísar hver undir annarri: 3 stig.
rules-example-cross = 3 flísar hlið við hlið og 4 hver undir annarri: 3 + 4 = 7 stig.

rules-floor = Hvað gólfið kostar
rules-floor-text = Eftir flísalagninguna taparðu stigunum sem standa á uppteknum reitum gólflínunnar: 1, 1, 2, 2, 2, 3, 3 frá vinstri til hægri. Byrjunarflísin telst eins og flís. Stigin fara aldrei niður fyrir 0. Síðan fer allt af gólflínunni í kassalokið.
rules-example-floor = Byrjunarflísin og þrjár flísar kosta 1 + 1 + 2 + 2 = 6 stig.
rules-example-floor-zero = Hér kostar gólfið 6 stig en aðeins 3 eru til að tapa.

rules-next-round = Næsta umferð
rules-next-round-text = Plöturnar eru fylltar á ný og sá sem á byrjunarflísina byrjar. Ef draga á flís og pokinn er tómur fara flísarnar úr kassalokinu aftur í pokann. Ef þær duga ekki heldur er umferðin spiluð með því sem til er.

rules-end = Leikslok
rules-end-text = Leiknum lýkur eftir umferðina þar sem einhver klárar fimm flísa röð. Þá fá allir aukastig fyrir vegginn:
rules-end-row = 2 stig fyrir hverja fullkláraða röð
rules-end-column = 7 stig fyrir hvern fullkláraðan dálk
rules-end-colour = 10 stig fyrir hvern lit þar sem allar fimm flísarnar eru á veggnum
rules-end-tie = Sá sem er með flest stig vinnur. Ef stigin eru jöfn ræður fjöldi fullkláraðra raða; ef hann er líka jafn er sigurinn sameiginlegur.
rules-example-end = Síðasta svarta flísin klárar röð 2. Dálkur 2 og allar fimm bláu flísarnar eru líka komnar: 2 + 7 + 10 = 19 stig.

rules-grey = Grái veggurinn
rules-grey-text = Á bakhlið spjaldanna eru engir litir. Þar velurðu dálkinn fyrir hverja fulla línu, ofan frá og niður. Enginn litur má vera tvisvar í sömu röð eða sama dálki. Allir velja á sama tíma og val allra er sýnt samtímis.
rules-grey-dead = Ef enginn reitur er eftir fyrir lit fullrar línu detta allar flísar hennar strax á gólflínuna, áður en gólfið er talið. Annars verður að leggja flísina.
rules-example-grey = Í dálkum 1 og 4 er þegar rauð flís og dálkur 3 er upptekinn hér: eftir eru dálkar 2 og 5.
rules-example-grey-dead = Lausu reitirnir í röð 3 eru í dálkum þar sem þegar er rauð flís. Flísarnar þrjár detta.

rules-rare = Sjaldgæf tilvik
rules-rare-marker = Gólflínan þín er full þegar þú tekur byrjunarflísina: hún kostar ekkert og þú byrjar samt næstu umferð.
rules-rare-untaken = Engin flís fór nokkurn tíma á miðju borðsins svo að enginn tók byrjunarflísina: sami leikmaður byrjar aftur.
rules-rare-empty = Pokinn og kassalokið eru tóm og ekkert er hægt að leggja á plöturnar: þá lýkur leiknum, með aukastigum.
rules-rare-start = Reglurnar segja ekki hver byrjar fyrstu umferðina. Hér er dregið um það nema þú veljir.

## The first lesson

lesson-title = Fyrsta umferðin þín
lesson-lead = Ein umferð frá upphafi til enda, á um það bil fimm mínútum. Andstæðingurinn heitir Ana og ekkert getur farið úrskeiðis.
lesson-progress = Skref { $step } af { $total }
lesson-begin = Byrja
lesson-continue = Áfram
lesson-again = Byrja upp á nýtt
lesson-skip = Beint í reglurnar

lesson-welcome = Borðið
lesson-welcome-text = Á kringlóttu plötunum liggja flísarnar sem þið Ana deilið. Fyrir neðan er spjaldið þitt: fimm línur til vinstri, veggurinn til hægri og gólflínan neðst. Þú safnar flísum í línur og fullar línur leggja flísar á vegginn.

lesson-take = Að taka flísar
lesson-take-text = Þú tekur allar flísar í einum lit af einni plötu. Taktu hvítu flísarnar tvær af plötu 1.
lesson-take-line = Veldu nú hvert þær fara. Aðeins fullar línur gefa stig og í línu 2 eru einmitt 2 reitir.
lesson-take-done = Lína 2 er full. Rauða og bláa flísin sem lágu hjá þeim fóru á miðju borðsins.

lesson-open = Lína sem er ekki full
lesson-open-text = Taktu gulu flísarnar þrjár af plötu 5.
lesson-open-line = Í línu 4 eru 4 reitir. Einn verður auður og það er í lagi: lína heldur flísunum þar til hún er full, líka í næstu umferð.
lesson-open-done = Það vantar eina gula flís í línu 4.

lesson-centre = Miðja borðsins
lesson-centre-text = Flísar sem verða eftir fara á miðju borðsins og þær má líka taka. Taktu bláu flísina þaðan.
lesson-centre-line = Í línu 1 þarf bara eina flís.
lesson-centre-done = Þú varst á undan að taka af miðju borðsins og átt því byrjunarflísina. Á gólflínunni kostar hún 1 stig en þú byrjar næstu umferð.

lesson-colour = Ein lína, einn litur
lesson-colour-text = Taktu svörtu flísarnar þrjár af plötu 2.
lesson-colour-line = Í línu 3 komast þær allar fyrir. Prófaðu endilega línu 4 fyrst: þar eru gular flísar og hún tekur ekki við öðru.
lesson-colour-done = Enn ein full lína. Því fleiri fullar línur, því fleiri flísar á vegginn.

lesson-spill = Einni of mikið
lesson-spill-text = Á miðju borðsins eru 2 gular flísar en í línu 4 vantar bara eina. Alltaf eru teknar allar flísar í sama lit. Taktu þær.
lesson-spill-line = Leggðu þær í línu 4. Það sem kemst ekki fyrir dettur á gólflínuna.
lesson-spill-done = Lína 4 er full. Flísin sem varð afgangs datt í gólfið og kostar 1 stig.

lesson-tiling = Umferðinni lýkur
lesson-tiling-text = Allar flísar eru teknar. Nú sendir hver full lína, ofan frá og niður, eina flís í sína röð á veggnum og hún gefur stig strax. Afgangurinn af línunni fer í kassalokið.
lesson-tiling-first = Lína 1: bláa flísin er ein og gefur 1 stig.
lesson-tiling-second = Lína 2: hvíta flísin er undir þeirri bláu. 2 flísar í dálki gefa 2 stig.
lesson-tiling-third = Lína 3: með svörtu flísinni eru 3 flísar í dálkinum: 3 stig.
lesson-tiling-fourth = Lína 4: gula flísin á enga nágranna og gefur 1 stig.
lesson-tiling-opponent = Ana gerir það sama og fær 3 stig. Línur 4 og 5 hjá Önu eru ekki fullar og halda flísunum.
lesson-tiling-floor = Síðast kemur gólflínan: byrjunarflísin og ein flís kosta 1 stig hvor. Þú ert með 5 stig, Ana með 3, og þú byrjar næstu umferð.

lesson-end = Þetta var heil umferð
lesson-end-text = Svona heldur leikurinn áfram þar til einhver er með fimm flísar í röð á veggnum. Raðir gefa stig eins og dálkar og flís sem er í hvoru tveggja gefur stig fyrir hvort tveggja.
lesson-end-bonus = Í lokin gefa veggirnir aukastig: 2 stig fyrir röð, 7 fyrir dálk, 10 fyrir allar fimm flísarnar í sama lit.
lesson-end-play = Spila fyrsta leikinn
lesson-end-rules = Lesa reglurnar

lesson-other-move = Þetta má líka. Fylgdu leiðbeiningunum hér að ofan í þessari umferð.
lesson-board-label = Borðið í fyrstu umferðinni
