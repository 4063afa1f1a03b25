-- Accounts that may not log in, until a time.
create table suspension (
    player_id text collate "C" primary key references player (id) on delete cascade,
    reason text not null,
    since_ms bigint not null,
    until_ms bigint not null
);

-- Settings of the host, as keywords.
create table setting (
    name text collate "C" primary key,
    value text not null
);

-- Invitations to create an account, by the hash of their code. Each works once.
create table account_invitation (
    code bytea primary key,
    note text not null,
    created_ms bigint not null,
    expires_ms bigint not null
);

-- Names that players may not choose: `reserved` ones, and words that no name may contain
-- (`refused`).
create table name_rule (
    folded text collate "C" primary key,
    shown text not null,
    kind text not null
);

-- Acts of the host: append only. No foreign keys: entries outlive what they are about.
create table audit (
    id bytea primary key,
    at_ms bigint not null,
    actor text not null,
    action text not null,
    subject text not null,
    reason text not null
);

create index audit_time on audit (at_ms, id);
