-- Stores what an answer consists of (its text, citations and trace) packed in one column, a week after
-- the upgrade, so that until then the version before can read every answer. Counting one writes less.

alter table messages
  -- The answer, its citations and its trace: conversations/packed-answer.ts. Null: they are in their columns.
  add column packed bytea,
  -- What was searched for, where it is not the question as typed.
  add column searched_text text,
  -- How many of source_documents, from the first on, the answer cites.
  add column cited_documents smallint;
-- It is packed already, and stays in its row unless a page has no room for that: out of line an answer
-- took 5 % more space, and nothing reads many messages without their answers.
alter table messages alter column packed set storage external;
alter table messages set (toast_tuple_target = 8160);

-- No version before this one may run where answers are packed.
create function packs_answers() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return (select migration >= '0086_packed_answers' from schema_floor);
revoke execute on function packs_answers() from public;
grant execute on function packs_answers() to footnote_api, footnote_worker;

-- Ends the time in which an upgrade can be undone. Called by workers.
create function begin_packing_answers() returns void
  language sql security definer set search_path = public, pg_temp as $$
  update schema_floor set migration = '0086_packed_answers'
  where migration < '0086_packed_answers'
    and exists (select from migrations
                where name = '0086_packed_answers' and timestamp::timestamptz < now() - interval '7 days')
$$;
revoke execute on function begin_packing_answers() from public;
grant execute on function begin_packing_answers() to footnote_worker;

-- Nobody can go back to a version before where there has been none.
do $$
begin
  if pg_relation_size('workspaces') = 0 then
    update schema_floor set migration = '0086_packed_answers';
  end if;
end $$;

create or replace function message_facets(message messages, vote text, comment text, reviewed boolean, tags text[])
  returns bigint[] language sql immutable
  return array_remove(array[
      message_facet(message.knowledge_base_id, 'covered', message.covered::text),
      message_facet(message.knowledge_base_id, 'source', message.source),
      message_facet(message.knowledge_base_id, 'widget_id', message.widget_id::text),
      message_facet(message.knowledge_base_id, 'key_id', message.key_id::text),
      message_facet(message.knowledge_base_id, 'language', message.language),
      message_facet(message.knowledge_base_id, 'model', message.model),
      message_facet(message.knowledge_base_id, 'page', message.page_url),
      message_facet(message.knowledge_base_id, 'vote', vote),
      message_facet(message.knowledge_base_id, 'comment', case when comment <> '' then 'true' end),
      message_facet(message.knowledge_base_id, 'reviewed', reviewed::text),
      message_facet(message.knowledge_base_id, 'gap',
                    case when not message.covered or vote = 'down' then 'true' end)], null)
    || array(select message_facet(message.knowledge_base_id, 'tag', tag) from unnest(tags) tag)
    || array(select message_facet(message.knowledge_base_id, 'document', id)
             from (select c->>'document_id' from jsonb_array_elements(message.citations) c
                   union
                   select d::text from unnest(message.source_documents[:message.cited_documents]) d) cited (id));

-- As before, but rows that are there are updated: `insert … on conflict do update` also logs that it locks
-- each of them. Citations one by one in the order of their ids, so that two answers never wait for each other.
create or replace function count_answer(
  its_source text, its_widget uuid, its_key uuid, its_model text, its_language text,
  is_covered boolean, is_new_thread boolean, input integer, output integer, its_cost numeric,
  first_ms integer, whole_ms integer, its_documents uuid[]
) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  its_counted_key uuid := counted_key(its_key);
  its_document uuid;
begin
  loop
    update answer_counts c set
      questions = c.questions + 1,
      conversations = c.conversations + is_new_thread::integer,
      covered = c.covered + is_covered::integer,
      input_tokens = c.input_tokens + coalesce(input, 0),
      output_tokens = c.output_tokens + coalesce(output, 0),
      cost = c.cost + coalesce(its_cost, 0),
      unpriced = c.unpriced + (its_cost is null)::integer,
      first_delta_ms = count_time(c.first_delta_ms, first_ms),
      total_ms = count_time(c.total_ms, whole_ms)
    where c.knowledge_base_id = current_knowledge_base() and c.day = today and c.source = its_source
      and c.widget_id = coalesce(its_widget, no_id()) and c.key_id = its_counted_key
      and c.model = its_model and c.language = its_language;
    exit when found;
    insert into answer_counts (knowledge_base_id, day, source, widget_id, key_id, model, language)
      values (current_knowledge_base(), today, its_source, coalesce(its_widget, no_id()), its_counted_key,
              its_model, its_language)
      on conflict on constraint answer_counts_pkey do nothing;
  end loop;
  for its_document in select distinct id from unnest(its_documents) id order by 1 loop
    update citation_counts c set cited = c.cited + 1
    where c.knowledge_base_id = current_knowledge_base() and c.day = today
      and c.document_id = its_document;
    if not found then
      insert into citation_counts as c (knowledge_base_id, day, document_id, cited)
        values (current_knowledge_base(), today, its_document, 1)
        on conflict on constraint citation_counts_pkey do update set cited = c.cited + 1;
    end if;
  end loop;
  loop
    update daily_usage u set
      questions = u.questions + 1,
      input_tokens = u.input_tokens + coalesce(input, 0),
      output_tokens = u.output_tokens + coalesce(output, 0),
      cost = u.cost + coalesce(its_cost, 0),
      unpriced = u.unpriced + (its_cost is null)::integer
    where u.workspace_id = current_workspace() and u.day = today and u.model = its_model;
    exit when found;
    insert into daily_usage (workspace_id, day, model) values (current_workspace(), today, its_model)
      on conflict on constraint daily_usage_pkey do nothing;
  end loop;
end $$;
