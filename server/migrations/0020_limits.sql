-- Origins that a public key may be used from. null: any, and programs too.
alter table client_keys add column allowed_origins text[];

-- Whether a registered client ever signed a reader in. The cap on registrations replaces those that
-- did not first. It is unknown for those that are here already, so they count as used.
alter table oauth_artifacts add column used boolean not null default true;
alter table oauth_artifacts alter column used set default false;

-- Sign-in messages of one day (UTC), to one e-mail address and, under an empty digest, in all.
create table sign_in_mail_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  email_digest      bytea not null,
  messages          integer not null,
  primary key (knowledge_base_id, day, email_digest)
);
create index sign_in_mail_counts_by_day on sign_in_mail_counts (day);

alter table sign_in_mail_counts enable row level security;
alter table sign_in_mail_counts force row level security;
create policy tenant on sign_in_mail_counts using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- The worker removes what is over, of every tenant, and sees none of it.
create policy expired on sign_in_mail_counts for delete to footnote_worker
  using (day < (now() at time zone 'utc')::date);

grant select, insert, update on sign_in_mail_counts to footnote_api;
grant select, delete on sign_in_mail_counts to footnote_worker;
