-- Guests give way to an account that takes their name.
create index player_guest_name on player (folded) where password is null;
