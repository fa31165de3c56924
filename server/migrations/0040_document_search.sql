-- Operators search documents by any part of the title or the address, and sort them. The knowledge base
-- is part of each index, so that no tenant's list reads what another has. Both extensions are trusted:
-- the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index documents_searched on documents
  using gin (knowledge_base_id, (title || E'\n' || url) gin_trgm_ops) with (fastupdate = off);
-- The beginning alone: a cursor has it, and no title is too long for the index.
create index documents_by_title on documents (knowledge_base_id, left(lower(title), 60), id);
create index documents_by_indexed_at on documents
  (knowledge_base_id, coalesce(indexed_at, 'epoch'), id);
create index documents_by_passages on documents (knowledge_base_id, passage_count, id);

-- Comparing text is not leakproof, so a policy would keep the planner from these indexes: operators read
-- this view, which runs as the owner.
create view listed_documents as
  select id, url, title, content_type, visibility, group_id, source_id, state, state_reason,
         passage_count, created_at, updated_at, indexed_at, published_at,
         title || E'\n' || url as searched,
         left(lower(title), 60) as title_order,
         coalesce(indexed_at, 'epoch') as indexed_order
  from documents where knowledge_base_id = current_knowledge_base();
grant select on listed_documents to footnote_worker;

-- The same for the pages of a source, in the order of their list.
create index source_pages_by_state on source_pages (knowledge_base_id, source_id, state, key);
