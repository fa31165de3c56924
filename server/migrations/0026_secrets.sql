-- Which values of KEY_PEPPER and SECRETS_KEY this database was written under, as keyed digests. A start
-- with another value is recognised, and a rotation knows what it still has to do.
create table secret_fingerprints (
  name        text primary key check (name in ('KEY_PEPPER', 'SECRETS_KEY')),
  fingerprint bytea not null,
  updated_at  timestamptz not null default now()
);
grant select, insert, update on secret_fingerprints to footnote_worker;

-- The pepper a key is stored under; null: the one whose fingerprint was recorded first.
alter table client_keys add column pepper_fingerprint bytea;
-- The pepper behind the secret that the webhook was last called with; null: never called since.
alter table sources add column hook_fingerprint bytea;
-- A rotation stores artifacts anew under the new pepper and the new key.
grant update on oauth_artifacts to footnote_worker;

-- Signatures of webhook calls that started a sync. The same signature again starts none.
create table hook_deliveries (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  -- SHA-256 of the signature: a copy of the database holds nothing that could be sent again.
  signature_digest  bytea not null,
  sync_id           uuid not null,
  expires_at        timestamptz not null,
  primary key (knowledge_base_id, source_id, signature_digest),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
create index hook_deliveries_by_expiry on hook_deliveries (expires_at);

alter table hook_deliveries enable row level security;
alter table hook_deliveries force row level security;
create policy tenant on hook_deliveries
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- The worker removes what has expired, of every tenant.
create policy expired on hook_deliveries for delete to footnote_worker using (expires_at < now());
grant select, insert, delete on hook_deliveries to footnote_worker;
