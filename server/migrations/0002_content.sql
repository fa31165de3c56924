-- Documents, their passages and the groups that may see them.
create table source_groups (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  name              text not null,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, name)
);

create table sources (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  type              text not null,
  name              text not null,
  settings          jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
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
  content           text not null,
  content_type      text not null check (content_type in ('text/markdown', 'text/html', 'text/plain')),
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
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, url),
  -- What passages and vectors refer to: see below.
  unique (knowledge_base_id, id, visibility),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade,
  -- A key may be limited to groups, so a group in use cannot vanish under it.
  foreign key (knowledge_base_id, group_id) references source_groups on delete restrict
);
create index documents_by_group on documents (knowledge_base_id, group_id);
create index documents_by_state on documents (knowledge_base_id, state, id);

-- A passage carries its document's visibility, so that both searches filter on their own row before
-- they rank. The foreign key keeps the copy equal: changing the document changes it here in the same
-- statement, and no passage can be written under a visibility that its document does not have.
create table passages (
  knowledge_base_id uuid not null,
  id                uuid not null,
  document_id       uuid not null,
  visibility        text not null,
  chunk_index       integer not null,
  content           text not null,
  heading_path      text[] not null default '{}',
  anchor            text,
  -- Term ids (a hash salted with the knowledge base) for the GIN index, and the same terms' saturated
  -- BM25 weights; `<#>` with the query's idf weights is the score.
  terms             integer[] not null,
  weights           sparsevec(1000000000) not null,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, document_id, chunk_index),
  foreign key (knowledge_base_id, document_id, visibility)
    references documents (knowledge_base_id, id, visibility) on update cascade on delete cascade
);
create index passages_terms on passages using gin (terms);

-- One space a model: a re-embedding builds the next beside the active one and swaps.
create table embedding_spaces (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  model             text not null,
  dimensions        integer not null check (dimensions between 1 and 4000),
  state             text not null check (state in ('building', 'active', 'retired')),
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);
create unique index embedding_spaces_one_active on embedding_spaces (knowledge_base_id)
  where state = 'active';

-- Vectors apart from the text: an exact search reads every row of a knowledge base, and on the wide
-- row that took 16 ms where this takes 2.9.
create table passage_vectors (
  knowledge_base_id uuid not null,
  space_id          uuid not null,
  passage_id        uuid not null,
  document_id       uuid not null,
  visibility        text not null,
  embedding         halfvec not null,
  primary key (knowledge_base_id, space_id, passage_id),
  foreign key (knowledge_base_id, space_id) references embedding_spaces on delete cascade,
  foreign key (knowledge_base_id, passage_id) references passages on delete cascade,
  foreign key (knowledge_base_id, document_id, visibility)
    references documents (knowledge_base_id, id, visibility) on update cascade on delete cascade
);
-- Never out of line: up to 4,000 half floats fit a page, and an exact search reads them all.
alter table passage_vectors alter column embedding set storage plain;
create index passage_vectors_by_passage on passage_vectors (knowledge_base_id, passage_id);
create index passage_vectors_by_document on passage_vectors (knowledge_base_id, document_id);

-- In how many readable passages a term occurs; term 0 counts all of them.
create table term_statistics (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  term              integer not null,
  passages          integer not null check (passages >= 0),
  primary key (knowledge_base_id, term)
) with (fillfactor = 80);

-- What readers may see. A row-security policy on passages would keep the planner from its GIN index
-- (array overlap is not leakproof), so the api role reads these views and cannot read the tables.
create view readable_documents as
  select d.knowledge_base_id, d.id, d.group_id, d.url, d.title, d.visibility, d.language,
         s.type as source_type, d.created_at, d.updated_at
  from documents d
  join sources s on s.knowledge_base_id = d.knowledge_base_id and s.id = d.source_id
  where d.knowledge_base_id = current_knowledge_base() and d.visibility <> 'restricted';

create view readable_passages as
  select knowledge_base_id, id, document_id, chunk_index, content, heading_path, anchor, terms, weights
  from passages
  where knowledge_base_id = current_knowledge_base() and visibility <> 'restricted';

create view readable_vectors as
  select knowledge_base_id, space_id, passage_id, document_id, embedding
  from passage_vectors
  where knowledge_base_id = current_knowledge_base() and visibility <> 'restricted';

grant select on readable_documents, readable_passages, readable_vectors to footnote_api;

-- Behind the views row security binds the worker only; the views run as the owner.
alter table documents enable row level security;
create policy tenant on documents to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table passages enable row level security;
create policy tenant on passages to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table passage_vectors enable row level security;
create policy tenant on passage_vectors to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on documents, passages, passage_vectors to footnote_worker;

alter table source_groups enable row level security;
alter table source_groups force row level security;
create policy tenant on source_groups
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table sources enable row level security;
alter table sources force row level security;
create policy tenant on sources
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table embedding_spaces enable row level security;
alter table embedding_spaces force row level security;
create policy tenant on embedding_spaces
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table term_statistics enable row level security;
alter table term_statistics force row level security;
create policy tenant on term_statistics
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

grant select on source_groups, embedding_spaces, term_statistics to footnote_api;
grant select, insert, update, delete
  on source_groups, sources, embedding_spaces, term_statistics to footnote_worker;
