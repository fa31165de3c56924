-- Labels of documents, such as their version, and the table by which searches are limited to them.
alter table documents
  -- By the rules of its source, by the page itself, and by whoever put the document. Of one name the later wins.
  add column rule_labels jsonb not null default '{}',
  add column page_labels jsonb not null default '{}',
  add column given_labels jsonb not null default '{}',
  -- All three together, kept by a trigger: name to list of values.
  add column labels jsonb not null default '{}';

-- [{ "match": glob with {names}, "labels": … }]; of one label the first that fits the path of a page decides.
alter table sources add column label_rules jsonb not null default '[]';

-- What searches are limited to that name no labels themselves.
alter table knowledge_bases add column default_filter jsonb not null default '{}';

create function join_labels() returns trigger language plpgsql as $$
begin
  new.labels := new.rule_labels || new.page_labels || new.given_labels;
  return new;
end $$;
create trigger documents_labelled before insert or update of rule_labels, page_labels, given_labels
  on documents for each row execute function join_labels();

-- A row for each value, for searches.
create table document_labels (
  knowledge_base_id uuid not null,
  name              text not null,
  value             text not null,
  document_id       uuid not null,
  visibility        text not null,
  primary key (knowledge_base_id, name, value, document_id),
  foreign key (knowledge_base_id, document_id, visibility)
    references documents (knowledge_base_id, id, visibility) on update cascade on delete cascade
);
create index document_labels_by_document on document_labels (knowledge_base_id, document_id);

create function list_labels() returns trigger language plpgsql as $$
begin
  delete from document_labels where knowledge_base_id = new.knowledge_base_id and document_id = new.id;
  insert into document_labels (knowledge_base_id, name, value, document_id, visibility)
  select new.knowledge_base_id, l.key, v.value, new.id, new.visibility
  from jsonb_each(new.labels) l cross join lateral jsonb_array_elements_text(l.value) v
  on conflict do nothing;
  return null;
end $$;
create trigger documents_labels_inserted after insert on documents
  for each row when (new.labels <> '{}') execute function list_labels();
create trigger documents_labels_updated after update of rule_labels, page_labels, given_labels on documents
  for each row when (old.labels is distinct from new.labels) execute function list_labels();

-- Those of documents that readers may see. As with documents, readers have the view alone.
create view readable_labels as
  select knowledge_base_id, name, value, document_id
  from document_labels
  where knowledge_base_id = (select current_knowledge_base()) and visibility <> 'restricted';

alter table document_labels enable row level security;
create policy tenant on document_labels to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select on readable_labels to footnote_api, footnote_worker;
grant select, insert, update, delete on document_labels to footnote_worker;

create or replace view readable_documents as
  select d.knowledge_base_id, d.id, d.group_id, d.url, d.title, d.visibility, d.language,
         s.type as source_type, d.created_at, d.updated_at, d.labels
  from documents d
  join sources s on s.knowledge_base_id = d.knowledge_base_id and s.id = d.source_id
  where d.knowledge_base_id = (select current_knowledge_base()) and d.visibility <> 'restricted';

create or replace view listed_documents as
  select id, url, title, content_type, visibility, group_id, source_id, state, state_reason,
         passage_count, created_at, updated_at, indexed_at, published_at,
         title || E'\n' || url as searched,
         left(lower(title), 60) as title_order,
         coalesce(indexed_at, 'epoch') as indexed_order,
         labels
  from documents where knowledge_base_id = current_knowledge_base();

create or replace view readable_starter_questions as
  select q.knowledge_base_id, q.position, q.question, d.group_id, d.id as document_id
  from starter_questions q
  join documents d on d.knowledge_base_id = q.knowledge_base_id and d.id = q.document_id
  where q.knowledge_base_id = current_knowledge_base() and d.knowledge_base_id = current_knowledge_base()
    and d.visibility = 'public' and d.title = q.title;

-- As the function of the same name that knows no labels and stays for the version before. `labels`: a list of
-- {"name", "values"}, each of which a document must fit. They are written into the text, so that the planner
-- knows how many documents have them: of few it compares the vectors, of many it walks the index.
create function nearest_indexed(space uuid, asked halfvec, groups uuid[], labels jsonb, most int)
  returns table (passage_id uuid, document_id uuid, distance float8)
language plpgsql stable rows 100 as $$
declare
  sorting    constant text := current_setting('enable_sort');
  is_limited constant boolean := groups is not null or labels is not null;
  size       int;
  limits     text;
begin
  select s.dimensions into size from embedding_spaces s where s.id = space and s.indexed;
  if not found then return; end if;
  if not is_limited then perform set_config('enable_sort', 'off', true); end if;
  select string_agg(format(
           'and v.document_id in (select document_id from readable_labels where name = %L and value = any(%L))',
           l.name, l.values), ' ')
    into limits from jsonb_to_recordset(labels) as l (name text, values text[]);
  return query execute format(
    'select v.passage_id, v.document_id, v.embedding::halfvec(%1$s) <=> $2::halfvec(%1$s) as distance
     from readable_indexed_vectors v
     where v.space_id = $1 %2$s %3$s
     order by distance
     limit $4',
    size,
    case when groups is not null then
      'and v.document_id in (select id from readable_documents where group_id = any($3))' end,
    limits)
    using space, asked, groups, most;
  perform set_config('enable_sort', sorting, true);
end $$;
