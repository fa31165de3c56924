-- Every filter of the list of documents has an index in the order of the list.
create index documents_by_source on documents (knowledge_base_id, source_id, id);
create index documents_by_visibility on documents (knowledge_base_id, visibility, id);
drop index documents_by_group;
create index documents_by_group on documents (knowledge_base_id, group_id, id);
