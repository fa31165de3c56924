-- What analytics are computed from: counts per day and combination of what they are grouped by. They
-- hold no text, so they are kept under Zero data retention too, and they stay when answers are deleted.
-- Days are in UTC. None is written as '' or as the nil UUID, because all of it is the primary key.
create table answer_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  source            text not null,
  widget_id         uuid not null,
  -- A client key. Readers who signed in are people, and are not counted one by one.
  key_id            uuid not null,
  model             text not null,
  language          text not null,
  questions         bigint not null default 0,
  conversations     bigint not null default 0,
  covered           bigint not null default 0,
  failed            bigint not null default 0,
  rated_up          bigint not null default 0,
  rated_down        bigint not null default 0,
  forms_deflected   bigint not null default 0,
  forms_submitted   bigint not null default 0,
  input_tokens      bigint not null default 0,
  output_tokens     bigint not null default 0,
  -- Histograms, see time_bucket.
  first_delta_ms    integer[] not null default array_fill(0, array[56]),
  total_ms          integer[] not null default array_fill(0, array[56]),
  primary key (knowledge_base_id, day, source, widget_id, key_id, model, language)
) with (fillfactor = 50);

-- How often answers cited a document.
create table citation_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  document_id       uuid not null,
  cited             bigint not null,
  primary key (knowledge_base_id, day, document_id)
) with (fillfactor = 50);

-- Questions that ended with an error. Like the counts they hold no text.
create table answer_failures (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  request_id        text not null,
  error_code        text not null,
  source            text not null,
  widget_id         uuid,
  key_id            uuid,
  model             text,
  created_at        timestamptz not null,
  primary key (knowledge_base_id, id)
);

alter table answer_counts enable row level security;
alter table answer_counts force row level security;
create policy tenant on answer_counts
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table citation_counts enable row level security;
alter table citation_counts force row level security;
create policy tenant on citation_counts
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table answer_failures enable row level security;
alter table answer_failures force row level security;
create policy tenant on answer_failures
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update on answer_counts, citation_counts to footnote_api;
grant insert on answer_failures to footnote_api;
grant select, insert, update, delete on answer_counts, citation_counts, answer_failures
  to footnote_worker;

-- The first bucket holds times below 10 ms, each further one reaches 19 % higher (four for a doubling),
-- the last one holds all from 116 s on.
create function time_bucket(ms integer) returns integer
  language sql immutable
  return case when ms < 10 then 1 else least(56, 2 + floor(4 * ln(ms / 10.0::float8) / ln(2.0::float8)))::integer end;

create function count_time(counts integer[], ms integer) returns integer[]
  language plpgsql immutable as $$
begin
  if ms is not null then
    counts[time_bucket(ms)] := counts[time_bucket(ms)] + 1;
  end if;
  return counts;
end $$;
create aggregate count_times(integer) (
  sfunc = count_time, stype = integer[],
  initcond = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'
);

create function no_id() returns uuid language sql immutable
  return '00000000-0000-0000-0000-000000000000'::uuid;

-- The key that a question is counted under. Keys are revoked, never deleted, so it is always the same.
create function counted_key(of_key uuid) returns uuid language sql stable
  return coalesce((select k.id from client_keys k
                   where k.knowledge_base_id = current_knowledge_base() and k.id = of_key), no_id());

-- Counts an answer in the transaction that settles it. Citations in the order of their ids, so that two
-- answers never wait for each other.
create function count_answer(
  its_source text, its_widget uuid, its_key uuid, its_model text, its_language text,
  is_covered boolean, is_new_thread boolean, input integer, output integer,
  first_ms integer, whole_ms integer, its_documents uuid[]
) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, questions, conversations,
       covered, input_tokens, output_tokens, first_delta_ms, total_ms)
    values (current_knowledge_base(), today, its_source, coalesce(its_widget, no_id()),
            counted_key(its_key), its_model, its_language, 1, is_new_thread::integer,
            is_covered::integer, coalesce(input, 0), coalesce(output, 0),
            count_time(array_fill(0, array[56]), first_ms), count_time(array_fill(0, array[56]), whole_ms))
    on conflict on constraint answer_counts_pkey do update set
      questions = c.questions + 1,
      conversations = c.conversations + excluded.conversations,
      covered = c.covered + excluded.covered,
      input_tokens = c.input_tokens + excluded.input_tokens,
      output_tokens = c.output_tokens + excluded.output_tokens,
      first_delta_ms = count_time(c.first_delta_ms, first_ms),
      total_ms = count_time(c.total_ms, whole_ms);
  insert into citation_counts as c (knowledge_base_id, day, document_id, cited)
    select distinct current_knowledge_base(), today, id, 1 from unnest(its_documents) id order by 3
    on conflict on constraint citation_counts_pkey do update set cited = c.cited + 1;
