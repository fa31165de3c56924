-- Messages with a sign-in link, counted for each address and day (UTC). Addresses without an account
-- count alike.
create table accounts.sign_in_mails (
  day          date not null,
  email_digest bytea not null,
  messages     integer not null,
  primary key (day, email_digest)
);

grant select, insert, update, delete on accounts.sign_in_mails to footnote_worker;

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
alter table sso_settings enable row level security;
alter table sso_settings force row level security;
create policy tenant on sso_settings using (workspace_id = current_workspace())
  with check (workspace_id = current_workspace());
grant select, insert, update, delete on sso_settings to footnote_worker;

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

grant select, insert, update, delete on accounts.sso_domains, accounts.sso_attempts
  to footnote_worker;
