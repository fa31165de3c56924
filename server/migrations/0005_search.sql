-- What a search reads: passages with the weights of their terms, and their vectors.

-- A passage carries its document's visibility, so that both searches filter on their own row before
-- they rank. The foreign key keeps the copy equal: changing the document changes it here in the same
-- statement, and no passage can be written under a visibility that its document does not have.
create table passages (
  knowledge_base_id uuid not null,
  id                uuid not null,
  document_id       uuid not null,
  visibility        text not null,
  chunk_index       integer not null,
  content           text not null,
  heading_path      text[] not null default '{}',
  anchor            text,
  -- Term ids (a hash salted with the knowledge base) for the GIN index, and the same terms' saturated
  -- BM25 weights; `<#>` with the query's idf weights is the score.
  terms             integer[] not null,
  weights           sparsevec(1000000000) not null,
  -- Which parts are headings, text, lists, code and tables: [{"kind", "start", "end"}]. Null: they are
  -- guessed from the text.
  blocks            jsonb,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, document_id, chunk_index),
  foreign key (knowledge_base_id, document_id, visibility)
    references documents (knowledge_base_id, id, visibility) on update cascade on delete cascade
);
-- The weights stay in their row, and mostly all else: a search reads the weights of hundreds of passages,
-- and the text of ten.
alter table passages alter column weights set storage main;
alter table passages set (toast_tuple_target = 4080);
-- New terms wait in a list and enter the index sorted, those of some thirty passages at a time: a term that
-- several of them share is written once. One by one they were two thirds of all that was written ahead.
-- Every search of every knowledge base reads the list, so it is kept as short as PostgreSQL allows: 64 kB.
create index passages_terms on passages using gin (terms)
  with (fastupdate = on, gin_pending_list_limit = 64);

-- One space a model: a re-embedding builds the next beside the active one and swaps.
create table embedding_spaces (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  model             text not null,
  dimensions        integer not null check (dimensions between 1 and 4000),
  -- discarded: nobody searches it any more; the worker removes its vectors, its index and then the row.
  state             text not null check (state in ('building', 'active', 'retired', 'discarded')),
  created_at        timestamptz not null default now(),
  -- Whether this space has an HNSW index, which the search then uses.
  indexed           boolean not null default false,
  -- A set of questions has passed with it, or an operator does not wait for it.
  may_swap          boolean not null default false,
  -- Why searches did not move to it. Null: nothing is wrong so far.
  held_reason       text,
  -- null: none of its vectors are copied. Otherwise there is a partition of indexed_vectors and every
  -- change is made there too, and once it is complete, searches of an indexed space read it.
  vector_copy       text
    constraint embedding_spaces_vector_copy_check check (vector_copy in ('filling', 'complete')),
  primary key (knowledge_base_id, id)
);
create unique index embedding_spaces_one_active on embedding_spaces (knowledge_base_id)
  where state = 'active';
create unique index embedding_spaces_one_beside on embedding_spaces (knowledge_base_id, state)
  where state in ('building', 'retired');

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

-- Vectors apart from the text: an exact search reads every row of a knowledge base, and on the wide
-- row that took 16 ms where this takes 2.9.
create table passage_vectors (
  knowledge_base_id uuid not null,
  space_id          uuid not null,
  passage_id        uuid not null,
  document_id       uuid not null,
  visibility        text not null,
  embedding         halfvec not null,
  primary key (knowledge_base_id, space_id, passage_id),
  foreign key (knowledge_base_id, space_id) references embedding_spaces on delete cascade,
  foreign key (knowledge_base_id, passage_id) references passages on delete cascade,
  foreign key (knowledge_base_id, document_id, visibility)
    references documents (knowledge_base_id, id, visibility) on update cascade on delete cascade
);
-- Never out of line: up to 4,000 half floats fit a page, and an exact search reads them all.
alter table passage_vectors alter column embedding set storage plain;
create index passage_vectors_by_passage on passage_vectors (knowledge_base_id, passage_id);
create index passage_vectors_by_document on passage_vectors (knowledge_base_id, document_id);
-- Searches that compare every vector of a knowledge base pass over those of restricted documents. With the
-- passage, so that a look-up by it reads one row whichever index is chosen.
create index passage_vectors_readable on passage_vectors (knowledge_base_id, space_id, passage_id)
  where visibility <> 'restricted';

