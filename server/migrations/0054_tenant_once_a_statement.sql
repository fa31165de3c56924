-- Readers' views find out the tenant once a statement and no longer once a row.
create or replace view readable_documents as
  select d.knowledge_base_id, d.id, d.group_id, d.url, d.title, d.visibility, d.language,
         s.type as source_type, d.created_at, d.updated_at
  from documents d
  join sources s on s.knowledge_base_id = d.knowledge_base_id and s.id = d.source_id
  where d.knowledge_base_id = (select current_knowledge_base()) and d.visibility <> 'restricted';

create or replace view readable_passages as
  select knowledge_base_id, id, document_id, chunk_index, content, heading_path, anchor, terms, weights,
         blocks
  from passages
  where knowledge_base_id = (select current_knowledge_base()) and visibility <> 'restricted';

create or replace view readable_vectors as
  select knowledge_base_id, space_id, passage_id, document_id, embedding
  from passage_vectors
  where knowledge_base_id = (select current_knowledge_base()) and visibility <> 'restricted';

create or replace view readable_terms as
  select id, document_id, terms, weights
  from passages
  where (knowledge_base_id = (select current_knowledge_base())) is true and visibility <> 'restricted';
