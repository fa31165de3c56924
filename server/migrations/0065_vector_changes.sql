-- Services keep the vectors of busy knowledge bases in memory; each search of them asks here whether they are those of the database.

-- Which transactions have changed the vectors of a knowledge base. Rows are only added, so that nobody who
-- writes waits for another, and one day old they are deleted. No foreign key: deleting a knowledge base
-- changes its vectors.
create table vector_changes (
  knowledge_base_id uuid not null,
  changed_by        xid8 not null default pg_current_xact_id(),
  changed_at        timestamptz not null default now(),
  primary key (knowledge_base_id, changed_by)
);

alter table vector_changes enable row level security;
create policy tenant on vector_changes to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, delete on vector_changes to footnote_worker;

-- Of all tenants, also of those that have moved away. No copy of vectors is as old.
create function forget_old_vector_changes() returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from vector_changes where changed_at < now() - interval '1 day' $$;
revoke execute on function forget_old_vector_changes() from public;
grant execute on function forget_old_vector_changes() to footnote_worker;

create view readable_vector_changes as
  select changed_by from vector_changes
  where knowledge_base_id = (select current_knowledge_base());
grant select on readable_vector_changes to footnote_api;

create function note_vector_changes() returns trigger language plpgsql as $$
begin
  insert into vector_changes (knowledge_base_id) select distinct knowledge_base_id from changed
  on conflict do nothing;
  return null;
end $$;
create trigger passage_vectors_insert_noted after insert on passage_vectors
  referencing new table as changed for each statement execute function note_vector_changes();
create trigger passage_vectors_update_noted after update on passage_vectors
  referencing new table as changed for each statement execute function note_vector_changes();
create trigger passage_vectors_delete_noted after delete on passage_vectors
  referencing old table as changed for each statement execute function note_vector_changes();
