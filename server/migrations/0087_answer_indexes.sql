-- Outside a transaction.
-- Makes an answer write less: an index of citations that counting does not change, a short list of terms
-- and filters that enter their index together, and one that finds answers that are not packed yet.
create index concurrently if not exists messages_unpacked on messages (knowledge_base_id, id)
  where packed is null and trace is not null;
create index concurrently if not exists citation_counts_of_document
  on citation_counts (knowledge_base_id, document_id);
drop index concurrently if exists citation_counts_by_document;
alter index message_search_terms set (fastupdate = on, gin_pending_list_limit = 64);
