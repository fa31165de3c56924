-- Sources, the groups that may see them, their documents, and what readers and operators see of those.

create table source_groups (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  name              text not null,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, name)
);

-- Where documents come from, how often, and who gets to see them.
create table sources (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  type              text not null,
  name              text not null,
  settings          jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  group_id          uuid,
  -- Cron in UTC; null: only when asked.
  schedule          text,
  visibility        text not null default 'public'
    check (visibility in ('public', 'unlisted', 'restricted')),
  -- [{ "path": glob, "visibility": … }]; the first that fits the path of a page decides.
  visibility_rules  jsonb not null default '[]',
  paused            boolean not null default false,
  next_sync_at      timestamptz,
  -- The webhook's secret is derived from the server's pepper and this number: counting up makes
  -- another, and a copy of the database holds none.
  hook_number       integer not null default 1,
  updated_at        timestamptz not null default now(),
  -- The pepper behind the secret that the webhook was last called with; null: never called since.
  hook_fingerprint  bytea,
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, group_id) references source_groups on delete restrict
);

create table documents (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  source_id         uuid not null,
  group_id          uuid,
  url               text not null,
  -- Given by whoever put the document; null takes the title found in the content.
  given_title       text,
  title             text not null,
  -- Null: it is a file that is no text.
  content           text,
  content_type      text not null check (content_type in (
    'text/markdown', 'text/mdx', 'text/html', 'text/plain', 'text/csv', 'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/epub+zip')),
  visibility        text not null default 'public' check (visibility in ('public', 'unlisted', 'restricted')),
  language          text not null default 'en',
  -- Counts changes of the content. A job that finishes an older version writes nothing.
  version           integer not null default 1,
  state             text not null default 'pending' check (state in ('pending', 'indexed', 'failed')),
  -- Why it failed, in words for the operator.
  state_reason      text,
  passage_count     integer not null default 0,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  indexed_at        timestamptz,
  -- The page's key in its source; null: pushed over the admin API.
  source_key        text,
  -- SHA-256 of the type and the content.
  content_hash      bytea,
  -- A file that is no text; then there is no content. Files are compressed already.
  bytes             bytea,
  published_at      timestamptz,
  -- The title that its passages were indexed with; null: not known.
  indexed_title     text,
  -- An operator chose the visibility of this document, so the rules of its source do not.
  visibility_chosen boolean not null default false,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, url),
  -- What passages and vectors refer to, so that theirs is always that of their document.
  unique (knowledge_base_id, id, visibility),
  check ((content is null) <> (bytes is null)),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade,
  -- A key may be limited to groups, so a group in use cannot vanish under it.
  foreign key (knowledge_base_id, group_id) references source_groups on delete restrict
);
alter table documents alter column bytes set storage external;
create unique index documents_by_source_key on documents (knowledge_base_id, source_id, source_key);
-- Every filter of the list of documents has an index in the order of the list.
create index documents_by_state on documents (knowledge_base_id, state, id);
create index documents_by_source on documents (knowledge_base_id, source_id, id);
create index documents_by_visibility on documents (knowledge_base_id, visibility, id);
create index documents_by_group on documents (knowledge_base_id, group_id, id);
-- Operators search by any part of the title or the address, and sort. The knowledge base is part of each
-- index, so that no tenant's list reads what another has.
create index documents_searched on documents
  using gin (knowledge_base_id, (title || E'\n' || url) gin_trgm_ops) with (fastupdate = off);
-- The beginning alone: a cursor has it, and no title is too long for the index.
create index documents_by_title on documents (knowledge_base_id, left(lower(title), 60), id);
create index documents_by_indexed_at on documents
  (knowledge_base_id, coalesce(indexed_at, 'epoch'), id);
create index documents_by_passages on documents (knowledge_base_id, passage_count, id);
-- The languages of a knowledge base in the order in which they came, without those that only restricted
-- documents are written in: a question is read in each, which shows in its scores.
create index documents_readable_language on documents (knowledge_base_id, language)
  where visibility <> 'restricted';

