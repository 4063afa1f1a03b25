-- Counts password changes, so that nothing verified with an old password is carried out.
alter table player add column password_epoch integer not null default 0;

-- A session expires `idle_ms` after its last use, and at `ends_ms` in any case.
alter table session add column idle_ms integer not null default 31536000000;
alter table session add column ends_ms integer not null default 9223372036854775807;

-- Guests: a year without use.
update session set expires_ms = used_ms + idle_ms;

-- Browsers with an account: 90 days without use, and at most a year.
update session
    set idle_ms = 7776000000,
        ends_ms = created_ms + 31536000000,
        expires_ms = min(used_ms + 7776000000, created_ms + 31536000000)
    where kind = 'cookie'
        and player_id in (select id from player where password is not null);

-- Programs with an account: until revoked.
update session set idle_ms = 9223372036854775807, expires_ms = 9223372036854775807
    where kind = 'bearer'
        and player_id in (select id from player where password is not null);
