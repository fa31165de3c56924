-- Workspaces and their knowledge bases, the tenants, and how a transaction enters one.

-- The tenant of the running transaction. Unset means null, and null equals no row.
create function current_knowledge_base() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.knowledge_base_id', true), '')::uuid;
create function current_workspace() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.workspace_id', true), '')::uuid;

create table workspaces (
  id                         uuid primary key,
  name                       text not null,
  plan                       text not null default 'free' check (plan in ('free', 'team', 'enterprise')),
  -- zero: answers and conversations are never stored.
  retention                  text not null default 'standard' check (retention in ('standard', 'zero')),
  -- Threads older than this are removed; null keeps them.
  thread_retention_days      integer check (thread_retention_days > 0),
  -- null: no limit.
  monthly_question_allowance integer check (monthly_question_allowance >= 0),
  created_at                 timestamptz not null default now(),
  -- Set when an operator deletes it. From that commit on readers and the admin API take it for gone; a
  -- job removes what belongs to it in small transactions, and the row itself last.
  deleting_at                timestamptz,
  -- Which kinds of personal data are replaced before anything that readers write is stored.
  redact                     text[] not null default '{}'
    check (redact <@ array['email', 'phone', 'card', 'key']),
  -- A workspace counts in one.
  currency                   text check (currency ~ '^[A-Z]{3}$'),
  -- Shares of the allowance and of the cost cap at which the operator is told, besides the whole.
  alert_at_percent           integer[] not null default '{}',
  -- For a day in UTC, in the workspace's currency. Null: no cap.
  daily_cost_cap             numeric check (daily_cost_cap >= 0),
  -- What is stored of who asked: nothing, a hash, or the name that the client sent.
  asker_storage              text not null default 'plain'
    check (asker_storage in ('none', 'hashed', 'plain')),
  -- Makes the hashes of workspaces differ.
  asker_salt                 uuid not null default gen_random_uuid(),
  -- Null: the audit log is kept.
  audit_retention_days       integer check (audit_retention_days >= 30)
);
create index workspaces_deleting on workspaces (deleting_at) where deleting_at is not null;

create table knowledge_bases (
  workspace_id          uuid not null references workspaces on delete cascade,
  id                    uuid not null unique,
  name                  text not null,
  starter_mode          text not null default 'generated' check (starter_mode in ('generated', 'own', 'none')),
  own_questions         text[] not null default '{}' check (cardinality(own_questions) <= 8),
  -- Provider, model and address of the answering model; null: the deployment's default.
  answer_model          jsonb,
  created_at            timestamptz not null default now(),
  -- The languages of its documents: a query is read in each of them.
  languages             text[] not null default '{}',
  -- When the generated starter questions were last written; null: never.
  starters_refreshed_at timestamptz,
  mcp_enabled           boolean not null default true,
  -- The MCP server to show readers; null: the service's own.
  mcp_url               text,
  -- Whether readers sign in there; without mcp_url, at the service itself.
  mcp_oauth             boolean not null default false,
  -- The key of its own answering model, sealed with AES-256-GCM under the server's SECRETS_KEY and bound
  -- to the knowledge base, the provider and the address: moved to another row or beside another address
  -- it does not open.
  answer_model_key      bytea,
  -- The last characters, so that a person can tell keys apart.
  answer_model_key_hint text,
  -- The earliest time at which one of its sources is due, or a sync without a worker is looked for.
  -- Here, because the worker finds knowledge bases by name and clock and sees nothing else of them.
  syncs_due_at          timestamptz,
  -- What it shows to whoever asks, without a key: llms.txt and llms-full.txt of its public documents,
  llms_txt              boolean not null default false,
  -- and each public document as markdown, by its URL.
  page_markdown         boolean not null default false,
  -- As of a workspace.
  deleting_at           timestamptz,
  -- How sure the service must be that the documents answer a question before it answers.
  answerability         text not null default 'balanced'
    constraint knowledge_bases_answerability check (answerability in ('strict', 'balanced', 'lenient')),
  primary key (workspace_id, id),
  constraint knowledge_bases_answer_model_key_check check (
    (answer_model_key is null) = (answer_model_key_hint is null)
    and (answer_model_key is null or answer_model is not null)
  )
);
create index knowledge_bases_by_starters on knowledge_bases (starters_refreshed_at);
create index knowledge_bases_by_syncs_due on knowledge_bases (syncs_due_at);
create index knowledge_bases_deleting on knowledge_bases (deleting_at) where deleting_at is not null;

