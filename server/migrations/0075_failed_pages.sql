-- Outside a transaction.
-- Finds the pages of a source that failed or were skipped: the list of sources counts them.
create index concurrently if not exists source_pages_not_read
  on source_pages (knowledge_base_id, source_id, state, key) where state in ('failed', 'skipped');
