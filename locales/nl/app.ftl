app-title = App
app-about = Als app opent Azulejo in een eigen venster, ook zonder verbinding.
app-install = App installeren
update-ready = Er is een nieuwe versie.
update-apply = Nu bijwerken
update-later = Later
hint-unsupported = Voor hints heb je een nieuwere browser nodig.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Daarna: { $moves }.