-- Workspaces that move to another cell, or have moved.
create table placements (
  workspace_id       uuid primary key,
  -- leaving: served here while it is copied. gone: served by the other cell. arriving: being copied, and
  -- not served here yet. arrived: served here, and the move has still to tidy up.
  state              text not null check (state in ('leaving', 'gone', 'arriving', 'arrived')),
  -- The other cell.
  cell               text not null check (cell ~ '^[0-9A-Za-z]{2}$'),
  knowledge_base_ids uuid[] not null,
  since              timestamptz not null default now()
);

-- The gate through which every transaction enters a tenant: it refuses those that are not served here. The
-- shared lock lets whoever moves a workspace wait for the transactions under way and hold back new ones.
create function enter_tenant(workspace text, knowledge_base text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gate      constant bigint := hashtextextended(workspace, 421);
  elsewhere text;
begin
  perform set_config('footnote.workspace_id', workspace, true),
          set_config('footnote.knowledge_base_id', knowledge_base, true);
  if workspace <> '' then
    if not pg_try_advisory_xact_lock_shared(gate) then
      perform pg_advisory_xact_lock_shared(gate);
      -- Its snapshot is from before the wait: it would not see what the move has committed meanwhile.
      if current_setting('transaction_isolation') = 'repeatable read' then
        raise exception 'the workspace was being moved; begin again' using errcode = 'serialization_failure';
      end if;
    end if;
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

-- Callers are cached by key; a workspace's plan and retention are part of what is cached. An empty
-- payload says: forget every key.
create function announce_workspace_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_key_changed', '');
  return null;
end $$;
create trigger workspaces_changed after update on workspaces
  for each row execute function announce_workspace_change();
create trigger knowledge_bases_deleting after update of deleting_at on knowledge_bases
  for each row when (old.deleting_at is null and new.deleting_at is not null)
  execute function announce_workspace_change();
-- Every process also learns what has left.
create trigger placements_changed after insert or update or delete on placements
  for each row execute function announce_workspace_change();

-- Row security is forced, so that the owner too sees nothing without a tenant.
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy tenant on workspaces
  using (id = current_workspace()) with check (id = current_workspace());
alter table knowledge_bases enable row level security;
alter table knowledge_bases force row level security;
create policy tenant on knowledge_bases
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

-- The operator's directory: names and plans, no content. It is how a path's id finds its workspace. It has
-- what is served here, so that nothing is done in turn for a workspace that is not.
create policy directory on workspaces for select to footnote_worker
  using (id <> all ((select workspaces_elsewhere())::uuid[]));
create policy directory on knowledge_bases for select to footnote_worker
  using (workspace_id <> all ((select workspaces_elsewhere())::uuid[]));

-- In the database, so that no surface can forget what is being deleted: a key, a sign-in or a setting that
-- leads there finds nothing.
create policy kept on workspaces as restrictive for select to footnote_api
  using (deleting_at is null);
create policy kept on knowledge_bases as restrictive for select to footnote_api
  using (deleting_at is null);

-- Read through the functions above alone.
alter table placements enable row level security;
create policy nobody on placements using (false);

grant select on workspaces, knowledge_bases to footnote_api;
grant select, insert, update, delete on workspaces, knowledge_bases to footnote_worker;
grant select on placements to footnote_worker;
