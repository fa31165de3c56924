-- Where a workspace is told what happens in it.
create table webhooks (
  workspace_id          uuid not null references workspaces on delete cascade,
  id                    uuid not null,
  url                   text not null,
  events                text[] not null,
  -- Sealed, as the one before it, which still signs for a while.
  secret                bytea not null,
  secret_hint           text not null,
  previous_secret       bytea,
  previous_secret_until timestamptz,
  enabled               boolean not null,
  -- Null: an operator did it, or nobody.
  disabled_reason       text check (disabled_reason in ('gone', 'failing')),
  -- The first failure since the last success.
  failing_since         timestamptz,
  created_at            timestamptz not null default now(),
  primary key (workspace_id, id)
);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy tenant on webhooks
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select, insert, update, delete on webhooks to footnote_worker;

-- One event for one webhook. It holds no text of readers: that is read when it is sent.
create table webhook_deliveries (
  workspace_id      uuid not null,
  webhook_id        uuid not null,
  -- Of the event: the same for every webhook that it is sent to.
  id                uuid not null,
  knowledge_base_id uuid,
  type              text not null,
  data              jsonb not null,
  state             text not null default 'pending'
                    check (state in ('pending', 'delivered', 'failed')),
  attempts          integer not null default 0,
  response_status   integer,
  last_error        text,
  created_at        timestamptz not null default now(),
  last_attempt_at   timestamptz,
  -- While it is being sent: when somebody else may send it, should the worker die.
  next_attempt_at   timestamptz default now(),
  primary key (workspace_id, webhook_id, id),
  check ((next_attempt_at is null) = (state <> 'pending')),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
  foreign key (workspace_id, knowledge_base_id) references knowledge_bases on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create index webhook_deliveries_by_knowledge_base on webhook_deliveries (workspace_id, knowledge_base_id)
  where knowledge_base_id is not null;

-- Not forced: the functions below use it with the owner's rights.
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries to footnote_api, footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
-- The worker removes what is old, of every tenant.
create policy expired on webhook_deliveries for delete to footnote_worker
  using (created_at < now() - interval '30 days');
grant select, insert, update, delete on webhook_deliveries to footnote_worker;

-- In the transaction of what happened. The api role may cause it, and reads no webhook.
create function publish_event(workspace uuid, base uuid, event_id uuid, event_type text, event_data jsonb)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into webhook_deliveries (workspace_id, webhook_id, id, knowledge_base_id, type, data)
  select workspace_id, id, event_id, base, event_type, event_data from webhooks
  where workspace_id = workspace and workspace_id = current_workspace()
    and enabled and event_type = any(events)
  -- Locked, so that a webhook deleted meanwhile is left out, instead of violating the foreign key.
  for key share
$$;
revoke execute on function publish_event(uuid, uuid, uuid, text, jsonb) from public;
grant execute on function publish_event(uuid, uuid, uuid, text, jsonb) to footnote_api, footnote_worker;

-- The webhooks with something to send, of all tenants: ids alone.
create function webhooks_due() returns table (workspace_id uuid, webhook_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct workspace_id, webhook_id from webhook_deliveries where next_attempt_at <= now()
$$;
revoke execute on function webhooks_due() from public;
grant execute on function webhooks_due() to footnote_worker;
