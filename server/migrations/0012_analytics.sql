-- What analytics are computed from: counts of answers, citations, failures and pages, by day.

-- Counts per day and combination of what they are grouped by. They hold no text, so they are kept under
-- Zero data retention too, and they stay when answers are deleted. Days are in UTC. None is written as ''
-- or as the nil UUID, because all of it is the primary key.
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
  cost              numeric not null default 0,
  -- Answers of unknown cost.
  unpriced          bigint not null default 0,
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
create index citation_counts_by_document on citation_counts (knowledge_base_id, document_id) include (cited);

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

-- How often a page was asked on, and how often the documents covered that. Unlike the other counts it
-- has something that readers' browsers sent, an address without query and fragment; so there is none
-- under Zero data retention, and it goes when conversations of its day have expired.
create table page_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  -- '': all pages beyond the first thousand of the day.
  page_url          text not null,
  questions         bigint not null,
  covered           bigint not null,
  primary key (knowledge_base_id, day, page_url)
) with (fillfactor = 50);

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

-- Counts an answer in the transaction that stores it. Citations in the order of their ids, so that two
-- answers never wait for each other.
create function count_answer(
  its_source text, its_widget uuid, its_key uuid, its_model text, its_language text,
  is_covered boolean, is_new_thread boolean, input integer, output integer, its_cost numeric,
  first_ms integer, whole_ms integer, its_documents uuid[]
) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, questions, conversations,
       covered, input_tokens, output_tokens, cost, unpriced, first_delta_ms, total_ms)
    values (current_knowledge_base(), today, its_source, coalesce(its_widget, no_id()),
            counted_key(its_key), its_model, its_language, 1, is_new_thread::integer,
            is_covered::integer, coalesce(input, 0), coalesce(output, 0), coalesce(its_cost, 0),
            (its_cost is null)::integer,
            count_time(array_fill(0, array[56]), first_ms), count_time(array_fill(0, array[56]), whole_ms))
    on conflict on constraint answer_counts_pkey do update set
      questions = c.questions + 1,
      conversations = c.conversations + excluded.conversations,
      covered = c.covered + excluded.covered,
      input_tokens = c.input_tokens + excluded.input_tokens,
      output_tokens = c.output_tokens + excluded.output_tokens,
      cost = c.cost + excluded.cost,
      unpriced = c.unpriced + excluded.unpriced,
      first_delta_ms = count_time(c.first_delta_ms, first_ms),
      total_ms = count_time(c.total_ms, whole_ms);
  insert into citation_counts as c (knowledge_base_id, day, document_id, cited)
    select distinct current_knowledge_base(), today, id, 1 from unnest(its_documents) id order by 3
    on conflict on constraint citation_counts_pkey do update set cited = c.cited + 1;
  insert into daily_usage as u
      (workspace_id, day, model, questions, input_tokens, output_tokens, cost, unpriced)
    values (current_workspace(), today, its_model, 1, coalesce(input, 0), coalesce(output, 0),
            coalesce(its_cost, 0), (its_cost is null)::integer)
    on conflict on constraint daily_usage_pkey do update set
      questions = u.questions + 1,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cost = u.cost + excluded.cost,
      unpriced = u.unpriced + excluded.unpriced;
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

-- A key of an index has at most 2,700 bytes; addresses are ASCII.
create function counted_page(page_url text) returns text language sql immutable
  return left(page_url, 1000);

-- Called as an answer is stored, after count_answer. Anybody can send any address, so only so many are
-- kept for a day. They are counted when a page is new, until a day has more than it keeps.
create function count_page(its_page text, its_model text, is_covered boolean) returns void
  language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  kept text;
begin
  if its_page is null or its_model = 'small_talk' then
    return;
  end if;
  foreach kept in array array[counted_page(its_page), ''] loop
    update page_counts c set questions = c.questions + 1, covered = c.covered + is_covered::integer
      where c.knowledge_base_id = current_knowledge_base() and c.day = today and c.page_url = kept;
    if found then
      return;
    end if;
  end loop;
  insert into page_counts as c (knowledge_base_id, day, page_url, questions, covered)
    select current_knowledge_base(), today,
           case when count(*) < 1000 then counted_page(its_page) else '' end, 1, is_covered::integer
    from page_counts k where k.knowledge_base_id = current_knowledge_base() and k.day = today
    on conflict on constraint page_counts_pkey do update set
      questions = c.questions + 1, covered = c.covered + excluded.covered;
end $$;

-- The tenant is read once a statement and not once a row: analytics read hundreds of thousands of rows.
do $$
declare
  name text;
begin
  foreach name in array array['answer_counts', 'citation_counts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = (select current_knowledge_base())) '
                   'with check (knowledge_base_id = (select current_knowledge_base()))', name);
  end loop;
  foreach name in array array['answer_failures', 'page_counts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

grant select, insert, update on answer_counts, citation_counts, page_counts to footnote_api;
grant insert on answer_failures to footnote_api;
grant select, insert, update, delete
  on answer_counts, citation_counts, answer_failures, page_counts to footnote_worker;
