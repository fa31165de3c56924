-- New terms wait in a list and enter the index sorted, those of some thirty passages at a time: a term that
-- several of them share is written once. One by one they were two thirds of all that was written ahead.
-- Every search of every knowledge base reads the list, so it is kept as short as PostgreSQL allows: 64 kB.
alter index passages_terms set (fastupdate = on, gin_pending_list_limit = 64);
