-- Answer diffs: what a change to the pages would do to the answers. The changed pages are an overlay that one
-- diff alone searches, through views of a schema of their own.

create table answer_diffs (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  label             text not null,
  top_k             integer not null,
  -- How far back readers' questions are asked again; 0: none are.
  days              integer not null,
  with_gaps         boolean not null,
  -- Empty: all of them.
  set_ids           uuid[] not null,
  -- What is changed: [{"path", "url", "title", "change", "document_id"}].
  pages             jsonb not null,
  state             text not null default 'queued'
                    check (state in ('queued', 'running', 'completed', 'failed')),
  reason            text,
  -- Put off by the worker as it goes on. Past it, the run is over.
  alive_until       timestamptz not null default now() + interval '1 hour',
  created_at        timestamptz not null default now(),
  ended_at          timestamptz,
  primary key (knowledge_base_id, id)
);
create index answer_diffs_by_age on answer_diffs (created_at);
create index answer_diffs_under_way on answer_diffs (alive_until) where state in ('queued', 'running');

-- A copy of each question, with both answers.
create table answer_diff_items (
  knowledge_base_id uuid not null,
  diff_id           uuid not null,
  position          integer not null,
  question          text not null,
  -- set, reader or gap: where it is from.
  origin            text not null check (origin in ('set', 'reader', 'gap')),
  -- How often readers asked it.
  times             integer not null,
  expect            text,
  expected_pages    text[] not null,
  must_say          text[] not null,
  -- The reader's question it is: erased with the answer.
  message_id        uuid,
  -- Null: not asked yet.
  verdict           text,
  before            jsonb,
  after             jsonb,
  differences       jsonb not null default '[]',
  primary key (knowledge_base_id, diff_id, position),
  foreign key (knowledge_base_id, diff_id) references answer_diffs on delete cascade,
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
create index answer_diff_items_by_message on answer_diff_items (knowledge_base_id, message_id)
  where message_id is not null;

-- A page as it would be, in place of the document of this id if there is one. Removed pages have no content.
create table overlay_pages (
  knowledge_base_id uuid not null,
  diff_id           uuid not null,
  id                uuid not null,
  change            text not null check (change in ('added', 'changed', 'removed')),
  url               text not null,
  title             text not null,
  given_title       text,
  content           text,
  content_type      text,
  group_id          uuid,
  visibility        text not null check (visibility in ('public', 'unlisted', 'restricted')),
  language          text not null default 'en',
  labels            jsonb not null default '{}',
  source_type       text not null,
  -- Whether its passages are stored.
  indexed           boolean not null default false,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, diff_id, id),
  foreign key (knowledge_base_id, diff_id) references answer_diffs on delete cascade
);

create table overlay_passages (
  knowledge_base_id uuid not null,
  diff_id           uuid not null,
  id                uuid not null,
  document_id       uuid not null,
  chunk_index       integer not null,
  content           text not null,
  heading_path      text[] not null,
  anchor            text,
  blocks            jsonb,
  terms             integer[] not null,
  weights           sparsevec(1000000000) not null,
  space_id          uuid not null,
  embedding         halfvec not null,
  primary key (knowledge_base_id, diff_id, id),
  unique (knowledge_base_id, diff_id, document_id, chunk_index),
  foreign key (knowledge_base_id, diff_id, document_id) references overlay_pages on delete cascade
);

-- By how much the overlay changes the term statistics.
create table overlay_terms (
  knowledge_base_id uuid not null,
  diff_id           uuid not null,
  term              integer not null,
  passages          integer not null,
  primary key (knowledge_base_id, diff_id, term),
  foreign key (knowledge_base_id, diff_id) references answer_diffs on delete cascade
);

-- An overlay ends with its run, however that ends.
create function drop_overlay() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from overlay_pages where knowledge_base_id = new.knowledge_base_id and diff_id = new.id;
  delete from overlay_terms where knowledge_base_id = new.knowledge_base_id and diff_id = new.id;
  return null;
end $$;
revoke execute on function drop_overlay() from public;
create trigger answer_diffs_ended after update of state on answer_diffs
  for each row when (new.state in ('completed', 'failed')) execute function drop_overlay();

alter table answer_diff_items enable row level security;
alter table answer_diff_items force row level security;
create policy tenant on answer_diff_items using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- Not forced: what follows uses them with the owner's rights.
do $$
declare
  name text;
