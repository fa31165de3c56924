-- The oldest version that can run on this schema, named by its newest migration. A migration that takes
-- away what earlier versions use must raise it; all others let an upgrade be undone by starting the
-- earlier version again.
create table schema_floor (
  is_only boolean primary key default true check (is_only),
  migration text not null
);
insert into schema_floor (migration) values ('0056_schema_floor');
grant select on schema_floor to footnote_worker;
