-- Keys are stored as HMAC-SHA-256 digests under the server's pepper. A public key is found by its own
-- digest; a secret pair by its client id's, and then its secret's digest is compared.
create table client_keys (
  knowledge_base_id uuid not null,
  id                uuid not null,
  workspace_id      uuid not null,
  name              text not null,
  kind              text not null check (kind in ('public', 'secret')),
  lookup_digest     bytea not null unique,
  secret_digest     bytea check ((secret_digest is null) = (kind = 'public')),
  -- The last characters, so that a person can tell keys apart.
  hint              text not null,
  created_at        timestamptz not null default now(),
  revoked_at        timestamptz,
  primary key (knowledge_base_id, id),
  foreign key (workspace_id, knowledge_base_id) references knowledge_bases on delete cascade
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

-- A request knows its key before it knows its tenant: whoever presents a key's digest sees that row.
create function presented_key() returns bytea
  language sql stable parallel safe
  return decode(nullif(current_setting('footnote.key_digest', true), ''), 'hex');

alter table client_keys enable row level security;
alter table client_keys force row level security;
create policy tenant on client_keys
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
create policy bearer on client_keys for select using (lookup_digest = presented_key());

alter table client_key_groups enable row level security;
alter table client_key_groups force row level security;
create policy tenant on client_key_groups
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

alter table widgets enable row level security;
alter table widgets force row level security;
create policy tenant on widgets
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

grant select on client_keys, client_key_groups, widgets to footnote_api;
grant select, insert, update, delete on client_keys, client_key_groups, widgets to footnote_worker;

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
