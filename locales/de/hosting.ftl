# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Dein Konto ist bis { $until } gesperrt. Grund: { $reason }
problem-suspended-open = Dein Konto ist gesperrt. Grund: { $reason }
problem-suspended-plain = Dein Konto ist gesperrt.
problem-signup-closed = Dieser Server nimmt keine neuen Konten an. Ohne Konto kannst du weiter spielen.
problem-invitation-required = Für ein Konto brauchst du hier eine Einladung.

# A field of the form for a new account.
account-invitation = Einladungscode
