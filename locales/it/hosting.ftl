# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Il tuo account è sospeso. Fine della sospensione: { $until }. Motivo: { $reason }
problem-suspended-open = Il tuo account è sospeso. Motivo: { $reason }
problem-suspended-plain = Il tuo account è sospeso.
problem-signup-closed = Su questo server non si possono creare nuovi account. Puoi comunque giocare come ospite.
problem-invitation-required = Per creare un account qui serve un invito.

# A field of the form for a new account.
account-invitation = Codice d’invito