begin
  foreach name in array array['answer_diffs', 'overlay_pages', 'overlay_passages', 'overlay_terms'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to footnote_worker '
                   'using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;
-- The worker ends runs that nobody goes on with, and removes old reports, of every tenant.
create policy lost on answer_diffs for update to footnote_worker
  using (state in ('queued', 'running') and alive_until < now()) with check (state = 'failed');
create policy expired on answer_diffs for delete to footnote_worker
  using (created_at < now() - interval '30 days');

grant select, insert, update, delete
  on answer_diffs, answer_diff_items, overlay_pages, overlay_passages, overlay_terms
  to footnote_worker;

-- Searches with an overlay are the statements of every search, for which these views stand before those
-- that readers read.
create schema overlaid;
grant usage on schema overlaid to footnote_api, footnote_worker;

create function overlaid.current_diff() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.overlay', true), '')::uuid;

-- Until the transaction ends.
create function enter_overlay(diff text) returns void language plpgsql volatile as $$
begin
  perform set_config('footnote.overlay', diff, true),
          set_config('search_path', 'overlaid, public', true);
end $$;

create view overlaid.readable_documents as
  select d.knowledge_base_id, d.id, d.group_id, d.url, d.title, d.visibility, d.language,
         d.source_type, d.created_at, d.updated_at, d.labels
  from public.readable_documents d
  where d.id not in (
    select id from overlay_pages
    where knowledge_base_id = (select current_knowledge_base())
      and diff_id = (select overlaid.current_diff()))
  union all
  select knowledge_base_id, id, group_id, url, title, visibility, language,
         source_type, created_at, created_at, labels
  from overlay_pages
  where knowledge_base_id = (select current_knowledge_base())
    and diff_id = (select overlaid.current_diff())
    and change <> 'removed' and visibility <> 'restricted';

create view overlaid.readable_labels as
  select l.knowledge_base_id, l.name, l.value, l.document_id
  from public.readable_labels l
  where l.document_id not in (
    select id from overlay_pages
    where knowledge_base_id = (select current_knowledge_base())
      and diff_id = (select overlaid.current_diff()))
  union all
  select o.knowledge_base_id, n.name, v.value, o.id
  from overlay_pages o
  cross join lateral jsonb_each(o.labels) n (name, values)
  cross join lateral jsonb_array_elements_text(n.values) v (value)
  where o.knowledge_base_id = (select current_knowledge_base())
    and o.diff_id = (select overlaid.current_diff())
    and o.change <> 'removed' and o.visibility <> 'restricted';

-- Passages of restricted pages are not stored.
create view overlaid.readable_passages as
  select p.knowledge_base_id, p.id, p.document_id, p.chunk_index, p.content, p.heading_path, p.anchor,
         p.terms, p.weights, p.blocks
  from public.readable_passages p
  where p.document_id not in (
    select id from overlay_pages
    where knowledge_base_id = (select current_knowledge_base())
      and diff_id = (select overlaid.current_diff()))
  union all
  select knowledge_base_id, id, document_id, chunk_index, content, heading_path, anchor,
         terms, weights, blocks
  from overlay_passages
  where knowledge_base_id = (select current_knowledge_base())
    and diff_id = (select overlaid.current_diff());

create view overlaid.readable_terms as
  select t.id, t.document_id, t.terms, t.weights
  from public.readable_terms t
  where t.document_id not in (
    select id from overlay_pages
    where knowledge_base_id = (select current_knowledge_base())
      and diff_id = (select overlaid.current_diff()))
  union all
  select id, document_id, terms, weights
  from overlay_passages
  where knowledge_base_id = (select current_knowledge_base())
    and diff_id = (select overlaid.current_diff());

create view overlaid.readable_vectors as
  select v.knowledge_base_id, v.space_id, v.passage_id, v.document_id, v.embedding
  from public.readable_vectors v
  where v.document_id not in (
    select id from overlay_pages
    where knowledge_base_id = (select current_knowledge_base())
      and diff_id = (select overlaid.current_diff()))
  union all
  select knowledge_base_id, space_id, id, document_id, embedding
  from overlay_passages
  where knowledge_base_id = (select current_knowledge_base())
    and diff_id = (select overlaid.current_diff());

create view overlaid.term_statistics as
  select s.knowledge_base_id, s.term,
         greatest(0, s.passages + coalesce((
           select o.passages from overlay_terms o
           where o.knowledge_base_id = (select current_knowledge_base())
             and o.diff_id = (select overlaid.current_diff()) and o.term = s.term), 0)) as passages
  from public.term_statistics s
  where s.knowledge_base_id = (select current_knowledge_base())
  union all
  select o.knowledge_base_id, o.term, o.passages
  from overlay_terms o
  where o.knowledge_base_id = (select current_knowledge_base())
    and o.diff_id = (select overlaid.current_diff()) and o.passages > 0
    and not exists (
      select from public.term_statistics s
      where s.knowledge_base_id = o.knowledge_base_id and s.term = o.term);

-- An index has the pages that are replaced, so every vector is compared.
create function overlaid.nearest_indexed(
    space uuid, asked halfvec, groups uuid[], labels jsonb, most int)
  returns table (passage_id uuid, document_id uuid, distance float8)
language sql stable rows 1
  as 'select null::uuid, null::uuid, null::float8 where false';

grant select on all tables in schema overlaid to footnote_api, footnote_worker;
