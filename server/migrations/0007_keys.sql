-- Client keys with the groups that they may read, and widgets.

-- Keys are stored as HMAC-SHA-256 digests under the server's pepper. A public key is found by its own
-- digest; a secret pair by its client id's, and then its secret's digest is compared.
create table client_keys (
  knowledge_base_id  uuid not null,
  id                 uuid not null,
  workspace_id       uuid not null,
  name               text not null,
  kind               text not null check (kind in ('public', 'secret')),
  lookup_digest      bytea not null unique,
  secret_digest      bytea check ((secret_digest is null) = (kind = 'public')),
  -- The last characters, so that a person can tell keys apart.
  hint               text not null,
  created_at         timestamptz not null default now(),
  revoked_at         timestamptz,
  -- A public key may demand a CAPTCHA token of every reader, minted on one of these hosts.
  captcha            boolean not null default false,
  captcha_hostnames  text[] not null default '{}',
  -- Origins that a public key may be used from. null: any, and programs too.
  allowed_origins    text[],
  -- The addresses of those who may use it, and when it ends. Empty and null: any, and never.
  allowed_addresses  text[] not null default '{}',
  expires_at         timestamptz,
  -- The pepper it is stored under; null: the one whose fingerprint was recorded first.
  pepper_fingerprint bytea,
  primary key (knowledge_base_id, id),
  foreign key (workspace_id, knowledge_base_id) references knowledge_bases on delete cascade,
  constraint client_keys_captcha_is_public check (not captcha or kind = 'public')
);

-- No rows: the key reads every group. Groups in use cannot be deleted, so a limit never lapses.
create table client_key_groups (
  knowledge_base_id uuid not null,
  key_id            uuid not null,
  group_id          uuid not null,
  primary key (knowledge_base_id, key_id, group_id),
  foreign key (knowledge_base_id, key_id) references client_keys on delete cascade,
  foreign key (knowledge_base_id, group_id) references source_groups on delete restrict
);

-- Not a column of client_keys: a running answer locks its key's row, and a change of it drops caches.
create table client_key_uses (
  knowledge_base_id uuid not null,
  key_id            uuid not null,
  last_used_at      timestamptz not null,
  primary key (knowledge_base_id, key_id),
  foreign key (knowledge_base_id, key_id) references client_keys on delete cascade
);

-- Digests of tokens that were used. Unique over all tenants: they share the deployment's site key.
create table used_captcha_tokens (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  digest            bytea not null unique,
  used_at           timestamptz not null default now(),
  primary key (knowledge_base_id, digest)
);
create index used_captcha_tokens_by_age on used_captcha_tokens (used_at);

create table widgets (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  name              text not null,
  enabled           boolean not null default true,
  -- Exact origins, or one leading *. label; none: no origin is allowed.
  allowed_origins   text[] not null default '{}',
  voice             text not null default '',
  config            jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);

-- On which pages a widget is used, and on which it is refused. How many there may be is the service's
-- to see to (widgets/widget-origins.ts): a page's origin is whatever a client says it is.
create table widget_origins (
  knowledge_base_id uuid not null,
  widget_id         uuid not null,
  origin            text not null,
  -- Whether the last load was let in.
  allowed           boolean not null,
  loads             bigint not null default 0,
  refused           bigint not null default 0,
  last_seen_at      timestamptz not null,
  primary key (knowledge_base_id, widget_id, origin),
  foreign key (knowledge_base_id, widget_id) references widgets on delete cascade
);

-- Every process drops a changed key from its cache when it hears this.
create function announce_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_key_changed', encode(old.lookup_digest, 'hex'));
  return null;
end $$;
create trigger client_keys_changed after update or delete on client_keys
  for each row execute function announce_key_change();
create function announce_key_groups_change() returns trigger language plpgsql as $$
declare
  digest bytea;
begin
  select lookup_digest into digest from client_keys
    where knowledge_base_id = coalesce(new.knowledge_base_id, old.knowledge_base_id)
      and id = coalesce(new.key_id, old.key_id);
  perform pg_notify('client_key_changed', encode(digest, 'hex'));
  return null;
end $$;
create trigger client_key_groups_changed after insert or update or delete on client_key_groups
  for each row execute function announce_key_groups_change();

do $$
declare
  name text;
begin
  foreach name in array array['client_keys', 'client_key_groups', 'client_key_uses',
                              'used_captcha_tokens', 'widgets', 'widget_origins'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

create policy bearer on client_keys for select using (lookup_digest = presented_key());
-- A token passes for at most 10 minutes (access/ask-recaptcha.ts); after 15 its digest is of no use.
-- The worker removes those of every tenant, and sees none of them.
create policy expired on used_captcha_tokens for delete to footnote_worker
  using (used_at < now() - interval '15 minutes');

grant select on client_keys, client_key_groups, widgets to footnote_api;
grant select, insert, update, delete on client_keys, client_key_groups, widgets to footnote_worker;
grant select, insert, update, delete on client_key_uses, widget_origins to footnote_api, footnote_worker;
grant insert on used_captcha_tokens to footnote_api;
grant select, delete on used_captcha_tokens to footnote_worker;
