-- Ids compare by their bytes on every server, so that rows are locked in the same order everywhere.

create table player (
    id text collate "C" primary key,
    name text not null,
    -- The key by which names are told apart.
    folded text collate "C" not null,
    -- Null for a guest.
    password text,
    created_ms bigint not null
);

create unique index player_account_name on player (folded) where password is not null;

create table recovery_code (
    player_id text collate "C" not null references player (id) on delete cascade,
    code bytea not null,
    primary key (player_id, code)
);

-- Guests who have become part of an account, so that a seat written late finds its owner.
create table merged (
    guest text collate "C" primary key,
    account text collate "C" not null references player (id) on delete cascade,
    at_ms bigint not null
);

create index merged_account on merged (account);

create table session (
    token bytea primary key,
    player_id text collate "C" not null references player (id) on delete cascade,
    kind text not null,
    label text not null,
    created_ms bigint not null,
    used_ms bigint not null,
    expires_ms bigint not null
);

create index session_player on session (player_id);
create index session_expiry on session (expires_ms);

-- What games are found by. The truth is in their events.
-- Free space in each page lets most updates stay in it, without touching an index.
create table game (
    id text collate "C" primary key,
    host text collate "C" references player (id) on delete set null,
    created_ms bigint not null,
    changed_ms bigint not null,
    settings text not null,
    commitment bytea not null,
    invitation bytea,
    next_ply bigint not null,
    status text not null,
    public bigint not null,
    pace text not null,
    -- One bit for each seat that must act.
    waiting bigint not null,
    deadline_ms bigint,
    expires_ms bigint,
    ended_ms bigint,
    detail text not null
) with (fillfactor = 60);

create index game_host on game (host) where host is not null;
create index game_open on game (created_ms) where public = 1 and status = 'open';
create index game_live on game (created_ms) where public = 1 and status = 'running';
create index game_deadline on game (deadline_ms)
    where status = 'running' and deadline_ms is not null;
create index game_expiry on game (expires_ms) where status = 'open' and expires_ms is not null;
create index game_realtime on game (id) where status = 'running' and pace = 'realtime';
create index game_ended on game (ended_ms) where ended_ms is not null;

create table seat (
    game_id text collate "C" not null,
    seat bigint not null,
    kind text not null,
    player_id text collate "C" references player (id) on delete set null,
    bot text,
    detail text not null,
    primary key (game_id, seat)
);

create index seat_player on seat (player_id) where player_id is not null;

-- The truth: append only. No foreign key: the game's row is locked whenever a row is added here,
-- and games are never removed.
create table event (
    game_id text collate "C" not null,
    ply bigint not null,
    kind text not null,
    body text not null,
    rules_version bigint not null,
    state_hash text not null,
    at_ms bigint not null,
    primary key (game_id, ply)
);

-- Commands that were carried out, and what they were answered.
create table command (
    game_id text collate "C" not null,
    scope text collate "C" not null,
    cmd_id bytea not null,
    answer text not null,
    primary key (game_id, scope, cmd_id)
);

-- What the draws of a game follow from. Read by the step that draws and by nothing else.
create table secret (
    game_id text collate "C" primary key,
    bytes bytea not null
);

create table node (
    name text primary key,
    beat_ms bigint not null
);

-- Numbers that the store remembers about itself.
create table mark (
    name text primary key,
    value bigint not null
);
