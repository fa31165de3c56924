-- The words that are on the pages of a knowledge base, as they are written there, each with its term. What a
-- reader mistypes is compared with them.

-- Trusted and part of PostgreSQL, as pg_trgm is: the owner of a database may create it.
create extension if not exists fuzzystrmatch;

-- A word stays until no passage that readers may see has its term, so it may be one that only a restricted
-- page has: what is shown is looked up in passages.
create table page_words (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  word              text collate "C" not null,
  term              integer not null,
  primary key (knowledge_base_id, word, term)
);
create index page_words_by_term on page_words (knowledge_base_id, term);

alter table page_words enable row level security;
alter table page_words force row level security;
create policy tenant on page_words using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

-- What the question of a gap names and no page mentions.
alter table gaps add column missing_words text[] not null default '{}';

grant select on page_words to footnote_api;
grant select, insert, delete on page_words to footnote_worker;
