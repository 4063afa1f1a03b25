# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Je account is geblokkeerd tot { $until }. Reden: { $reason }
problem-suspended-open = Je account is geblokkeerd. Reden: { $reason }
problem-suspended-plain = Je account is geblokkeerd.
problem-signup-closed = Op deze server kun je geen nieuw account maken. Zonder account kun je wel blijven spelen.
problem-invitation-required = Om hier een account te maken, heb je een uitnodiging nodig.

# A field of the form for a new account.
account-invitation = Uitnodigingscode
