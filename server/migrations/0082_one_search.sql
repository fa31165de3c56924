-- One search for every size: the statement finds out itself whether a space has an index. And the indexes that versions before 0063 made on the table that all share are gone.
update schema_floor set migration = '0082_one_search';

do $$
declare
  shared regclass;
begin
  for shared in select indexrelid::regclass from pg_index
                where indrelid = 'passage_vectors'::regclass
                  and indexrelid::regclass::text ~ '^passage_vectors_hnsw_[0-9a-f]{32}$' loop
    execute format('drop index %s', shared);
  end loop;
end $$;
update embedding_spaces set indexed = false where indexed and vector_copy is distinct from 'complete';

drop function nearest_indexed(uuid, int, boolean, halfvec, uuid[], int);

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
