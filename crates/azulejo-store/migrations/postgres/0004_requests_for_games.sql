-- Requests for new games: whoever did not hear the answer asks again, and gets the same game.
create table request (
    player_id text collate "C" not null references player (id) on delete cascade,
    number bytea not null,
    -- What was asked for, so that something else under the same number is noticed.
    digest bytea not null,
    game_id text collate "C" not null,
    primary key (player_id, number)
);
