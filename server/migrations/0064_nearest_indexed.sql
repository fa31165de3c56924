-- Searches of large knowledge bases are planned once a connection, as all others are; only the part that uses the index is planned each time.

-- The nearest passages of a space that has an index, with the rights of whoever calls it. Planned each time,
-- because the planner uses an index only if it knows the space. Comparing 384 numbers looks as cheap to it
-- as comparing two, so it would rather compare and sort all vectors: without groups sorting is off meanwhile.
-- The members of a group may be so few that sorting them is quickest, so there the planner decides.
create function nearest_indexed(
  space uuid, dimensions int, is_copied boolean, asked halfvec, groups uuid[], most int
) returns table (passage_id uuid, document_id uuid, distance float8)
language plpgsql stable rows 100 as $$
declare
  sorting constant text := current_setting('enable_sort');
begin
  if groups is null then perform set_config('enable_sort', 'off', true); end if;
  return query execute format(
    'select v.passage_id, v.document_id, v.embedding::halfvec(%1$s) <=> $2::halfvec(%1$s) as distance
     from %2$I v
     where v.space_id = $1 %3$s
     order by distance
     limit $4',
    dimensions,
    case when is_copied then 'readable_indexed_vectors' else 'readable_vectors' end,
    case when groups is not null then
      'and v.document_id in (select id from readable_documents where group_id = any($3))' end)
    using space, asked, groups, most;
  perform set_config('enable_sort', sorting, true);
end $$;
