# Link previews, in Icelandic.
# The English file documents the variables.

preview-invite-title = { $host } býður þér í Azulejo
preview-invite-title-unnamed = Þér er boðið í Azulejo
preview-invite-text =
    { $wall ->
        [grey] { $players } leikmenn, grár veggur. Beint í vafranum, án skráningar.
       *[coloured] { $players } leikmenn, litaður veggur. Beint í vafranum, án skráningar.
    }
preview-game-title = Leikur í Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } leikmenn, grár veggur.
       *[coloured] { $players } leikmenn, litaður veggur.
    }
preview-picture = Azulejo: litríkar flísar á vegg
