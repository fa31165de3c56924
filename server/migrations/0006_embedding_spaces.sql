-- discarded: nobody searches it any more; the worker removes its vectors, its index and then the row.
alter table embedding_spaces drop constraint embedding_spaces_state_check;
alter table embedding_spaces add constraint embedding_spaces_state_check
  check (state in ('building', 'active', 'retired', 'discarded'));
create unique index embedding_spaces_one_beside on embedding_spaces (knowledge_base_id, state)
  where state in ('building', 'retired');

-- Whether this space has an HNSW index, so that a search asks in the form that uses it. Only a hint:
-- the same statement without the index is exact, and slower.
alter table embedding_spaces add column indexed boolean not null default false;

-- A key's cached caller names the space to search. After a swap each process forgets it at once, and
-- not only when the 3 s of its cache are over.
create function announce_space_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_key_changed', encode(lookup_digest, 'hex'))
    from client_keys where knowledge_base_id = new.knowledge_base_id;
  return null;
end $$;
create trigger embedding_spaces_changed after update on embedding_spaces
  for each row when (new.state = 'active') execute function announce_space_change();
