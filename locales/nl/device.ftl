# Games on this device, in Dutch.
# The English file documents the variables.

## Saved games

device-mark = op dit toestel
device-delete = Verwijderen
device-delete-title = Dit spel van het toestel verwijderen?
device-missing = Dit spel is niet op dit toestel opgeslagen.
device-game-damaged = Het opgeslagen spel is beschadigd en kan niet worden geopend. Het is apart gezet; je andere spellen zijn in orde.
device-damaged =
    { $count ->
        [one] Een opgeslagen spel is beschadigd en apart gezet.
       *[other] { $count } opgeslagen spellen zijn beschadigd en apart gezet.
    }
device-damaged-delete = Definitief verwijderen
device-unsaved = Deze browser kan het spel niet opslaan. Je kunt verderspelen, maar het is weg zodra je de pagina sluit.

## At the table

device-slow = { $name } denkt nog na.
device-play-now = Nu zetten
device-engine-failed = De engine kon niet worden geladen, dus de bot kan geen zet doen.
device-broken = Het spel is onverwacht gestopt. Laad de pagina opnieuw om verder te spelen.
device-unsupported = Deze browser is te oud om zonder server te spelen: WebAssembly SIMD ontbreekt. Werk hem bij.

## Home, settings and links

device-offline = Geen verbinding met de server. Je speelt op dit toestel.
device-preferred = Spellen tegen bots speel je op dit toestel.
device-setting = Op dit toestel spelen
device-setting-about = Spellen tegen bots en op één scherm gebruiken de server niet. Ze worden alleen in deze browser opgeslagen.
device-link = Link kopiëren
device-link-damaged = De link is onvolledig of beschadigd: er zit geen spel in.
