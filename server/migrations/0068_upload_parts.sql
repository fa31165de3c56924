-- Uploads are stored in parts as they arrive, so that the service never holds a whole one.

-- What is being uploaded, until it is whole. The last part is never here, so a small upload has no row.
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

alter table upload_parts enable row level security;
alter table upload_parts force row level security;
create policy tenant on upload_parts
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- Left by a process that died halfway. No upload takes an hour.
create policy expired on upload_parts for delete to footnote_worker
  using (created_at < now() - interval '1 hour');
grant select, insert, update, delete on upload_parts to footnote_worker;
