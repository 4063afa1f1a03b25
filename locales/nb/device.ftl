# Games on this device, in Norwegian Bokmål.
# The English file documents the variables.

## Saved games

device-mark = på denne enheten
device-delete = Slett
device-delete-title = Vil du slette dette spillet fra enheten?
device-missing = Dette spillet er ikke lagret på denne enheten.
device-game-damaged = Det lagrede spillet er skadet og kan ikke åpnes. Det er lagt til side; de andre spillene dine er i orden.
device-damaged =
    { $count ->
        [one] Et lagret spill er skadet og er lagt til side.
       *[other] { $count } lagrede spill er skadet og er lagt til side.
    }
device-damaged-delete = Slett for godt
device-unsaved = Denne nettleseren kan ikke lagre spillet. Du kan spille videre, men det forsvinner når du lukker siden.

## At the table

device-slow = { $name } tenker fortsatt.
device-play-now = Spill nå
device-engine-failed = Motoren kunne ikke lastes, så datamotstanderen kan ikke gjøre et trekk.
device-broken = Spillet stoppet uventet. Last siden på nytt for å fortsette.
device-unsupported = Denne nettleseren er for gammel til at du kan spille uten server: Den mangler WebAssembly SIMD. Oppdater den.

## Home, settings and links

device-offline = Ingen forbindelse med serveren. Du spiller på denne enheten.
device-preferred = Spill mot datamotstandere foregår på denne enheten.
device-setting = Spill på denne enheten
device-setting-about = Spill mot datamotstandere og på samme skjerm bruker ikke serveren. De lagres bare i denne nettleseren.
device-link = Kopier lenke
device-link-damaged = Lenken er ufullstendig eller skadet: Den inneholder ikke noe spill.
