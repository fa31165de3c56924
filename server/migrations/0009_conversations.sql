-- Conversations, their messages, what readers and operators say about them, and starter questions.

create table threads (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- The asker as the client named them: their id, or else their e-mail.
  asker             text,
  created_at        timestamptz not null default now(),
  last_message_at   timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);
create index threads_by_age on threads (knowledge_base_id, last_message_at);
-- Finding everything of one asker read every thread: 97 ms for 100,000 of them, 0.1 ms with this.
create index threads_by_asker on threads (knowledge_base_id, lower(asker)) where asker is not null;

-- The same person gets the same hash, however an e-mail address is written.
create function hashed_asker(asker text) returns text language sql stable
  return (select 'hashed:' || left(encode(sha256(convert_to(
            asker_salt::text || case when asker like '%@%' then lower(asker) else asker end, 'UTF8')), 'hex'), 32)
          from workspaces where id = current_workspace());

-- What a new conversation has as its asker.
create function stored_asker(asker text) returns text language sql stable
  return (select case asker_storage when 'plain' then asker when 'hashed' then hashed_asker(asker) end
          from workspaces where id = current_workspace());

-- One question with its answer.
create table messages (
  knowledge_base_id uuid not null,
  id                uuid not null,
  thread_id         uuid not null,
  widget_id         uuid,
  source            text not null,
  question          text not null,
  answer            text not null,
  citations         jsonb not null default '[]',
  -- false: the knowledge base did not cover the question.
  covered           boolean not null,
  -- How the answer came about: rewriting, the best candidates with scores, prompt parts, model, timings.
  trace             jsonb,
  created_at        timestamptz not null default now(),
  -- Every document that the answer's writer had before it, earlier turns' included: when one of them
  -- is restricted or deleted, the turn is not shown to a model again.
  source_documents  uuid[] not null default '{}',
  -- The page that the question was asked on, without query and fragment.
  page_url          text,
  -- The client key, or the reader who signed in.
  key_id            uuid,
  language          text,
  model             text,
  first_delta_ms    integer,
  total_ms          integer,
  input_tokens      integer,
  output_tokens     integer,
  -- Null: there was no price, or the provider did not count the tokens.
  cost              numeric,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, thread_id) references threads on delete cascade
);
create index messages_by_thread on messages (knowledge_base_id, thread_id, created_at);

-- The contract tells another knowledge base's message (403) from an unknown one (404), and row
-- security shows neither. This says whether an id is in use anywhere, and nothing else: the policy
-- opens one row, to the owner alone, while the function runs.
create index messages_by_id on messages (id);
create function sought_message() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.sought_message', true), '')::uuid;
create policy existence on messages for select to current_user using (id = sought_message());
create function message_exists(sought uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('footnote.sought_message', sought::text, true);
  return exists (select from messages where id = sought);
end $$;
revoke execute on function message_exists(uuid) from public;
grant execute on function message_exists(uuid) to footnote_api;

-- An answer holds one rating: a second vote replaces the first, hence the unique message_id.
create table ratings (
  knowledge_base_id uuid not null,
  id                uuid not null,
  message_id        uuid not null,
  vote              text not null check (vote in ('up', 'down')),
  comment           text,
  source            text not null
    check (source in ('api', 'widget', 'websocket', 'mcp', 'form_deflect', 'bot')),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);

-- Which kinds of personal data are replaced, locked until a rating's comment is stored. The api role may
-- not lock the row, hence the owner's rights.
create function lock_redaction() returns text[]
  language sql security definer set search_path = public, pg_temp as $$
  select w.redact from workspaces w where w.id = current_workspace() for share
$$;
revoke execute on function lock_redaction() from public;
grant execute on function lock_redaction() to footnote_api;

-- What became of a form after its answer. The last one told stays: a reader may close the form, come
-- back and send it after all.
create table form_outcomes (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  outcome           text not null check (outcome in ('deflected', 'submitted')),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);

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

-- One index for every filter and any combination of filters: each value that can be filtered by is a
-- number, salted with the knowledge base as the words of the question are. 64 bits, so that no two
-- values share one.
create table message_search (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  -- The terms of the question.
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
      message_facet(message.knowledge_base_id, 'page', message.page_url),
      message_facet(message.knowledge_base_id, 'vote', vote),
      message_facet(message.knowledge_base_id, 'comment', case when comment <> '' then 'true' end),
      message_facet(message.knowledge_base_id, 'reviewed', reviewed::text),
      message_facet(message.knowledge_base_id, 'gap',
                    case when not message.covered or vote = 'down' then 'true' end)], null)
    || array(select message_facet(message.knowledge_base_id, 'tag', tag) from unnest(tags) tag)
    || array(select distinct message_facet(message.knowledge_base_id, 'document', c->>'document_id')
             from jsonb_array_elements(message.citations) c);

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
revoke execute on function refresh_message_facets() from public;
create trigger ratings_changed after insert or update or delete on ratings
  for each row execute function refresh_message_facets();
create trigger message_reviews_changed after insert or update or delete on message_reviews
  for each row execute function refresh_message_facets();

-- Array operators are not leakproof, so a policy would keep the planner from the index: operators read
-- this view, which runs as the owner.
create view searchable_messages as
  select message_id, words, facets from message_search
  where knowledge_base_id = current_knowledge_base();

-- Generated starter questions, each with the document and the title it was written from.
create table starter_questions (
  knowledge_base_id uuid not null,
  document_id       uuid not null,
  position          integer not null,
  title             text not null,
  question          text not null,
  primary key (knowledge_base_id, document_id),
  foreign key (knowledge_base_id, document_id) references documents on delete cascade
);

-- A document that stops being public, or changes its title, takes its question away at that commit.
create view readable_starter_questions as
  select q.knowledge_base_id, q.position, q.question, d.group_id
  from starter_questions q
  join documents d on d.knowledge_base_id = q.knowledge_base_id and d.id = q.document_id
  where q.knowledge_base_id = current_knowledge_base() and d.knowledge_base_id = current_knowledge_base()
    and d.visibility = 'public' and d.title = q.title;

-- Not forced: the function and the view above read it with the owner's rights.
alter table message_search enable row level security;
create policy tenant on message_search to footnote_api, footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

do $$
declare
  name text;
begin
  foreach name in array array['threads', 'messages', 'ratings', 'form_outcomes', 'message_reviews',
                              'starter_questions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

grant select, insert, update, delete
  on threads, messages, ratings, form_outcomes to footnote_api, footnote_worker;
grant select, insert, update, delete on message_reviews, starter_questions to footnote_worker;
grant insert on message_search to footnote_api;
grant select, insert, delete on message_search to footnote_worker;
grant select on searchable_messages to footnote_worker;
grant select on readable_starter_questions to footnote_api;
