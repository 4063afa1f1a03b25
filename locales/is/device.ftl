# Games on this device, in Icelandic.
# The English file documents the variables.

## Saved games

device-mark = í þessu tæki
device-delete = Eyða
device-delete-title = Eyða þessum leik úr tækinu?
device-missing = Þessi leikur er ekki vistaður í þessu tæki.
device-game-damaged = Vistaði leikurinn er skemmdur og ekki er hægt að opna hann. Hann var lagður til hliðar; hinir leikirnir þínir eru í lagi.
device-damaged =
    { $count ->
        [one] { $count } vistaður leikur er skemmdur og var lagður til hliðar.
       *[other] { $count } vistaðir leikir eru skemmdir og voru lagðir til hliðar.
    }
device-damaged-delete = Eyða endanlega
device-unsaved = Þessi vafri getur ekki vistað leikinn. Þú getur spilað áfram, en hann hverfur þegar þú lokar síðunni.

## At the table

device-slow = { $name } er enn að hugsa.
device-play-now = Leika núna
device-engine-failed = Ekki tókst að sækja leikvélina, svo að tölvan getur ekki leikið.
device-broken = Leikurinn stöðvaðist óvænt. Endurhladdu síðunni til að halda áfram.
device-unsupported = Þessi vafri er of gamall til að hægt sé að spila án netþjóns: í hann vantar WebAssembly SIMD. Uppfærðu hann.

## Home, settings and links

device-offline = Ekkert samband við netþjóninn. Spilað er í þessu tæki.
device-preferred = Leikir gegn tölvu fara fram í þessu tæki.
device-setting = Spila í þessu tæki
device-setting-about = Leikir gegn tölvu og á sama skjá nota ekki netþjóninn. Þeir eru aðeins vistaðir í þessum vafra.
device-link = Afrita tengil
device-link-damaged = Tengillinn er ekki heill eða er skemmdur: í honum er enginn leikur.