-- Vectors of large knowledge bases once more. PostgreSQL opens every index of a table for each row that is
-- written and each statement that is planned. So an HNSW index is made on a partition that has one space
-- only, and only what readers may see. The worker attaches it when the space has grown large, and takes it
-- away with the index.
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

-- In how many readable passages a term occurs; term 0 counts all of them.
create table term_statistics (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  term              integer not null,
  passages          integer not null check (passages >= 0),
  primary key (knowledge_base_id, term)
) with (fillfactor = 80);

-- What readers may see. A row-security policy on passages would keep the planner from its GIN index
-- (array overlap is not leakproof), so the api role reads these views and cannot read the tables. The
-- tenant is looked up once a statement and not once a row.
create view readable_passages as
  select knowledge_base_id, id, document_id, chunk_index, content, heading_path, anchor, terms, weights,
         blocks
  from passages
  where knowledge_base_id = (select current_knowledge_base()) and visibility <> 'restricted';

-- What the keyword search ranks. The tenant is checked on every row as in readable_passages, but in a
-- form that no index answers: the terms are salted with the knowledge base and pick its passages by
-- themselves, and the planner read the primary key of the whole knowledge base beside them, two
-- thirds of the time at 15,000 passages.
create view readable_terms as
  select id, document_id, terms, weights
  from passages
  where (knowledge_base_id = (select current_knowledge_base())) is true and visibility <> 'restricted';

create view readable_vectors as
  select knowledge_base_id, space_id, passage_id, document_id, embedding
  from passage_vectors
  where knowledge_base_id = (select current_knowledge_base()) and visibility <> 'restricted';

create view readable_indexed_vectors as
  select knowledge_base_id, space_id, passage_id, document_id, embedding
  from indexed_vectors
  where knowledge_base_id = (select current_knowledge_base());

-- The nearest passages of a space by its index, with the rights of whoever calls it; none if it has no index.
-- Planned each time, because the planner uses an index only if it knows the space. Comparing 384 numbers
-- looks as cheap to it as comparing two, so it would rather compare and sort all vectors: without groups
-- sorting is off meanwhile. The members of a group may be so few that sorting them is quickest, so there the
-- planner decides.
create function nearest_indexed(space uuid, asked halfvec, groups uuid[], most int)
  returns table (passage_id uuid, document_id uuid, distance float8)
language plpgsql stable rows 100 as $$
declare
  sorting constant text := current_setting('enable_sort');
  size    int;
begin
  select s.dimensions into size from embedding_spaces s where s.id = space and s.indexed;
  if not found then return; end if;
  if groups is null then perform set_config('enable_sort', 'off', true); end if;
  return query execute format(
    'select v.passage_id, v.document_id, v.embedding::halfvec(%1$s) <=> $2::halfvec(%1$s) as distance
     from readable_indexed_vectors v
     where v.space_id = $1 %2$s
     order by distance
     limit $4',
    size,
    case when groups is not null then
      'and v.document_id in (select id from readable_documents where group_id = any($3))' end)
    using space, asked, groups, most;
  perform set_config('enable_sort', sorting, true);
end $$;

-- Behind the views row security binds the worker only; the views run as the owner.
do $$
declare
  name text;
begin
  foreach name in array array['passages', 'passage_vectors', 'indexed_vectors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to footnote_worker '
                   'using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
  foreach name in array array['embedding_spaces', 'term_statistics'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (knowledge_base_id = current_knowledge_base()) '
                   'with check (knowledge_base_id = current_knowledge_base())', name);
  end loop;
end $$;

grant select on readable_passages, readable_terms, readable_vectors, readable_indexed_vectors,
  embedding_spaces, term_statistics to footnote_api;
grant select, insert, update, delete
  on passages, passage_vectors, embedding_spaces, term_statistics to footnote_worker;
grant select, insert, delete on indexed_vectors to footnote_worker;
