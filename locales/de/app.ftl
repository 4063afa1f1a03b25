app-title = App
app-about = Als App öffnet sich Azulejo in einem eigenen Fenster, auch ohne Verbindung.
app-install = App installieren
update-ready = Eine neue Version ist da.
update-apply = Jetzt aktualisieren
update-later = Später
hint-unsupported = Für Tipps brauchst du einen neueren Browser.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Danach: { $moves }.
