# Link previews, in Dutch.
# The English file documents the variables.

preview-invite-title = { $host } nodigt je uit voor Azulejo
preview-invite-title-unnamed = Je bent uitgenodigd voor Azulejo
preview-invite-text =
    { $wall ->
        [grey] { $players } spelers, grijze muur. Gewoon in je browser, zonder account.
       *[coloured] { $players } spelers, gekleurde muur. Gewoon in je browser, zonder account.
    }
preview-game-title = Een spel Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } spelers, grijze muur.
       *[coloured] { $players } spelers, gekleurde muur.
    }
preview-picture = Azulejo: gekleurde tegels op een muur
