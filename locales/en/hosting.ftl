# Refusals that the people who run a server decide on.

# $until is a date and time; $reason is their own text.
problem-suspended = Your account is suspended until { $until }. Reason: { $reason }
problem-suspended-open = Your account is suspended. Reason: { $reason }
problem-suspended-plain = Your account is suspended.
problem-signup-closed = This server isn’t accepting new accounts. You can still play as a guest.
problem-invitation-required = You need an invitation to create an account here.

# A field of the form for a new account.
account-invitation = Invitation code
