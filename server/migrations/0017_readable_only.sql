-- What readers may not see is not read for them either: searches that compare every vector of a
-- knowledge base pass over those of restricted documents.
-- With the passage, so that a look-up by it reads one row whichever index is chosen.
create index passage_vectors_readable on passage_vectors (knowledge_base_id, space_id, passage_id)
  where visibility <> 'restricted';

-- The languages of a knowledge base in the order in which they came, without those that only
-- restricted documents are written in: a question is read in each, which shows in its scores.
create index documents_readable_language on documents (knowledge_base_id, language)
  where visibility <> 'restricted';

create function readable_languages(known text[]) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(array_agg(k.language order by k.place), '{}')
    from unnest(known) with ordinality as k (language, place)
    where exists (
      select from documents d
      where d.knowledge_base_id = current_knowledge_base()
        and d.language = k.language and d.visibility <> 'restricted')
  $$;
revoke execute on function readable_languages(text[]) from public;
grant execute on function readable_languages(text[]) to footnote_api, footnote_worker;
