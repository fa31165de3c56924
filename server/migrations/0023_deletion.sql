-- Set when an operator deletes it. From that commit on readers and the admin API take it for gone; a
-- job removes what belongs to it in small transactions, and the row itself last.
alter table workspaces add column deleting_at timestamptz;
alter table knowledge_bases add column deleting_at timestamptz;
create index workspaces_deleting on workspaces (deleting_at) where deleting_at is not null;
create index knowledge_bases_deleting on knowledge_bases (deleting_at) where deleting_at is not null;

-- In the database, so that no surface can forget it: a key, a sign-in or a setting that leads there
-- finds nothing.
create policy kept on workspaces as restrictive for select to footnote_api
  using (deleting_at is null);
create policy kept on knowledge_bases as restrictive for select to footnote_api
  using (deleting_at is null);

-- These two run as the owner, whom the policies above do not bind.
create or replace function find_published(sought uuid)
  returns table (workspace_id uuid, name text, llms_txt boolean, page_markdown boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('footnote.sought_knowledge_base', sought::text, true);
  return query select k.workspace_id, k.name, k.llms_txt, k.page_markdown
    from knowledge_bases k
    where k.id = sought and (k.llms_txt or k.page_markdown) and k.deleting_at is null;
end $$;
create or replace view published_pages as
  select d.knowledge_base_id, d.id, d.url, d.title, d.content, d.content_type,
         k.llms_txt, k.page_markdown
  from documents d
  join knowledge_bases k on k.id = d.knowledge_base_id
  where d.knowledge_base_id = current_knowledge_base() and d.visibility = 'public'
    and d.state = 'indexed' and (k.llms_txt or k.page_markdown) and k.deleting_at is null;

-- Cached callers of its keys are forgotten at once, in every process. Workspaces have such a trigger.
create trigger knowledge_bases_deleting after update of deleting_at on knowledge_bases
  for each row when (old.deleting_at is null and new.deleting_at is not null)
  execute function announce_workspace_change();

-- Who deleted a workspace is still known when it is gone.
alter table audit_events drop constraint audit_events_workspace_id_fkey;
