-- What an evaluation must reach before a sync may delete pages.
create table evaluation_gates (
  knowledge_base_id uuid primary key references knowledge_bases (id) on delete cascade,
  set_id            uuid not null,
  thresholds        jsonb not null,
  hold_syncs        boolean not null,
  updated_at        timestamptz not null default now(),
  foreign key (knowledge_base_id, set_id) references question_sets on delete cascade
);
alter table evaluation_gates enable row level security;
alter table evaluation_gates force row level security;
create policy tenant on evaluation_gates
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on evaluation_gates to footnote_worker;

-- The sync that waits for an evaluation, which answers as if its pages were deleted.
alter table evaluations add sync_id uuid;
alter table evaluations add foreign key (knowledge_base_id, sync_id) references syncs on delete set null (sync_id);
create index evaluations_by_sync on evaluations (knowledge_base_id, sync_id) where sync_id is not null;

-- Whether deletions wait for an evaluation alone: then no operator has to confirm them.
alter table syncs add awaits_evaluation boolean not null default false;
