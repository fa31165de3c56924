-- What operators filter and read stored answers by. Null in answers of earlier versions.
alter table messages
  -- The client key, or the reader who signed in.
  add column key_id         uuid,
  add column language       text,
  add column model          text,
  add column first_delta_ms integer,
  add column total_ms       integer,
  add column input_tokens   integer,
  add column output_tokens  integer;

-- What an operator made of an answer.
create table message_reviews (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  -- Null: not reviewed.
  reviewed_at       timestamptz,
  tags              text[] not null default '{}',
  note              text,
  primary key (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
alter table message_reviews enable row level security;
alter table message_reviews force row level security;
create policy tenant on message_reviews
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on message_reviews to footnote_worker;

-- One index for every filter and any combination of filters: each value that can be filtered by is a
-- number, salted with the knowledge base as the words of the question are. 64 bits, so that no two
-- values share one.
create table message_search (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  -- The terms of the question. Empty in answers of earlier versions.
  words             integer[] not null,
  facets            bigint[] not null,
  primary key (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
create index message_search_terms on message_search using gin (words, facets) with (fastupdate = off);

create function message_facet(of_base uuid, name text, value text) returns bigint
  language sql immutable
  return ('x' || substr(md5(of_base::text || ' ' || name || ' ' || value), 1, 16))::bit(64)::bigint;

create function message_facets(message messages, vote text, comment text, reviewed boolean, tags text[])
  returns bigint[] language sql immutable
  return array_remove(array[
      message_facet(message.knowledge_base_id, 'covered', message.covered::text),
      message_facet(message.knowledge_base_id, 'source', message.source),
      message_facet(message.knowledge_base_id, 'widget_id', message.widget_id::text),
      message_facet(message.knowledge_base_id, 'key_id', message.key_id::text),
      message_facet(message.knowledge_base_id, 'language', message.language),
      message_facet(message.knowledge_base_id, 'model', message.model),
      message_facet(message.knowledge_base_id, 'vote', vote),
      message_facet(message.knowledge_base_id, 'comment', case when comment <> '' then 'true' end),
      message_facet(message.knowledge_base_id, 'reviewed', reviewed::text),
      message_facet(message.knowledge_base_id, 'gap',
                    case when not message.covered or vote = 'down' then 'true' end)], null)
    || array(select message_facet(message.knowledge_base_id, 'tag', tag) from unnest(tags) tag);

-- With the owner's rights, which row security on message_search does not bind: hence the tenant here.
create function refresh_message_facets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.message_id else new.message_id end;
begin
  update message_search s
  set facets = message_facets(m, r.vote, r.comment, v.reviewed_at is not null, coalesce(v.tags, '{}'))
  from messages m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  left join message_reviews v on v.knowledge_base_id = m.knowledge_base_id and v.message_id = m.id
  where m.knowledge_base_id = current_knowledge_base() and m.id = changed
    and s.knowledge_base_id = m.knowledge_base_id and s.message_id = m.id;
  return null;
end $$;
create trigger ratings_changed after insert or update or delete on ratings
  for each row execute function refresh_message_facets();
create trigger message_reviews_changed after insert or update or delete on message_reviews
  for each row execute function refresh_message_facets();
revoke execute on function refresh_message_facets() from public;

-- Array operators are not leakproof, so a policy would keep the planner from the index: operators read
-- this view, which runs as the owner.
create view searchable_messages as
  select message_id, words, facets from message_search
  where knowledge_base_id = current_knowledge_base();
grant select on searchable_messages to footnote_worker;

alter table message_search enable row level security;
create policy tenant on message_search to footnote_api, footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant insert on message_search to footnote_api;
grant select, insert, delete on message_search to footnote_worker;

-- Answers of earlier versions: row security would hide them from the owner too.
alter table messages no force row level security;
alter table ratings no force row level security;
update messages set
  model = trace->>'model',
  first_delta_ms = (trace->'timings_ms'->>'first_delta')::numeric::integer,
  total_ms = (trace->'timings_ms'->>'settled')::numeric::integer,
  input_tokens = (trace->>'input_tokens')::integer,
  output_tokens = (trace->>'output_tokens')::integer;
insert into message_search (knowledge_base_id, message_id, words, facets)
  select m.knowledge_base_id, m.id, '{}', message_facets(m, r.vote, r.comment, false, '{}')
  from messages m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id;
alter table messages force row level security;
alter table ratings force row level security;
