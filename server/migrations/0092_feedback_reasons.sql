-- Why an answer did not help, as its reader says, in filters of messages and in the counts of each day.
alter table ratings add column reason text
  check (reason in ('wrong', 'outdated', 'incomplete', 'not_my_question'));

-- The version before replaces a rating without this column.
create function drop_reason() returns trigger language plpgsql as $$
begin
  if new.vote <> 'down' then new.reason := null; end if;
  return new;
end $$;
create trigger ratings_reason before update of vote on ratings
  for each row execute function drop_reason();

-- As before, with the reason.
create or replace function refresh_message_facets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.message_id else new.message_id end;
begin
  update message_search s
  set facets = message_facets(m, r.vote, r.comment, v.reviewed_at is not null, coalesce(v.tags, '{}'))
    || array_remove(array[message_facet(m.knowledge_base_id, 'reason', r.reason)], null)
  from messages m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  left join message_reviews v on v.knowledge_base_id = m.knowledge_base_id and v.message_id = m.id
  where m.knowledge_base_id = current_knowledge_base() and m.id = changed
    and s.knowledge_base_id = m.knowledge_base_id and s.message_id = m.id;
  return null;
end $$;

alter table answer_counts
  add column down_wrong           bigint not null default 0,
  add column down_outdated        bigint not null default 0,
  add column down_incomplete      bigint not null default 0,
  add column down_not_my_question bigint not null default 0;

-- By how much the count of a value changes.
create function count_change(counted text, was text, is_now text) returns integer
  language sql immutable
  return (is_now is not distinct from counted)::integer - (was is not distinct from counted)::integer;

-- As before, with the reason.
create or replace function count_rating() returns trigger language plpgsql as $$
declare
  up   integer := count_change('up', old.vote, new.vote);
  down integer := count_change('down', old.vote, new.vote);
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, rated_up, rated_down,
       down_wrong, down_outdated, down_incomplete, down_not_my_question)
    select m.knowledge_base_id, (m.created_at at time zone 'utc')::date, m.source,
           coalesce(m.widget_id, no_id()), counted_key(m.key_id), coalesce(m.model, ''),
           coalesce(m.language, ''), up, down,
           count_change('wrong', old.reason, new.reason), count_change('outdated', old.reason, new.reason),
           count_change('incomplete', old.reason, new.reason),
           count_change('not_my_question', old.reason, new.reason)
    from messages m
    where m.knowledge_base_id = coalesce(new.knowledge_base_id, old.knowledge_base_id)
      and m.id = coalesce(new.message_id, old.message_id)
    on conflict on constraint answer_counts_pkey do update set
      rated_up = c.rated_up + excluded.rated_up, rated_down = c.rated_down + excluded.rated_down,
      down_wrong = c.down_wrong + excluded.down_wrong,
      down_outdated = c.down_outdated + excluded.down_outdated,
      down_incomplete = c.down_incomplete + excluded.down_incomplete,
      down_not_my_question = c.down_not_my_question + excluded.down_not_my_question;
  return null;
end $$;
drop trigger ratings_counted on ratings;
create trigger ratings_counted after insert or update of vote, reason or delete on ratings
  for each row execute function count_rating();
