-- Where a document is cited is one more value that stored answers are filtered by.
create or replace function message_facets(message messages, vote text, comment text, reviewed boolean, tags text[])
  returns bigint[] language sql immutable
  return array_remove(array[
      message_facet(message.knowledge_base_id, 'covered', message.covered::text),
      message_facet(message.knowledge_base_id, 'source', message.source),
      message_facet(message.knowledge_base_id, 'widget_id', message.widget_id::text),
      message_facet(message.knowledge_base_id, 'key_id', message.key_id::text),
      message_facet(message.knowledge_base_id, 'language', message.language),
      message_facet(message.knowledge_base_id, 'model', message.model),
      message_facet(message.knowledge_base_id, 'vote', vote),
      message_facet(message.knowledge_base_id, 'comment', case when comment <> '' then 'true' end),
      message_facet(message.knowledge_base_id, 'reviewed', reviewed::text),
      message_facet(message.knowledge_base_id, 'gap',
                    case when not message.covered or vote = 'down' then 'true' end)], null)
    || array(select message_facet(message.knowledge_base_id, 'tag', tag) from unnest(tags) tag)
    || array(select distinct message_facet(message.knowledge_base_id, 'document', c->>'document_id')
             from jsonb_array_elements(message.citations) c);

create index citation_counts_by_document on citation_counts (knowledge_base_id, document_id) include (cited);

-- Answers of earlier versions: row security would hide them from the owner too.
alter table messages no force row level security;
update message_search s
set facets = s.facets || array(
  select distinct message_facet(m.knowledge_base_id, 'document', c->>'document_id')
  from jsonb_array_elements(m.citations) c)
from messages m
where m.knowledge_base_id = s.knowledge_base_id and m.id = s.message_id and m.citations <> '[]';
alter table messages force row level security;
