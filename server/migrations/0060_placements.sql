-- Workspaces that move to another cell, or have moved, and the one gate through which every transaction
-- enters a tenant: it refuses those that are not served here.
create table placements (
  workspace_id       uuid primary key,
  -- leaving: served here while it is copied. gone: served by the other cell. arriving: being copied, and
  -- not served here yet. settling: served here, and the move has still to tidy up.
  state              text not null check (state in ('leaving', 'gone', 'arriving', 'settling')),
  -- The other cell.
  cell               text not null check (cell ~ '^[0-9A-Za-z]{2}$'),
  knowledge_base_ids uuid[] not null,
  since              timestamptz not null default now()
);
-- Read through the functions below alone.
alter table placements enable row level security;
create policy nobody on placements using (false);
grant select on placements to footnote_worker;

-- The shared lock lets whoever moves a workspace wait for the transactions under way and hold back new
-- ones; who waited sees what the move has committed meanwhile.
create function enter_tenant(workspace text, knowledge_base text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  elsewhere text;
begin
  perform set_config('footnote.workspace_id', workspace, true),
          set_config('footnote.knowledge_base_id', knowledge_base, true);
  if workspace <> '' then
    perform pg_advisory_xact_lock_shared(hashtextextended(workspace, 421));
    select cell into elsewhere from placements
    where workspace_id = workspace::uuid and state in ('gone', 'arriving');
    if found then
      raise exception 'the workspace is served by another cell' using errcode = 'FN421', detail = elsewhere;
    end if;
  end if;
end $$;
revoke execute on function enter_tenant(text, text) from public;
grant execute on function enter_tenant(text, text) to footnote_api, footnote_worker;

-- The ids of what has left, so that a request is sent on before anything is done for it.
create function moved_tenants() returns table (id uuid, cell text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select moved.id, p.cell
    from placements p, unnest(p.workspace_id || p.knowledge_base_ids) as moved (id)
    where p.state = 'gone'
  $$;
revoke execute on function moved_tenants() from public;
grant execute on function moved_tenants() to footnote_api;

-- The directory has what is served here, so that nothing is done in turn for a workspace that is not.
create function workspaces_elsewhere() returns uuid[]
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce(array_agg(workspace_id), '{}') from placements where state in ('gone', 'arriving')
  $$;
revoke execute on function workspaces_elsewhere() from public;
-- Views that readers use join the directory's tables.
grant execute on function workspaces_elsewhere() to footnote_api, footnote_worker;
alter policy directory on workspaces
  using (id <> all ((select workspaces_elsewhere())::uuid[]));
alter policy directory on knowledge_bases
  using (workspace_id <> all ((select workspaces_elsewhere())::uuid[]));

-- Whether what was not in the directory is now. Waits for one that is about to be served here, and fails
-- like enter_tenant for one that is served elsewhere.
create function await_arrival(sought uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  workspace uuid;
begin
  select workspace_id into workspace from placements
  where workspace_id = sought or sought = any (knowledge_base_ids);
  if not found then
    return false;
  end if;
  perform enter_tenant(workspace::text, '');
  return true;
end $$;
revoke execute on function await_arrival(uuid) from public;
grant execute on function await_arrival(uuid) to footnote_worker;

-- Every process drops its cached callers, and learns what has left.
create trigger placements_changed after insert or update or delete on placements
  for each row execute function announce_workspace_change();
