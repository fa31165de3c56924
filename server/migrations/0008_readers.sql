-- Readers who sign in, and the authorization server that AI tools sign them in with.

-- Who may sign in. No domain and no issuer: nobody.
create table sign_in_settings (
  knowledge_base_id     uuid primary key references knowledge_bases (id) on delete cascade,
  -- Before a reader signed in nothing but the knowledge base is known.
  workspace_id          uuid not null references workspaces on delete cascade,
  allowed_email_domains text[] not null default '{}',
  -- What readers who signed in may read; empty: every group.
  allowed_group_ids     uuid[] not null default '{}',
  -- The operator's own OpenID provider; its secret is sealed.
  oidc_issuer           text,
  oidc_client_id        text,
  oidc_client_secret    bytea,
  -- The authorization server's signing and cookie keys, sealed; made when they are first needed.
  server_keys           bytea,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  constraint sign_in_settings_oidc_is_whole check ((oidc_issuer is null) = (oidc_client_id is null))
);

create table readers (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- `mailto:` and the address, or the issuer and the subject there.
  identity          text not null,
  email             text,
  created_at        timestamptz not null default now(),
  signed_in_at      timestamptz not null default now(),
  revoked_at        timestamptz,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, identity)
);

-- What the authorization server keeps: clients, grants, codes, tokens, sessions. Ids are tokens, so
-- only their digests are here, and the rest is sealed.
create table oauth_artifacts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  kind              text not null,
  id_digest         bytea not null,
  uid_digest        bytea,
  grant_digest      bytea,
  sealed            bytea not null,
  consumed_at       timestamptz,
  expires_at        timestamptz not null,
  -- Whether a registered client ever signed a reader in. The cap on registrations replaces those that
  -- did not first.
  used              boolean not null default false,
  primary key (knowledge_base_id, kind, id_digest)
);
create index oauth_artifacts_by_uid on oauth_artifacts (knowledge_base_id, kind, uid_digest)
  where uid_digest is not null;
create index oauth_artifacts_by_grant on oauth_artifacts (knowledge_base_id, grant_digest)
  where grant_digest is not null;
create index oauth_artifacts_by_expiry on oauth_artifacts (expires_at);

-- A sign-in under way, by e-mail link or at the operator's provider. Used once.
create table sign_in_attempts (
  knowledge_base_id  uuid not null references knowledge_bases (id) on delete cascade,
  token_digest       bytea not null,
  -- Names the browser's interaction: a link that another browser opens is of no use.
  interaction_digest bytea not null,
  sealed             bytea not null,
  expires_at         timestamptz not null,
  primary key (knowledge_base_id, token_digest)
);
create index sign_in_attempts_by_expiry on sign_in_attempts (expires_at);

-- Sign-in messages of one day (UTC), to one e-mail address and, under an empty digest, in all.
create table sign_in_mail_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  email_digest      bytea not null,
  messages          integer not null,
  primary key (knowledge_base_id, day, email_digest)
);
create index sign_in_mail_counts_by_day on sign_in_mail_counts (day);

do $$
declare
  name text;
begin
  foreach name in array array['sign_in_settings', 'readers', 'oauth_artifacts', 'sign_in_attempts',
                              'sign_in_mail_counts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

-- The worker removes what is over, of every tenant, and sees none of it.
create policy expired on oauth_artifacts for delete to footnote_worker using (expires_at < now());
create policy expired on sign_in_attempts for delete to footnote_worker using (expires_at < now());
create policy expired on sign_in_mail_counts for delete to footnote_worker
  using (day < (now() at time zone 'utc')::date);

grant select on sign_in_settings to footnote_api;
grant update (server_keys) on sign_in_settings to footnote_api;
grant select, insert, update, delete on sign_in_settings to footnote_worker;
grant select, insert on readers to footnote_api;
grant update (signed_in_at, email) on readers to footnote_api;
grant select, insert, update, delete on readers to footnote_worker;
grant select, insert, update, delete on oauth_artifacts, sign_in_attempts to footnote_api;
-- A rotation of secrets stores artifacts anew.
grant select, update, delete on oauth_artifacts to footnote_worker;
grant select, delete on sign_in_attempts to footnote_worker;
grant select, insert, update on sign_in_mail_counts to footnote_api;
grant select, delete on sign_in_mail_counts to footnote_worker;
