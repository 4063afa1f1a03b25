# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Aðgangurinn þinn er lokaður til { $until }. Ástæða: { $reason }
problem-suspended-open = Aðgangurinn þinn er lokaður. Ástæða: { $reason }
problem-suspended-plain = Aðgangurinn þinn er lokaður.
problem-signup-closed = Ekki er hægt að stofna nýjan aðgang á þessum netþjóni. Þú getur samt spilað sem gestur.
problem-invitation-required = Þú þarft boð til að stofna aðgang hér.

# A field of the form for a new account.
account-invitation = Boðskóði
