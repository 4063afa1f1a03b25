# Link previews, in German.
# The English file documents the variables.

preview-invite-title = { $host } lädt dich zu Azulejo ein
preview-invite-title-unnamed = Du bist zu Azulejo eingeladen
preview-invite-text =
    { $wall ->
        [grey] { $players } Personen, graue Wand. Direkt im Browser, ohne Konto.
       *[coloured] { $players } Personen, farbige Wand. Direkt im Browser, ohne Konto.
    }
preview-game-title = Eine Partie Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } Personen, graue Wand.
       *[coloured] { $players } Personen, farbige Wand.
    }
preview-picture = Azulejo: farbige Fliesen an einer Wand