end $$;

-- Counts a vote under the day and the combination of its answer. A vote that goes with its answer stays
-- counted, as the answer does: then the answer is gone already.
create function count_rating() returns trigger language plpgsql as $$
declare
  up   integer := (new.vote is not distinct from 'up')::integer - (old.vote is not distinct from 'up')::integer;
  down integer := (new.vote is not distinct from 'down')::integer - (old.vote is not distinct from 'down')::integer;
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, rated_up, rated_down)
    select m.knowledge_base_id, (m.created_at at time zone 'utc')::date, m.source,
           coalesce(m.widget_id, no_id()), counted_key(m.key_id), coalesce(m.model, ''),
           coalesce(m.language, ''), up, down
    from messages m
    where m.knowledge_base_id = coalesce(new.knowledge_base_id, old.knowledge_base_id)
      and m.id = coalesce(new.message_id, old.message_id)
    on conflict on constraint answer_counts_pkey do update set
      rated_up = c.rated_up + excluded.rated_up, rated_down = c.rated_down + excluded.rated_down;
  return null;
end $$;
create trigger ratings_counted after insert or update of vote or delete on ratings
  for each row execute function count_rating();

-- The same for what became of a form. It is never withdrawn.
create function count_form_outcome() returns trigger language plpgsql as $$
declare
  deflected integer := (new.outcome = 'deflected')::integer
                     - (old.outcome is not distinct from 'deflected')::integer;
  submitted integer := (new.outcome = 'submitted')::integer
                     - (old.outcome is not distinct from 'submitted')::integer;
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, forms_deflected, forms_submitted)
    select m.knowledge_base_id, (m.created_at at time zone 'utc')::date, m.source,
           coalesce(m.widget_id, no_id()), counted_key(m.key_id), coalesce(m.model, ''),
           coalesce(m.language, ''), deflected, submitted
    from messages m
    where m.knowledge_base_id = new.knowledge_base_id and m.id = new.message_id
    on conflict on constraint answer_counts_pkey do update set
      forms_deflected = c.forms_deflected + excluded.forms_deflected,
      forms_submitted = c.forms_submitted + excluded.forms_submitted;
  return null;
end $$;
create trigger form_outcomes_counted after insert or update of outcome on form_outcomes
  for each row execute function count_form_outcome();

-- Answers of earlier versions: row security would hide them from the owner too.
alter table messages no force row level security;
alter table ratings no force row level security;
alter table form_outcomes no force row level security;
alter table client_keys no force row level security;
alter table answer_counts no force row level security;
alter table citation_counts no force row level security;
insert into answer_counts
  select m.knowledge_base_id, (m.created_at at time zone 'utc')::date, m.source,
         coalesce(m.widget_id, no_id()), coalesce(k.id, no_id()), coalesce(m.model, ''),
         coalesce(m.language, ''), count(*), count(*) filter (where m.place = 1),
         count(*) filter (where m.covered), 0, count(*) filter (where r.vote = 'up'),
         count(*) filter (where r.vote = 'down'), count(*) filter (where f.outcome = 'deflected'),
         count(*) filter (where f.outcome = 'submitted'), coalesce(sum(m.input_tokens), 0),
         coalesce(sum(m.output_tokens), 0), count_times(m.first_delta_ms), count_times(m.total_ms)
  from (select *, row_number() over (partition by knowledge_base_id, thread_id order by id) as place
        from messages) m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  left join form_outcomes f on f.knowledge_base_id = m.knowledge_base_id and f.message_id = m.id
  left join client_keys k on k.knowledge_base_id = m.knowledge_base_id and k.id = m.key_id
  group by 1, 2, 3, 4, 5, 6, 7;
insert into citation_counts
  select knowledge_base_id, (created_at at time zone 'utc')::date, document_id, count(distinct id)
  from (select m.knowledge_base_id, m.created_at, m.id, (c->>'document_id')::uuid as document_id
        from messages m, jsonb_array_elements(m.citations) c) cited
  group by 1, 2, 3;
alter table messages force row level security;
alter table ratings force row level security;
alter table form_outcomes force row level security;
alter table client_keys force row level security;
alter table answer_counts force row level security;
alter table citation_counts force row level security;
