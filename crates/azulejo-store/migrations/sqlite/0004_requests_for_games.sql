-- Requests for new games: whoever did not hear the answer asks again, and gets the same game.
create table request (
    player_id text not null references player (id) on delete cascade,
    number blob not null,
    -- What was asked for, so that something else under the same number is noticed.
    digest blob not null,
    game_id text not null,
    primary key (player_id, number)
) strict, without rowid;
