-- Lists of documents say where each label comes from.
create or replace view listed_documents as
  select id, url, title, content_type, visibility, group_id, source_id, state, state_reason,
         passage_count, created_at, updated_at, indexed_at, published_at,
         title || E'\n' || url as searched,
         left(lower(title), 60) as title_order,
         coalesce(indexed_at, 'epoch') as indexed_order,
         labels, page_labels, given_labels
  from documents where knowledge_base_id = current_knowledge_base();
