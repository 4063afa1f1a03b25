-- The secret of an account's one-time codes (TOTP). It is pending until a code confirms it.
create table second_factor (
    player_id text primary key references player (id) on delete cascade,
    secret blob not null,
    enabled integer not null,
    -- The time step of the last code used; a code of this step or an earlier one is refused.
    last_step integer not null
) strict, without rowid;

-- The language of the last game the player created, for link previews.
alter table player add column language text;
