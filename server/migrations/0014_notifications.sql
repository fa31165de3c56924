-- What the service tells others by itself: webhooks and their deliveries, and the weekly digest.

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

-- One event for one webhook. It holds no text of readers: that is read when it is sent.
create table webhook_deliveries (
  workspace_id      uuid not null,
  webhook_id        uuid not null,
  -- The event: the same for every webhook that it is sent to.
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

-- Who wants the weekly digest of a workspace, and when the next one is due. There is no row for whoever
-- does not want it.
create table digest_subscriptions (
  workspace_id uuid not null references workspaces on delete cascade,
  person_id    uuid not null references accounts.people on delete cascade,
  due_at       timestamptz not null,
  -- How often the mail server refused the digest that is due.
  attempts     integer not null default 0,
  primary key (workspace_id, person_id)
);
create index digest_subscriptions_due on digest_subscriptions (due_at);
create index digest_subscriptions_by_person on digest_subscriptions (person_id);

-- Those that are due, of all tenants: ids alone.
create function digests_due() returns table (workspace_id uuid, person_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as 'select workspace_id, person_id from digest_subscriptions where due_at <= now()
      order by due_at, workspace_id, person_id limit 1000';
revoke execute on function digests_due() from public;
grant execute on function digests_due() to footnote_worker;

-- Mondays at six in the morning (UTC), when the week before has ended everywhere but in the far west.
create function next_digest_at() returns timestamptz language sql stable
  return (date_trunc('week', now() at time zone 'utc' - interval '6 hours') + interval '7 days 6 hours')
         at time zone 'utc';

alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy tenant on webhooks
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

-- Not forced: the functions above use these two with the owner's rights.
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries to footnote_api, footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
-- The worker removes what is old, of every tenant.
create policy expired on webhook_deliveries for delete to footnote_worker
  using (created_at < now() - interval '30 days');
alter table digest_subscriptions enable row level security;
create policy tenant on digest_subscriptions to footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy own on digest_subscriptions for select to footnote_worker
  using (person_id = current_person());

grant select, insert, update, delete
  on webhooks, webhook_deliveries, digest_subscriptions to footnote_worker;
