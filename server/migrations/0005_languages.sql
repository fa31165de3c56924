-- The languages of a knowledge base's documents: a query is read in each of them.
alter table knowledge_bases add column languages text[] not null default '{}';
