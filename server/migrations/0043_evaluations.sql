-- Question sets that were asked, and what was answered.
create table evaluations (
  knowledge_base_id uuid not null,
  id                uuid not null,
  set_id            uuid not null,
  label             text not null,
  -- null: the model that readers get.
  model             text,
  top_k             integer not null,
  state             text not null default 'queued'
                    check (state in ('queued', 'running', 'completed', 'failed')),
  reason            text,
  metrics           jsonb,
  created_at        timestamptz not null default now(),
  ended_at          timestamptz,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, set_id) references question_sets on delete cascade
);
create index evaluations_by_set on evaluations (knowledge_base_id, set_id);

-- A copy of the set, which may change later, with the answers.
create table evaluation_items (
  knowledge_base_id  uuid not null,
  evaluation_id      uuid not null,
  position           integer not null,
  question           text not null,
  expect             text not null,
  expected_pages     text[] not null,
  must_say           text[] not null,
  message_id         uuid,
  outcome            text not null default 'waiting'
                     check (outcome in ('waiting', 'answered', 'refused', 'failed')),
  passed             boolean,
  answer             text,
  citations          jsonb not null default '[]',
  missing_pages      text[] not null default '{}',
  recall             double precision,
  citation_precision double precision,
  said               boolean,
  ms                 integer,
  input_tokens       integer,
  output_tokens      integer,
  error_code         text,
  primary key (knowledge_base_id, evaluation_id, position),
  foreign key (knowledge_base_id, evaluation_id) references evaluations on delete cascade,
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
create index evaluation_items_by_message on evaluation_items (knowledge_base_id, message_id)
  where message_id is not null;

alter table evaluations enable row level security;
alter table evaluations force row level security;
create policy tenant on evaluations
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table evaluation_items enable row level security;
alter table evaluation_items force row level security;
create policy tenant on evaluation_items
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on evaluations, evaluation_items to footnote_worker;
