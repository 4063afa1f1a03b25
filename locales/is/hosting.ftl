# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Aðganginum þínum er lokað til { $until }. Ástæða: { $reason }
problem-suspended-open = Aðganginum þínum er lokað. Ástæða: { $reason }
problem-suspended-plain = Aðganginum þínum er lokað.
problem-signup-closed = Þessi þjónn tekur ekki við nýjum aðgöngum. Þú getur samt spilað sem gestur.
problem-invitation-required = Þú þarft boð til að stofna aðgang hér.

# A field of the form for a new account.
account-invitation = Boðskóði
