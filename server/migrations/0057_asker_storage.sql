-- What a workspace keeps of who asked, and how long it keeps its audit log.
alter table workspaces
  -- What is stored of who asked: nothing, a hash, or the name that the client sent.
  add column asker_storage text not null default 'plain'
    check (asker_storage in ('none', 'hashed', 'plain')),
  -- Makes the hashes of workspaces differ.
  add column asker_salt uuid not null default gen_random_uuid(),
  -- Null: the audit log is kept.
  add column audit_retention_days integer check (audit_retention_days >= 30);

-- The same person gets the same hash, however an e-mail address is written.
create function hashed_asker(asker text) returns text language sql stable
  return (select 'hashed:' || left(encode(sha256(convert_to(
            asker_salt::text || case when asker like '%@%' then lower(asker) else asker end, 'UTF8')), 'hex'), 32)
          from workspaces where id = current_workspace());

-- What a new conversation has as its asker.
create function stored_asker(asker text) returns text language sql stable
  return (select case asker_storage when 'plain' then asker when 'hashed' then hashed_asker(asker) end
          from workspaces where id = current_workspace());

-- No role may delete from the audit log, but what the tenant's setting says is old enough. Returns how
-- many.
create function forget_old_audit_events(most integer) returns integer
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with old as (
      select e.id from audit_events e
      join workspaces w on w.id = e.workspace_id
      where e.workspace_id = current_workspace()
        and e.created_at < now() - make_interval(days => w.audit_retention_days)
      order by e.id limit most
    ), forgotten as (
      delete from audit_events e using old
      where e.workspace_id = current_workspace() and e.id = old.id returning 1)
    select count(*)::integer from forgotten
  $$;
revoke execute on function forget_old_audit_events(integer) from public;
grant execute on function forget_old_audit_events(integer) to footnote_worker;
