# Games on this device, in Icelandic.
# The English file documents the variables.

## Saved games

device-mark = í þessu tæki
device-delete = Eyða
device-delete-title = Eyða þessu spili úr tækinu?
device-missing = Þetta spil er ekki vistað í þessu tæki.
device-game-damaged = Vistaða spilið er skemmt og ekki er hægt að opna það. Það var lagt til hliðar; hin spilin þín eru í lagi.
device-damaged =
    { $count ->
        [one] { $count } vistað spil er skemmt og var lagt til hliðar.
       *[other] { $count } vistuð spil eru skemmd og voru lögð til hliðar.
    }
device-damaged-delete = Eyða endanlega
device-unsaved = Þessi vafri getur ekki vistað spilið. Þú getur spilað áfram, en það hverfur þegar þú lokar síðunni.

## At the table

device-slow = { $name } er enn að hugsa.
device-play-now = Leika núna
device-engine-failed = Ekki tókst að sækja leikvélina, svo að tölvan getur ekki leikið.
device-broken = Spilið stöðvaðist óvænt. Hladdu síðunni aftur til að halda áfram.
device-unsupported = Þessi vafri er of gamall til að spila án netþjóns: í hann vantar WebAssembly SIMD. Uppfærðu hann.

## Home, settings and links

device-offline = Ekkert samband við netþjóninn. Þú getur samt spilað gegn tölvu og á einum skjá: í þessu tæki.
device-preferred = Spil gegn tölvu fara fram í þessu tæki.
device-setting = Spila í þessu tæki
device-setting-about = Spil gegn tölvu og á einum skjá nota ekki netþjóninn. Þau eru aðeins vistuð í þessum vafra.
device-link = Afrita tengil
device-link-damaged = Tengillinn er ófullkominn eða skemmdur: í honum er ekkert spil.
