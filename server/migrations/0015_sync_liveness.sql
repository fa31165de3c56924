-- The advisory lock that the worker of a sync holds for as long as it lives. PostgreSQL frees it with
-- the connection, so that a killed worker is missed at once and not when its lease is over. Null: only
-- the lease counts.
alter table syncs add column lease_lock bigint;

create function is_leased(expires_at timestamptz, lock_key bigint) returns boolean
  language sql as $$
  select coalesce(expires_at > now() and (lock_key is null or exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = lock_key >> 32 and objid::bigint = lock_key & 4294967295)), false)
$$;
