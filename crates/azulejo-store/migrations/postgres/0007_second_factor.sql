-- The secret of an account's one-time codes (TOTP). It is pending until a code confirms it.
create table second_factor (
    player_id text collate "C" primary key references player (id) on delete cascade,
    secret bytea not null,
    enabled bigint not null,
    -- The time step of the last code used; a code of this step or an earlier one is refused.
    last_step bigint not null
);

-- The language of the last game the player created, for link previews.
alter table player add column language text;
