-- Questions with what is expected of their answers.
create table question_sets (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  name              text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, name)
);

create table set_questions (
  knowledge_base_id uuid not null,
  set_id            uuid not null,
  position          integer not null,
  question          text not null,
  expect            text not null check (expect in ('answer', 'refuse')),
  -- Addresses and not documents: a page that is deleted is still expected.
  expected_pages    text[] not null,
  must_say          text[] not null,
  -- The reader's question it is: erased with the answer.
  message_id        uuid,
  primary key (knowledge_base_id, set_id, position),
  foreign key (knowledge_base_id, set_id) references question_sets on delete cascade,
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
create index set_questions_by_message on set_questions (knowledge_base_id, message_id)
  where message_id is not null;

alter table question_sets enable row level security;
alter table question_sets force row level security;
create policy tenant on question_sets
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table set_questions enable row level security;
alter table set_questions force row level security;
create policy tenant on set_questions
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on question_sets, set_questions to footnote_worker;
