-- Who wants the weekly digest of a workspace, and when the next one is due. There is no row for whoever
-- does not want it.
create table digest_subscriptions (
  workspace_id uuid not null references workspaces on delete cascade,
  person_id    uuid not null references accounts.people on delete cascade,
  due_at       timestamptz not null,
  -- Of the digest that is due, as far as the mail server refused it.
  attempts     integer not null default 0,
  primary key (workspace_id, person_id)
);
create index digest_subscriptions_due on digest_subscriptions (due_at);
create index digest_subscriptions_by_person on digest_subscriptions (person_id);
-- Not forced: the function below reads it with the owner's rights.
alter table digest_subscriptions enable row level security;
create policy tenant on digest_subscriptions to footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy own on digest_subscriptions for select to footnote_worker
  using (person_id = current_person());
grant select, insert, update, delete on digest_subscriptions to footnote_worker;

-- Of all tenants: ids alone.
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
