-- Vectors of large knowledge bases once more, each with its index in a table of its own, so that many indexes no longer slow down everybody who writes.

-- PostgreSQL opens every index of a table for each row that is written and each statement that is planned.
-- So an HNSW index is made on a partition that has one space only, and only what readers may see. The
-- worker attaches it when the space has grown large, and takes it away with the index.
create table indexed_vectors (
  knowledge_base_id uuid not null,
  space_id          uuid not null,
  passage_id        uuid not null,
  document_id       uuid not null,
  embedding         halfvec not null,
  primary key (knowledge_base_id, space_id, passage_id)
) partition by list (space_id);
alter table indexed_vectors alter column embedding set storage plain;
create index on indexed_vectors (knowledge_base_id, document_id);

alter table indexed_vectors enable row level security;
create policy tenant on indexed_vectors to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, delete on indexed_vectors to footnote_worker;

create view readable_indexed_vectors as
  select knowledge_base_id, space_id, passage_id, document_id, embedding
  from indexed_vectors
  where knowledge_base_id = (select current_knowledge_base());
grant select on readable_indexed_vectors to footnote_api;

-- null: none of its vectors are copied. Otherwise there is a partition and every change is made there too,
-- and once it is complete, searches of an indexed space read it.
alter table embedding_spaces add column vector_copy text
  constraint embedding_spaces_vector_copy_check check (vector_copy in ('filling', 'complete'));

-- No foreign keys: PostgreSQL would look through all partitions for each passage that anybody deletes. What
-- a cascade deletes or restricts comes here as well.
create function copy_vector_changes() returns trigger language plpgsql as $$
declare
  copied embedding_spaces;
begin
  -- Row security shows only the tenant's, so this is a look-up by key. Whoever takes a copy away waits for
  -- those who are writing to it.
  for copied in select * from embedding_spaces where vector_copy is not null for share loop
    -- Planned each time, with the space: a plan for any space would open every partition.
    if tg_op <> 'INSERT' then
      execute 'delete from indexed_vectors where knowledge_base_id = $1 and space_id = $2
                 and passage_id in (select passage_id from changed where space_id = $2)'
        using copied.knowledge_base_id, copied.id;
    end if;
    if tg_op <> 'DELETE' then
      execute 'insert into indexed_vectors
               select knowledge_base_id, space_id, passage_id, document_id, embedding from changed
               where knowledge_base_id = $1 and space_id = $2 and visibility <> ''restricted''
               on conflict do nothing'
        using copied.knowledge_base_id, copied.id;
    end if;
  end loop;
  return null;
end $$;
create trigger passage_vectors_inserted after insert on passage_vectors
  referencing new table as changed for each statement execute function copy_vector_changes();
create trigger passage_vectors_updated after update on passage_vectors
  referencing new table as changed for each statement execute function copy_vector_changes();
create trigger passage_vectors_deleted after delete on passage_vectors
  referencing old table as changed for each statement execute function copy_vector_changes();
