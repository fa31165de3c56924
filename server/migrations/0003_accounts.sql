-- People who sign in to the admin API, what they may do in which workspace, and what they did.

-- In a schema of its own: the tables are better-auth's, their columns are as its Kysely adapter writes
-- them, and the api role, which serves readers, has no right to any of it. They belong to the installation
-- and not to one tenant.
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
  updated_at         timestamptz not null default now(),
  two_factor_enabled boolean not null default false
);

-- The token is half of the cookie; the other half is its signature under a key that is not stored.
create table accounts.sessions (
  id               uuid primary key,
  user_id          uuid not null references accounts.people on delete cascade,
  token            text not null unique,
  expires_at       timestamptz not null,
  ip_address       text,
  user_agent       text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- A session by single sign-on opens the workspace whose provider vouched for somebody, and no other.
  sso_workspace_id uuid
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
-- Reads the verifications that have ended, in order to delete them.
create index verifications_by_expiry on accounts.verifications (expires_at);

-- A code from an authenticator as the second step of signing in. Secret and codes are encrypted under a key
-- that is not stored.
create table accounts.second_factors (
  id                        uuid primary key,
  user_id                   uuid not null unique references accounts.people on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  -- False until the first code was given.
  verified                  boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);

-- Passkeys of people, as better-auth's plugin writes them. The public key is no secret.
create table accounts.passkeys (
  id            uuid primary key,
  user_id       uuid not null references accounts.people on delete cascade,
  name          text,
  credential_id text not null unique,
  public_key    text not null,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz not null default now()
);
create index passkeys_by_user on accounts.passkeys (user_id);

-- Whoever was invited by a link that was handed over has not shown that the address is theirs. When its
-- owner does, better-auth removes the password and the sessions of before; passkeys it leaves.
create function accounts.remove_unproved_passkeys() returns trigger
  language plpgsql
as $$
begin
  delete from accounts.passkeys where user_id = new.id;
  return null;
end $$;
create trigger remove_unproved_passkeys
  after update of email_verified on accounts.people
  for each row when (new.email_verified and not old.email_verified)
  execute function accounts.remove_unproved_passkeys();

-- The link in the log of the first start, as a digest. Gone once the first owner exists.
create table accounts.setup_links (
  token_digest bytea primary key,
  expires_at   timestamptz not null
);

-- Messages with a sign-in link, counted for each address by a token bucket that refills within a day. Addresses
-- without an account count alike.
create table accounts.sign_in_mails (
  email_digest bytea primary key,
  full_at      timestamptz not null
);
create index sign_in_mails_by_time on accounts.sign_in_mails (full_at);

-- Single sign-on of a workspace: its OpenID provider, and who has to use it.
create table sso_settings (
  workspace_id  uuid primary key references workspaces on delete cascade,
  issuer        text not null,
  client_id     text not null,
  -- Sealed; null: the provider needs none.
  client_secret bytea,
  enforced      boolean not null,
  default_role  text not null check (default_role in ('viewer', 'editor', 'admin')),
  updated_at    timestamptz not null default now()
);

-- Looked up before anybody has signed in, so by the domain alone. A domain belongs to one workspace.
create table accounts.sso_domains (
  domain       text primary key check (domain = lower(domain)),
  workspace_id uuid not null references sso_settings on delete cascade
);
create index sso_domains_by_workspace on accounts.sso_domains (workspace_id);

-- A sign-in that has left for the provider: for the browser that began it, once.
create table accounts.sso_attempts (
  state_digest   bytea primary key,
  browser_digest bytea not null,
  workspace_id   uuid not null references sso_settings on delete cascade,
  sealed         bytea not null,
  expires_at     timestamptz not null
);
create index sso_attempts_by_workspace on accounts.sso_attempts (workspace_id);
create index sso_attempts_by_expiry on accounts.sso_attempts (expires_at);

grant usage on schema accounts to footnote_worker;
grant select, insert, update, delete on all tables in schema accounts to footnote_worker;

-- Whose request it is. Somebody sees their own memberships in every workspace, and no one else's.
create function current_person() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.person_id', true), '')::uuid;

-- A request knows its key or token before it knows its tenant: whoever presents its digest sees that row.
create function presented_key() returns bytea
  language sql stable parallel safe
  return decode(nullif(current_setting('footnote.key_digest', true), ''), 'hex');

create table members (
  workspace_id uuid not null references workspaces on delete cascade,
  person_id    uuid not null references accounts.people on delete cascade,
  role         text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, person_id)
);
create index members_by_person on members (person_id);

-- A role in one knowledge base, instead of that in the workspace.
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

-- Tokens of programs, stored as keys are. One with a person never may more than that person.
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

-- Who did what through the admin API, from where, and what changed. Events of the installation itself have
-- the nil workspace; who deleted a workspace is still known when it is gone, so no key refers to it.
create table audit_events (
  workspace_id uuid not null,
  id           uuid not null,
  actor        text not null,
  action       text not null,
  subject_id   uuid,
  created_at   timestamptz not null default now(),
  actor_id     uuid,
  token_id     uuid,
  address      text,
  request_id   uuid,
  changes      jsonb not null default '[]',
  primary key (workspace_id, id)
);
create index audit_events_by_actor on audit_events (workspace_id, actor, id);
create index audit_events_by_action on audit_events (workspace_id, action, id);
create index audit_events_by_subject on audit_events (workspace_id, subject_id, id);

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

do $$
declare
  name text;
begin
  foreach name in array array['sso_settings', 'members', 'knowledge_base_roles', 'invitations',
                              'access_tokens', 'audit_events'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (workspace_id = current_workspace()) '
                   'with check (workspace_id = current_workspace())', name);
  end loop;
end $$;

create policy own on members for select to footnote_worker using (person_id = current_person());
create policy own on knowledge_base_roles for select to footnote_worker
  using (person_id = current_person());
create policy bearer on access_tokens for select to footnote_worker
  using (token_digest = presented_key());

grant select, insert, update, delete
  on sso_settings, members, knowledge_base_roles, invitations, access_tokens to footnote_worker;
grant select, insert on audit_events to footnote_worker;
