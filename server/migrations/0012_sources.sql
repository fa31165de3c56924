-- Where documents come from, how often, and who gets to see them.
alter table sources
  add column group_id         uuid,
  -- Cron in UTC; null: only when asked.
  add column schedule         text,
  add column visibility       text not null default 'public'
    check (visibility in ('public', 'unlisted', 'restricted')),
  -- [{ "path": glob, "visibility": … }]; the first that fits the path of a page decides.
  add column visibility_rules jsonb not null default '[]',
  add column paused           boolean not null default false,
  add column next_sync_at     timestamptz,
  -- The webhook's secret is derived from the server's pepper and this number: counting up makes
  -- another, and a copy of the database holds none.
  add column hook_number      integer not null default 1,
  add column updated_at       timestamptz not null default now(),
  add foreign key (knowledge_base_id, group_id) references source_groups on delete restrict;

-- The earliest time at which one of its sources is due, or a sync without a worker is looked for.
-- Here, because the worker finds knowledge bases by name and clock and sees nothing else of them.
alter table knowledge_bases add column syncs_due_at timestamptz;
create index knowledge_bases_by_syncs_due on knowledge_bases (syncs_due_at);

alter table documents
  -- The page's key in its source; null: pushed over the admin API.
  add column source_key        text,
  -- SHA-256 of the type and the content.
  add column content_hash      bytea,
  -- Of a file that is no text; then there is no content.
  add column bytes             bytea,
  add column published_at      timestamptz,
  -- The title that its passages were indexed with; null: not known.
  add column indexed_title     text,
  -- An operator chose the visibility of this document, so the rules of its source do not.
  add column visibility_chosen boolean not null default false,
  alter column content drop not null,
  add check ((content is null) <> (bytes is null)),
  drop constraint documents_content_type_check,
  add constraint documents_content_type_check check (content_type in (
    'text/markdown', 'text/mdx', 'text/html', 'text/plain', 'text/csv', 'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/epub+zip'));
-- Files are compressed already.
alter table documents alter column bytes set storage external;
create unique index documents_by_source_key on documents (knowledge_base_id, source_id, source_key);

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
  -- Of the text alone: the same for a page that is served at another address.
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

create table syncs (
  knowledge_base_id uuid not null,
  id                uuid not null,
  source_id         uuid not null,
  trigger           text not null check (trigger in ('created', 'manual', 'schedule', 'webhook')),
  state             text not null default 'queued'
    check (state in ('queued', 'running', 'held', 'completed', 'failed', 'cancelled')),
  -- Where a running one goes on after its worker died.
  phase             text not null default 'listing'
    check (phase in ('listing', 'fetching', 'probing', 'settling', 'deleting', 'indexing')),
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
  -- Of listing; it begins again a few times before the sync fails.
  tries             integer not null default 0,
  -- Once it has ended: its pages are not kept for ever.
  counts            jsonb,
  created_at        timestamptz not null default now(),
  started_at        timestamptz,
  ended_at          timestamptz,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
create unique index syncs_one_at_a_time on syncs (knowledge_base_id, source_id)
  where state in ('queued', 'running');
create index syncs_by_source on syncs (knowledge_base_id, source_id, id);

-- The work list of one sync, and afterwards what it did.
create table sync_pages (
  knowledge_base_id uuid not null,
  sync_id           uuid not null,
  key               text not null,
  position          bigint generated always as identity,
  version           text,
  state             text not null default 'found' check (state in (
    'found', 'fetching', 'waiting', 'unchanged', 'changed', 'added', 'moved', 'gone', 'skipped', 'failed')),
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
  primary key (knowledge_base_id, sync_id, key),
  foreign key (knowledge_base_id, sync_id) references syncs on delete cascade
);
alter table sync_pages alter column content set storage external;
create index sync_pages_by_state on sync_pages (knowledge_base_id, sync_id, state, interruptions, position);

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

do $$
declare
  name text;
begin
  foreach name in array array['source_pages', 'syncs', 'sync_pages', 'source_files'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I
      using (knowledge_base_id = current_knowledge_base())
      with check (knowledge_base_id = current_knowledge_base())', name);
    execute format('grant select, insert, update, delete on %I to footnote_worker', name);
  end loop;
end $$;
