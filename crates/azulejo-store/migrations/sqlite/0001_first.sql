-- Tells `file` and this program whose database this is ("azlj").
pragma application_id = 1635413098;

create table player (
    id text primary key,
    name text not null,
    -- The key by which names are told apart.
    folded text not null,
    -- Null for a guest.
    password text,
    created_ms integer not null
) strict;

create unique index player_account_name on player (folded) where password is not null;

create table recovery_code (
    player_id text not null references player (id) on delete cascade,
    code blob not null,
    primary key (player_id, code)
) strict, without rowid;

-- Guests who have become part of an account, so that a seat written late finds its owner.
create table merged (
    guest text primary key,
    account text not null references player (id) on delete cascade,
    at_ms integer not null
) strict, without rowid;

create index merged_account on merged (account);

create table session (
    token blob primary key,
    player_id text not null references player (id) on delete cascade,
    kind text not null,
    label text not null,
    created_ms integer not null,
    used_ms integer not null,
    expires_ms integer not null
) strict;

create index session_player on session (player_id);
create index session_expiry on session (expires_ms);

-- What games are found by. The truth is in their events.
create table game (
    id text primary key,
    host text references player (id) on delete set null,
    created_ms integer not null,
    changed_ms integer not null,
    settings text not null,
    commitment blob not null,
    invitation blob,
    next_ply integer not null,
    status text not null,
    public integer not null,
    pace text not null,
    -- One bit for each seat that must act.
    waiting integer not null,
    deadline_ms integer,
    expires_ms integer,
    ended_ms integer,
    detail text not null
) strict;

create index game_host on game (host) where host is not null;
create index game_open on game (created_ms) where public = 1 and status = 'open';
create index game_live on game (created_ms) where public = 1 and status = 'running';
create index game_deadline on game (deadline_ms)
    where status = 'running' and deadline_ms is not null;
create index game_expiry on game (expires_ms) where status = 'open' and expires_ms is not null;
create index game_realtime on game (id) where status = 'running' and pace = 'realtime';
create index game_ended on game (ended_ms) where ended_ms is not null;

create table seat (
    game_id text not null,
    seat integer not null,
    kind text not null,
    player_id text references player (id) on delete set null,
    bot text,
    detail text not null,
    primary key (game_id, seat)
) strict, without rowid;

create index seat_player on seat (player_id) where player_id is not null;

-- The truth: append only. Rows lie in the order of their key, so a game's events lie together.
create table event (
    game_id text not null,
    ply integer not null,
    kind text not null,
    body text not null,
    rules_version integer not null,
    state_hash text not null,
    at_ms integer not null,
    primary key (game_id, ply)
) strict, without rowid;

-- Commands that were carried out, and what they were answered.
create table command (
    game_id text not null,
    scope text not null,
    cmd_id blob not null,
    answer text not null,
    primary key (game_id, scope, cmd_id)
) strict, without rowid;

-- What the draws of a game follow from. Read by the step that draws and by nothing else.
create table secret (
    game_id text primary key,
    bytes blob not null
) strict, without rowid;

create table node (
    name text primary key,
    beat_ms integer not null
) strict, without rowid;

-- Numbers that the store remembers about itself.
create table mark (
    name text primary key,
    value integer not null
) strict, without rowid;
