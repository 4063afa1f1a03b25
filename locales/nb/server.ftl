# Link previews, in Norwegian (Bokmål).
# The English file documents the variables.

preview-invite-title = { $host } inviterer deg til Azulejo
preview-invite-title-unnamed = Du er invitert til Azulejo
preview-invite-text =
    { $wall ->
        [grey] { $players } spillere, grå vegg. Rett i nettleseren, uten konto.
       *[coloured] { $players } spillere, farget vegg. Rett i nettleseren, uten konto.
    }
preview-game-title = Et spill Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } spillere, grå vegg.
       *[coloured] { $players } spillere, farget vegg.
    }
preview-picture = Azulejo: fargede fliser på en vegg