create function readable_languages(known text[]) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(array_agg(k.language order by k.place), '{}')
    from unnest(known) with ordinality as k (language, place)
    where exists (
      select from documents d
      where d.knowledge_base_id = current_knowledge_base()
        and d.language = k.language and d.visibility <> 'restricted')
  $$;
revoke execute on function readable_languages(text[]) from public;
grant execute on function readable_languages(text[]) to footnote_api, footnote_worker;

-- Addresses whose document was deleted, and who could read it. A page that comes back there is read by no more,
-- until somebody who may publish says otherwise. Without those that everybody could read.
create table withheld_addresses (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  url               text not null,
  visibility        text not null check (visibility in ('public', 'unlisted', 'restricted')),
  group_id          uuid,
  -- Who could read it was decided by the rules of this source alone, which decide again when the page comes back
  -- there.
  source_id         uuid,
  deleted_at        timestamptz not null default now(),
  primary key (knowledge_base_id, url),
  -- Without its group it is read by those alone who read every group.
  foreign key (knowledge_base_id, group_id) references source_groups on delete set null (group_id)
);

-- What readers may see. Row security on documents would keep the planner from the indexes (many operators
-- are not leakproof), so the api role reads this view, which runs as the owner, and cannot read the table.
-- The tenant is looked up once a statement and not once a row.
create view readable_documents as
  select d.knowledge_base_id, d.id, d.group_id, d.url, d.title, d.visibility, d.language,
         s.type as source_type, d.created_at, d.updated_at
  from documents d
  join sources s on s.knowledge_base_id = d.knowledge_base_id and s.id = d.source_id
  where d.knowledge_base_id = (select current_knowledge_base()) and d.visibility <> 'restricted';

-- Comparing text is not leakproof, so a policy would keep the planner from these indexes: operators read
-- this view, which runs as the owner.
create view listed_documents as
  select id, url, title, content_type, visibility, group_id, source_id, state, state_reason,
         passage_count, created_at, updated_at, indexed_at, published_at,
         title || E'\n' || url as searched,
         left(lower(title), 60) as title_order,
         coalesce(indexed_at, 'epoch') as indexed_order
  from documents where knowledge_base_id = current_knowledge_base();

-- Without a key there is no tenant yet, and row security shows no knowledge base. This finds one that
-- shows itself, and nothing of any other: the policy opens one row, to the owner alone, while the
-- function runs.
create function sought_knowledge_base() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.sought_knowledge_base', true), '')::uuid;
create policy published on knowledge_bases for select to current_user
  using (id = sought_knowledge_base() and (llms_txt or page_markdown));
-- It runs as the owner, whom the policies on deleting do not bind.
create function find_published(sought uuid)
  returns table (workspace_id uuid, name text, llms_txt boolean, page_markdown boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('footnote.sought_knowledge_base', sought::text, true);
  return query select k.workspace_id, k.name, k.llms_txt, k.page_markdown
    from knowledge_bases k
    where k.id = sought and (k.llms_txt or k.page_markdown) and k.deleting_at is null;
end $$;
revoke execute on function find_published(uuid) from public;
grant execute on function find_published(uuid) to footnote_api;

-- Public documents of a knowledge base that shows them. A document that is restricted, or a setting
-- that is turned off, is gone from here at that commit.
create view published_pages as
  select d.knowledge_base_id, d.id, d.url, d.title, d.content, d.content_type,
         k.llms_txt, k.page_markdown
  from documents d
  join knowledge_bases k on k.id = d.knowledge_base_id
  where d.knowledge_base_id = current_knowledge_base() and d.visibility = 'public'
    and d.state = 'indexed' and (k.llms_txt or k.page_markdown) and k.deleting_at is null;

-- Behind the views row security binds the worker only.
alter table documents enable row level security;
create policy tenant on documents to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

do $$
declare
  name text;
begin
  foreach name in array array['source_groups', 'sources', 'withheld_addresses'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

grant select on source_groups, readable_documents, published_pages to footnote_api;
grant select, insert, update, delete
  on source_groups, sources, documents, withheld_addresses to footnote_worker;
grant select on listed_documents to footnote_worker;
