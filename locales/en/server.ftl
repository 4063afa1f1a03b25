# Link previews, rendered by the server.

# $host is the name of the player who created the game.
preview-invite-title = { $host } invites you to Azulejo
preview-invite-title-unnamed = You’re invited to Azulejo
# $players is 2 to 4; $wall is coloured or grey.
preview-invite-text =
    { $wall ->
        [grey] { $players } players, grey wall. Play in your browser, no account needed.
       *[coloured] { $players } players, coloured wall. Play in your browser, no account needed.
    }
preview-game-title = A game of Azulejo
preview-game-text =
    { $wall ->
        [grey] { $players } players, grey wall.
       *[coloured] { $players } players, coloured wall.
    }
preview-picture = Azulejo: coloured tiles on a wall
