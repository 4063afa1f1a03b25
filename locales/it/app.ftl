app-title = App
app-about = Come app, Azulejo si apre in una finestra tutta sua, anche senza connessione.
app-install = Installa l’app
update-ready = È pronta una nuova versione.
update-apply = Aggiorna ora
update-later = Più tardi
hint-unsupported = Per i suggerimenti serve un browser più recente.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Poi: { $moves }.
