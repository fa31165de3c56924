-- Syncs of sources: what is known of each page, what is under way, and what was uploaded.

-- What a source knows of each page between syncs.
create table source_pages (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  key               text not null,
  version           text,
  etag              text,
  last_modified     text,
  -- The pages that it led to, as [{ "key", "version" }]: a page that did not change still leads there.
  links             jsonb not null default '[]',
  document_id       uuid,
  content_hash      bytea,
  -- A digest of the text alone: the same for a page that is served at another address.
  fingerprint       bytea,
  -- How it ended in the sync that saw it last, and why.
  state             text not null,
  reason            text,
  seen_at           timestamptz not null default now(),
  primary key (knowledge_base_id, source_id, key),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade,
  foreign key (knowledge_base_id, document_id) references documents on delete set null (document_id)
);
create index source_pages_by_document on source_pages (knowledge_base_id, document_id);
create index source_pages_by_fingerprint on source_pages (knowledge_base_id, source_id, fingerprint);
-- In the order of their list.
create index source_pages_by_state on source_pages (knowledge_base_id, source_id, state, key);
-- Finds the pages of a source that failed or were skipped: the list of sources counts them.
create index source_pages_not_read
  on source_pages (knowledge_base_id, source_id, state, key) where state in ('failed', 'skipped');

create table syncs (
  knowledge_base_id uuid not null,
  id                uuid not null,
  source_id         uuid not null,
  trigger           text not null check (trigger in ('created', 'manual', 'schedule', 'webhook')),
  state             text not null default 'queued'
    check (state in ('queued', 'running', 'held', 'completed', 'failed', 'cancelled')),
  -- Where a running one goes on after its worker died.
  phase             text not null default 'listing'
    check (phase in ('listing', 'fetching', 'probing', 'matching', 'deleting', 'indexing')),
  -- Why it failed, was cancelled, or waits for a person.
  reason            text,
  -- Whoever works on it, until then.
  lease_owner       uuid,
  lease_expires_at  timestamptz,
  cancel_requested  boolean not null default false,
  -- Pages with a document when it began: what a listing is compared with.
  known_pages       integer not null default 0,
  -- More pages were found than the source may have, so absence says nothing.
  truncated         boolean not null default false,
  -- Deletions wait for a person, who may have decided.
  deletions         text not null default 'open'
    check (deletions in ('open', 'held', 'confirmed', 'discarded')),
  -- How often it was listed; that begins again a few times before the sync fails.
  tries             integer not null default 0,
  -- Once it has ended: its pages are not kept for ever.
  counts            jsonb,
  created_at        timestamptz not null default now(),
  started_at        timestamptz,
  ended_at          timestamptz,
  -- The advisory lock that its worker holds for as long as it lives. PostgreSQL frees it with the
  -- connection, so that a killed worker is missed at once and not when its lease is over. Null: only the
  -- lease counts.
  lease_lock        bigint,
  -- How often a worker was lost while it listed the source: what it reads there may be what it dies of.
  listing_takeovers integer not null default 0,
  -- Whether deletions wait for an evaluation alone: then no operator has to confirm them.
  awaits_evaluation boolean not null default false,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
create unique index syncs_one_at_a_time on syncs (knowledge_base_id, source_id)
  where state in ('queued', 'running');
create index syncs_by_source on syncs (knowledge_base_id, source_id, id);

create function is_leased(expires_at timestamptz, lock_key bigint) returns boolean
  language sql as $$
  select coalesce(expires_at > now() and (lock_key is null or exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = lock_key >> 32 and objid::bigint = lock_key & 4294967295)), false)
$$;

-- The work list of one sync, and afterwards what it did.
create table sync_pages (
  knowledge_base_id uuid not null,
  sync_id           uuid not null,
  key               text not null,
  position          bigint generated always as identity,
  version           text,
  -- dead_link: a link that leads nowhere, which is not a page that is gone.
  state             text not null default 'found' check (state in (
    'found', 'fetching', 'waiting', 'unchanged', 'changed', 'added', 'moved', 'gone', 'dead_link',
    'skipped', 'failed')),
  reason            text,
  -- Not listed and not linked: asked for only to learn where it went.
  probe             boolean not null default false,
  -- Where the source says that it is now.
  moved_to          text,
  document_id       uuid,
  claimed_by        uuid,
  tries             integer not null default 0,
  -- How often its worker died; that says little about the page.
  interruptions     integer not null default 0,
  next_try_at       timestamptz not null default now(),
  -- waiting: what was fetched, until it is known whether the page has moved here.
  page              jsonb,
  content           bytea,
  -- The page that linked to it first; null: the source lists it.
  linked_from       text,
  primary key (knowledge_base_id, sync_id, key),
  foreign key (knowledge_base_id, sync_id) references syncs on delete cascade
);
alter table sync_pages alter column content set storage external;
create index sync_pages_by_state on sync_pages (knowledge_base_id, sync_id, state, interruptions, position);

-- Pages whose document an operator deleted. A sync leaves them out until the row is gone.
create table deleted_pages (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  key               text not null,
  -- The deleted document.
  document_id       uuid not null,
  url               text not null,
  title             text not null,
  -- A digest of its text: the page may come back under another key. Null: too short to tell pages apart.
  fingerprint       bytea,
  deleted_at        timestamptz not null default now(),
  primary key (knowledge_base_id, source_id, key),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
create index deleted_pages_by_url on deleted_pages (knowledge_base_id, url);

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

-- What was uploaded into a source of files.
create table source_files (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  path              text not null,
  content_type      text not null,
  hash              bytea not null,
  bytes             bytea not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, source_id, path),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
alter table source_files alter column bytes set storage external;

-- What is being uploaded, in parts as they arrive, until it is whole. The last part is never here, so a
-- small upload has no row.
create table upload_parts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  upload_id         uuid not null,
  number            integer not null,
  bytes             bytea not null,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, upload_id, number)
);
-- Parts of it are read by their place.
alter table upload_parts alter column bytes set storage external;

do $$
declare
  name text;
begin
  foreach name in array array['source_pages', 'syncs', 'sync_pages', 'deleted_pages', 'hook_deliveries',
                              'source_files', 'upload_parts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

-- The worker removes what has expired, of every tenant.
create policy expired on hook_deliveries for delete to footnote_worker using (expires_at < now());
-- Left by a process that died halfway. No upload takes an hour.
create policy expired on upload_parts for delete to footnote_worker
  using (created_at < now() - interval '1 hour');

grant select, insert, update, delete
  on source_pages, syncs, sync_pages, deleted_pages, source_files, upload_parts to footnote_worker;
grant select, insert, delete on hook_deliveries to footnote_worker;
