-- Accounts that may not log in, until a time.
create table suspension (
    player_id text primary key references player (id) on delete cascade,
    reason text not null,
    since_ms integer not null,
    until_ms integer not null
) strict, without rowid;

-- Settings of the host, as keywords.
create table setting (
    name text primary key,
    value text not null
) strict, without rowid;

-- Invitations to create an account, by the hash of their code. Each works once.
create table account_invitation (
    code blob primary key,
    note text not null,
    created_ms integer not null,
    expires_ms integer not null
) strict, without rowid;

-- Names that players may not choose: `reserved` ones, and words that no name may contain
-- (`refused`).
create table name_rule (
    folded text primary key,
    shown text not null,
    kind text not null
) strict, without rowid;

-- Acts of the host: append only. No foreign keys: entries outlive what they are about.
create table audit (
    id blob primary key,
    at_ms integer not null,
    actor text not null,
    action text not null,
    subject text not null,
    reason text not null
) strict, without rowid;

create index audit_time on audit (at_ms, id);
