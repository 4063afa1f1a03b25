# Link previews, in Italian.
# The English file documents the variables.

preview-invite-title = { $host } ti invita a giocare ad Azulejo
preview-invite-title-unnamed = Hai un invito per Azulejo
preview-invite-text =
    { $wall ->
        [grey] { $players } giocatori, parete grigia. Direttamente nel browser, senza account.
       *[coloured] { $players } giocatori, parete colorata. Direttamente nel browser, senza account.
    }
preview-game-title = Una partita di Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } giocatori, parete grigia.
       *[coloured] { $players } giocatori, parete colorata.
    }
preview-picture = Azulejo: piastrelle colorate su una parete
