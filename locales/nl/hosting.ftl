# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Je account is geblokkeerd tot { $until }. Reden: { $reason }
problem-suspended-open = Je account is geblokkeerd. Reden: { $reason }
problem-suspended-plain = Je account is geblokkeerd.
problem-signup-closed = Deze server neemt geen nieuwe accounts aan. Je kunt wel als gast blijven spelen.
problem-invitation-required = Voor een account heb je hier een uitnodiging nodig.

# A field of the form for a new account.
account-invitation = Uitnodigingscode
