-- Roles, extensions, and what the database says about itself.

-- The owner migrates; the two below serve. A deployment may log in as the owner and switch (the default),
-- or give each process its own login that is a member of its role.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['footnote_api', 'footnote_worker'] loop
    begin
      execute format('create role %I nologin', wanted);
    -- Another database of this cluster made it, maybe just now.
    exception when duplicate_object or unique_violation then null;
    end;
    -- From PostgreSQL 16 on, whoever creates a role is a member without the right to switch to it.
    if not pg_has_role(current_user, wanted,
        case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to footnote_api, footnote_worker;

create extension if not exists vector;
-- For the search of documents by any part of their title or address. Both are trusted: the owner of a
-- database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The oldest version that can run on this schema, named by its newest migration. A migration that takes
-- away what earlier versions use must raise it; all others let an upgrade be undone by starting the
-- earlier version again.
create table schema_floor (
  is_only boolean primary key default true check (is_only),
  migration text not null
);
insert into schema_floor (migration) values ('0014_notifications');

-- Which values of KEY_PEPPER and SECRETS_KEY this database was written under, as keyed digests. A start
-- with another value is recognised, and a rotation knows what it still has to do.
create table secret_fingerprints (
  name        text primary key check (name in ('KEY_PEPPER', 'SECRETS_KEY')),
  fingerprint bytea not null,
  updated_at  timestamptz not null default now()
);

grant select on schema_floor to footnote_worker;
grant select, insert, update on secret_fingerprints to footnote_worker;
-- For the operator's view of the deployment: which migrations are applied.
grant select on migrations to footnote_worker;
