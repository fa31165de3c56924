-- People who sign in to the admin API. In a schema of its own: the tables are better-auth's, their
-- columns are as its Kysely adapter writes them, and the api role, which serves readers, has no right
-- to any of it. They belong to the installation and not to one tenant.
create schema accounts;

create table accounts.people (
  id                 uuid primary key,
  name               text not null,
  email              text not null unique check (email = lower(email)),
  email_verified     boolean not null default false,
  image              text,
  -- May create workspaces, and acts as an owner in each.
  owns_installation  boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);

-- The token is half of the cookie; the other half is its signature under a key that is not stored.
create table accounts.sessions (
  id         uuid primary key,
  user_id    uuid not null references accounts.people on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on accounts.sessions (user_id);
create index sessions_by_expiry on accounts.sessions (expires_at);

-- Ways to prove who one is: the hash of a password (`credential`), or an account at a provider.
create table accounts.credentials (
  id                       uuid primary key,
  user_id                  uuid not null references accounts.people on delete cascade,
  provider_id              text not null,
  account_id               text not null,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_user on accounts.credentials (user_id);

create table accounts.verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on accounts.verifications (identifier);

-- The link in the log of the first start, as a digest. Gone once the first owner exists.
create table accounts.setup_links (
  token_digest bytea primary key,
  expires_at   timestamptz not null
);

grant usage on schema accounts to footnote_worker;
grant select, insert, update, delete on all tables in schema accounts to footnote_worker;

-- Whose request it is. Somebody sees their own memberships in every workspace, and no one else's.
create function current_person() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.person_id', true), '')::uuid;

create table members (
  workspace_id uuid not null references workspaces on delete cascade,
  person_id    uuid not null references accounts.people on delete cascade,
  role         text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, person_id)
);
create index members_by_person on members (person_id);

-- Instead of the role in the workspace.
create table knowledge_base_roles (
  workspace_id      uuid not null,
  knowledge_base_id uuid not null,
  person_id         uuid not null,
  role              text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  primary key (workspace_id, knowledge_base_id, person_id),
  foreign key (workspace_id, person_id) references members on delete cascade,
  foreign key (workspace_id, knowledge_base_id) references knowledge_bases on delete cascade
);
create index knowledge_base_roles_by_person on knowledge_base_roles (person_id, knowledge_base_id);

create table invitations (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  email        text not null check (email = lower(email)),
  role         text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  invited_by   text not null,
  token_digest bytea not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);

-- Of programs. Stored as keys are; one with a person never may more than that person.
create table access_tokens (
  workspace_id       uuid not null references workspaces on delete cascade,
  id                 uuid not null,
  person_id          uuid references accounts.people on delete cascade,
  name               text not null,
  role               text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  token_digest       bytea not null unique,
  pepper_fingerprint bytea not null,
  hint               text not null,
  created_at         timestamptz not null default now(),
  expires_at         timestamptz not null,
  last_used_at       timestamptz,
  primary key (workspace_id, id)
);
create index access_tokens_by_person on access_tokens (person_id);

do $$
declare
  name text;
begin
  foreach name in array array['members', 'knowledge_base_roles', 'invitations', 'access_tokens'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (workspace_id = current_workspace()) '
                   'with check (workspace_id = current_workspace())', name);
  end loop;
end $$;

create policy own on members for select to footnote_worker using (person_id = current_person());
create policy own on knowledge_base_roles for select to footnote_worker
  using (person_id = current_person());
-- A request knows its token before it knows its tenant, as with keys.
create policy bearer on access_tokens for select to footnote_worker
  using (token_digest = presented_key());

grant select, insert, update, delete
  on members, knowledge_base_roles, invitations, access_tokens to footnote_worker;

-- Who did it, from where, and what changed. Events of the installation itself have the nil workspace.
alter table audit_events
  add column actor_id   uuid,
  add column token_id   uuid,
  add column address    text,
  add column request_id uuid,
  add column changes    jsonb not null default '[]';
create index audit_events_by_actor on audit_events (workspace_id, actor, id);
create index audit_events_by_action on audit_events (workspace_id, action, id);
create index audit_events_by_subject on audit_events (workspace_id, subject_id, id);
