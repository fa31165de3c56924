-- Roles. The owner migrates; the two below serve. A deployment may log in as the owner and switch
-- (the default), or give each process its own login that is a member of its role.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['footnote_api', 'footnote_worker'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null; -- another database of this cluster made it, maybe just now
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
  created_at                 timestamptz not null default now()
);

create table knowledge_bases (
  workspace_id   uuid not null references workspaces on delete cascade,
  id             uuid not null unique,
  name           text not null,
  starter_mode   text not null default 'generated' check (starter_mode in ('generated', 'own', 'none')),
  own_questions  text[] not null default '{}' check (cardinality(own_questions) <= 8),
  -- Provider, model and address of the answering model; null: the deployment's default.
  answer_model   jsonb,
  created_at     timestamptz not null default now(),
  primary key (workspace_id, id)
);

-- Who did what through the admin API.
create table audit_events (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  actor        text not null,
  action       text not null,
  subject_id   uuid,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);

-- Questions answered and reserved in one month (UTC, by the database's clock).
create table question_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  month        date not null,
  answered     integer not null default 0 check (answered >= 0),
  reserved     integer not null default 0 check (reserved >= 0),
  primary key (workspace_id, month)
);

-- A question under way. One whose process died is returned to the allowance once it expires.
create table question_reservations (
  workspace_id uuid not null,
  id           uuid not null,
  month        date not null,
  expires_at   timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, month) references question_counts on delete cascade
);
create index question_reservations_expiry on question_reservations (expires_at);

-- Row security is forced, so that the owner too sees nothing without a tenant.
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy tenant on workspaces
  using (id = current_workspace()) with check (id = current_workspace());

alter table knowledge_bases enable row level security;
alter table knowledge_bases force row level security;
create policy tenant on knowledge_bases
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

-- The operator's directory: names and plans, no content. It is how a path's id finds its workspace.
create policy directory on workspaces for select to footnote_worker using (true);
create policy directory on knowledge_bases for select to footnote_worker using (true);

alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy tenant on audit_events
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table question_counts enable row level security;
alter table question_counts force row level security;
create policy tenant on question_counts
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table question_reservations enable row level security;
alter table question_reservations force row level security;
create policy tenant on question_reservations
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select on workspaces, knowledge_bases to footnote_api;
grant select, insert, update, delete on question_counts, question_reservations to footnote_api;
grant select, insert, update, delete
  on workspaces, knowledge_bases, question_counts, question_reservations to footnote_worker;
grant select, insert on audit_events to footnote_worker;
