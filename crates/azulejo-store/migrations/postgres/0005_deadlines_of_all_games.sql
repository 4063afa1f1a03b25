-- A full game waits for random bytes before its start, and a finished one for a rematch: these have
-- deadlines too.
drop index game_deadline;
create index game_deadline on game (deadline_ms) where deadline_ms is not null;
