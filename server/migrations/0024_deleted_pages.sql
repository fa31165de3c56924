-- Pages whose document an operator deleted. A sync leaves them out until the row is gone.
create table deleted_pages (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  key               text not null,
  -- Of the deleted document.
  document_id       uuid not null,
  url               text not null,
  title             text not null,
  -- Of its text: the page may come back under another key. Null: too short to tell pages apart.
  fingerprint       bytea,
  deleted_at        timestamptz not null default now(),
  primary key (knowledge_base_id, source_id, key),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);
create index deleted_pages_by_url on deleted_pages (knowledge_base_id, url);

alter table deleted_pages enable row level security;
alter table deleted_pages force row level security;
create policy tenant on deleted_pages
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on deleted_pages to footnote_worker;

-- A link that leads nowhere is not a page that is gone.
alter table sync_pages
  -- The page that linked to it first; null: the source lists it.
  add column linked_from text,
  drop constraint sync_pages_state_check,
  add constraint sync_pages_state_check check (state in (
    'found', 'fetching', 'waiting', 'unchanged', 'changed', 'added', 'moved', 'gone', 'dead_link',
    'skipped', 'failed'));
