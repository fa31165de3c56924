-- Which parts of a passage are headings, text, lists, code and tables: [{"kind", "start", "end"}].
-- Null for passages indexed before: their blocks are guessed from the text until the document is
-- indexed again.
alter table passages add column blocks jsonb;

create or replace view readable_passages as
  select knowledge_base_id, id, document_id, chunk_index, content, heading_path, anchor, terms, weights,
         blocks
  from passages
  where knowledge_base_id = current_knowledge_base() and visibility <> 'restricted';
