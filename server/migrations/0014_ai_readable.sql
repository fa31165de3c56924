-- What a knowledge base shows to whoever asks, without a key. Off unless the operator says so.
alter table knowledge_bases
  -- llms.txt and llms-full.txt of its public documents.
  add column llms_txt boolean not null default false,
  -- Each public document as markdown, by its URL.
  add column page_markdown boolean not null default false;

-- Without a key there is no tenant yet, and row security shows no knowledge base. This finds one that
-- shows itself, and nothing of any other: the policy opens one row, to the owner alone, while the
-- function runs.
create function sought_knowledge_base() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.sought_knowledge_base', true), '')::uuid;
create policy published on knowledge_bases for select to current_user
  using (id = sought_knowledge_base() and (llms_txt or page_markdown));
create function find_published(sought uuid)
  returns table (workspace_id uuid, name text, llms_txt boolean, page_markdown boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('footnote.sought_knowledge_base', sought::text, true);
  return query select k.workspace_id, k.name, k.llms_txt, k.page_markdown
    from knowledge_bases k where k.id = sought and (k.llms_txt or k.page_markdown);
end $$;
revoke execute on function find_published(uuid) from public;
grant execute on function find_published(uuid) to footnote_api;

-- Public documents of a knowledge base that shows them. A document that is restricted, or a setting
-- that is turned off, is gone from here at that commit.
create view published_pages as
  select d.knowledge_base_id, d.id, d.url, d.title, d.content, d.content_type,
         k.llms_txt, k.page_markdown
  from documents d
  join knowledge_bases k on k.id = d.knowledge_base_id
  where d.knowledge_base_id = current_knowledge_base() and d.visibility = 'public'
    and d.state = 'indexed' and (k.llms_txt or k.page_markdown);
grant select on published_pages to footnote_api;
