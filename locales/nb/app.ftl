app-title = App
app-about = Som app åpnes Azulejo i et eget vindu, også uten nett.
app-install = Installer appen
update-ready = En ny versjon er klar.
update-apply = Oppdater nå
update-later = Senere
hint-unsupported = Hint krever en nyere nettleser.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Deretter: { $moves }.
