-- A command belongs to the last event that it led to: one row to write instead of two, and whoever
-- knows the events knows the commands.
alter table event add column commander text collate "C";
alter table event add column command bytea;

update event set commander = c.scope, command = c.cmd_id
    from command c
    where c.game_id = event.game_id and event.ply = c.answer::bigint - 1;

drop table command;
delete from mark where name = 'commands_forgotten_ms';
