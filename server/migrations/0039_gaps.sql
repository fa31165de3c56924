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

alter table gaps enable row level security;
alter table gaps force row level security;
create policy tenant on gaps
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- Not forced: the functions below read it with the owner's rights.
alter table gap_questions enable row level security;
create policy tenant on gap_questions to footnote_api, footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on gaps, gap_questions to footnote_worker;
grant insert on gap_questions to footnote_api;

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

-- Gaps of answers from earlier versions.
alter table messages no force row level security;
alter table ratings no force row level security;
insert into gap_questions (knowledge_base_id, message_id)
  select m.knowledge_base_id, m.id from messages m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  where not m.covered or r.vote = 'down';
alter table messages force row level security;
alter table ratings force row level security;
