-- Knowledge gaps, question sets and evaluations: what shows how good the answers are.

-- Questions that the documents do not answer well, grouped by meaning.
create table gaps (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- Given by an operator; null: the question that is nearest to all of its questions.
  title             text,
  state             text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
  -- The embedding model of its vectors, and their sum: the cosine does not depend on its length.
  model             text not null,
  centre            vector not null,
  -- When its question was last searched for, the pages that came nearest, and whether it is covered now.
  checked_at        timestamptz,
  covered_now       boolean not null default false,
  nearest_documents uuid[] not null default '{}',
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);

create table gap_questions (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  -- Null, as its vector: not grouped yet.
  gap_id            uuid,
  vector            vector,
  primary key (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade,
  foreign key (knowledge_base_id, gap_id) references gaps on delete cascade
);
create index gap_questions_by_gap on gap_questions (knowledge_base_id, gap_id);
create index gap_questions_waiting on gap_questions (knowledge_base_id) where gap_id is null;

-- Where questions wait to be grouped, of all tenants: ids alone.
create function bases_with_waiting_questions() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as 'select distinct knowledge_base_id from gap_questions where gap_id is null';
revoke execute on function bases_with_waiting_questions() from public;
grant execute on function bases_with_waiting_questions() to footnote_worker;

-- A question becomes part of the gaps with the commit of its answer, or of a rating.
create function note_uncovered() returns trigger language plpgsql as $$
begin
  insert into gap_questions (knowledge_base_id, message_id) values (new.knowledge_base_id, new.id);
  return null;
end $$;
create trigger messages_uncovered after insert on messages
  for each row when (not new.covered) execute function note_uncovered();

-- A vote that is changed or withdrawn takes a covered question out again. Where the answer is being
-- deleted, its question goes with it.
create function note_rated_down() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.vote = 'down' then
    insert into gap_questions (knowledge_base_id, message_id)
      values (new.knowledge_base_id, new.message_id) on conflict do nothing;
  elsif old.vote = 'down' then
    delete from gap_questions g using messages m
      where g.knowledge_base_id = current_knowledge_base() and g.message_id = old.message_id
        and m.knowledge_base_id = g.knowledge_base_id and m.id = g.message_id and m.covered;
  end if;
  return null;
end $$;
revoke execute on function note_rated_down() from public;
create trigger ratings_noted after insert or update of vote or delete on ratings
  for each row execute function note_rated_down();

-- What is deleted leaves nothing of itself in the centre, and an empty gap is gone. With the owner's
-- rights, since a rating of the api role may cause it: hence the tenant here.
create function leave_gap() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.gap_id is not null then
    update gaps set centre = centre - old.vector
      where knowledge_base_id = current_knowledge_base() and id = old.gap_id
        and vector_dims(centre) = vector_dims(old.vector);
    delete from gaps g
      where g.knowledge_base_id = current_knowledge_base() and g.id = old.gap_id
        and not exists (select from gap_questions q
                        where q.knowledge_base_id = g.knowledge_base_id and q.gap_id = g.id);
  end if;
  return null;
end $$;
create trigger gap_questions_deleted after delete on gap_questions
  for each row execute function leave_gap();
revoke execute on function leave_gap() from public;

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
  -- The sync that waits for it, which answers as if its pages were deleted.
  sync_id           uuid,
  -- The space that it searches before readers do. Null: the one in use.
  space_id          uuid,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, set_id) references question_sets on delete cascade,
  foreign key (knowledge_base_id, sync_id) references syncs on delete set null (sync_id),
  foreign key (knowledge_base_id, space_id) references embedding_spaces on delete cascade
);
create index evaluations_by_set on evaluations (knowledge_base_id, set_id);
create index evaluations_by_sync on evaluations (knowledge_base_id, sync_id) where sync_id is not null;
create index evaluations_by_space on evaluations (knowledge_base_id, space_id)
  where space_id is not null;

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

-- What an evaluation must reach before a sync may delete pages.
create table evaluation_gates (
  knowledge_base_id uuid primary key references knowledge_bases (id) on delete cascade,
  set_id            uuid not null,
  thresholds        jsonb not null,
  hold_syncs        boolean not null,
  updated_at        timestamptz not null default now(),
  -- Whether another embedding model waits until the set passes with its vectors.
  hold_models       boolean not null default false,
  foreign key (knowledge_base_id, set_id) references question_sets on delete cascade
);

-- Not forced: the functions above use it with the owner's rights.
alter table gap_questions enable row level security;
create policy tenant on gap_questions to footnote_api, footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

do $$
declare
  name text;
begin
  foreach name in array array['gaps', 'question_sets', 'set_questions', 'evaluations',
                              'evaluation_items', 'evaluation_gates'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

grant insert on gap_questions to footnote_api;
grant select, insert, update, delete
  on gaps, gap_questions, question_sets, set_questions, evaluations, evaluation_items, evaluation_gates
  to footnote_worker;
