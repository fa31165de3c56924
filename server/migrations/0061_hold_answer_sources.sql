-- Locks what an answer rests on, and reads nothing: the statement behind it reads how the answer stands, as
-- the api role, whose plans are then not made again for the owner's rights in turn.

-- Nothing of it changes before the transaction ends: whoever restricts, revokes or switches to Zero data
-- retention waits for this transaction, or is waited for here. The api role may not lock these rows, hence
-- the owner's rights; row security shows the owner the tenant's rows only, and documents, which have none
-- for the owner, are named with their tenant.
create function hold_answer_sources(caller uuid, widget uuid, document_ids uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- From the top down, as a deletion cascades, and documents by id, as whoever changes several: so
  -- that no two wait for each other.
  perform from workspaces w where w.id = current_workspace() for share;
  perform from knowledge_bases k where k.id = current_knowledge_base() for share;
  perform from client_keys k
    where k.knowledge_base_id = current_knowledge_base() and k.id = caller for share;
  if found then
    perform from client_key_groups g
      where g.knowledge_base_id = current_knowledge_base() and g.key_id = caller for share;
  else
    perform from readers r
      where r.knowledge_base_id = current_knowledge_base() and r.id = caller for share;
    perform from sign_in_settings s where s.knowledge_base_id = current_knowledge_base() for share;
  end if;
  perform from widgets w
    where w.knowledge_base_id = current_knowledge_base() and w.id = widget for share;
  -- A key share lock is enough: visibility is part of a key, a deletion takes the whole row, and
  -- whoever changes a group locks the row for update. Indexing does not wait for it.
  perform from documents d
    where d.knowledge_base_id = current_knowledge_base() and d.id = any(document_ids)
    order by d.id for key share;
end $$;
revoke execute on function hold_answer_sources(uuid, uuid, uuid[]) from public;
grant execute on function hold_answer_sources(uuid, uuid, uuid[]) to footnote_api;

-- The version before this one calls it.
create or replace function hold_answer_standing(
    caller uuid, widget uuid, document_ids uuid[], group_ids uuid[])
  returns table (retention text, redact text[], is_caller_admitted boolean, widget_origins text[],
                 are_documents_readable boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform hold_answer_sources(caller, widget, document_ids);
  -- A statement of its own sees what the locks have waited for.
  return query select * from answer_standing(caller, widget, document_ids, group_ids);
end $$;
