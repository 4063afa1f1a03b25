# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Kontoen din er sperret til { $until }. Begrunnelse: { $reason }
problem-suspended-open = Kontoen din er sperret. Begrunnelse: { $reason }
problem-suspended-plain = Kontoen din er sperret.
problem-signup-closed = Denne serveren tar ikke imot nye kontoer. Du kan fortsatt spille som gjest.
problem-invitation-required = Du trenger en invitasjon for å opprette en konto her.

# A field of the form for a new account.
account-invitation = Invitasjonskode
