# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Dein Konto ist bis { $until } gesperrt. Grund: { $reason }
problem-suspended-open = Dein Konto ist gesperrt. Grund: { $reason }
problem-suspended-plain = Dein Konto ist gesperrt.
problem-signup-closed = Auf diesem Server lassen sich keine neuen Konten anlegen. Ohne Konto kannst du weiterhin spielen.
problem-invitation-required = Um hier ein Konto anzulegen, brauchst du eine Einladung.

# A field of the form for a new account.
account-invitation = Einladungscode
