-- Answers that the team has written: a question in several wordings, and the pages that the answer rests on.

create table verified_answers (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- The question, and after it its variants.
  questions         text[] not null check (cardinality(questions) > 0),
  answer            text not null,
  verified_at       timestamptz not null default now(),
  -- From then on it is not given. Null: it does not expire.
  expires_at        timestamptz,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);

-- In the order in which the answer numbers them.
create table verified_answer_sources (
  knowledge_base_id  uuid not null,
  verified_answer_id uuid not null,
  position           integer not null,
  -- Null: the page is gone. The row stays, or the answer would be given to those who could not see that page.
  document_id        uuid,
  -- As they were when the answer was verified.
  title              text not null,
  url                text not null,
  version            integer not null,
  primary key (knowledge_base_id, verified_answer_id, position),
  foreign key (knowledge_base_id, verified_answer_id) references verified_answers on delete cascade,
  foreign key (knowledge_base_id, document_id) references documents on delete set null (document_id)
);
create index verified_answer_sources_by_document on verified_answer_sources (knowledge_base_id, document_id);

-- Of each wording, in each space that is searched or being built.
create table verified_answer_vectors (
  knowledge_base_id  uuid not null,
  space_id           uuid not null,
  verified_answer_id uuid not null,
  -- The place of the wording in `questions`, from 1.
  position           integer not null,
  embedding          halfvec not null,
  primary key (knowledge_base_id, space_id, verified_answer_id, position),
  foreign key (knowledge_base_id, verified_answer_id) references verified_answers on delete cascade,
  foreign key (knowledge_base_id, space_id) references embedding_spaces on delete cascade
);
create index verified_answer_vectors_by_answer on verified_answer_vectors (knowledge_base_id, verified_answer_id);

alter table verified_answers enable row level security;
alter table verified_answer_sources enable row level security;
alter table verified_answer_vectors enable row level security;
create policy tenant on verified_answers to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
create policy tenant on verified_answer_sources to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
create policy tenant on verified_answer_vectors to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on verified_answers, verified_answer_sources, verified_answer_vectors
  to footnote_worker;

-- Those that may be given, which readers have alone: no page of theirs is restricted or gone.
create view readable_verified_answers as
  select a.knowledge_base_id, a.id, a.questions, a.answer, a.verified_at
  from verified_answers a
  where a.knowledge_base_id = (select current_knowledge_base())
    and (a.expires_at is null or a.expires_at > statement_timestamp())
    and not exists (
      select from verified_answer_sources s
      left join documents d on d.knowledge_base_id = s.knowledge_base_id and d.id = s.document_id
      where s.knowledge_base_id = a.knowledge_base_id and s.verified_answer_id = a.id
        and (d.id is null or d.visibility = 'restricted'));
create view readable_verified_sources as
  select s.knowledge_base_id, s.verified_answer_id, s.position, s.document_id
  from verified_answer_sources s
  join readable_verified_answers a on a.id = s.verified_answer_id
  where s.knowledge_base_id = (select current_knowledge_base());
create view readable_verified_vectors as
  select v.knowledge_base_id, v.space_id, v.verified_answer_id, v.position, v.embedding
  from verified_answer_vectors v
  join readable_verified_answers a on a.id = v.verified_answer_id
  where v.knowledge_base_id = (select current_knowledge_base());
grant select on readable_verified_answers, readable_verified_sources, readable_verified_vectors
  to footnote_api, footnote_worker;
