-- Which kinds of personal data are replaced before anything that readers write is stored.
alter table workspaces add redact text[] not null default '{}'
  check (redact <@ array['email', 'phone', 'card', 'key']);

-- As before, with the workspace's `redact`: it is read and locked in the transaction that stores an
-- answer, so that a kind that has been switched on is in no answer stored after it.
drop function hold_answer_standing(uuid, uuid, uuid[], uuid[]);
drop function answer_standing(uuid, uuid, uuid[], uuid[]);
create function answer_standing(
    caller uuid, widget uuid, document_ids uuid[], group_ids uuid[])
  returns table (retention text, redact text[], is_caller_admitted boolean,
                 -- Null: there is no such widget, or it is switched off.
                 widget_origins text[], are_documents_readable boolean)
  language plpgsql stable as $$
declare
  allowed uuid[] := caller_groups(caller);
begin
  return query
    select w.retention, w.redact,
           allowed is not null and exists (
             select from knowledge_bases k
             join workspaces w on w.id = k.workspace_id
             where k.id = current_knowledge_base()
               and k.deleting_at is null and w.deleting_at is null),
           (select w.allowed_origins from widgets w
            where w.knowledge_base_id = current_knowledge_base() and w.id = widget and w.enabled),
           not exists (
             select from unnest(document_ids) s (id)
             left join readable_documents d
               on d.id = s.id
               and (group_ids is null or d.group_id = any(group_ids))
               and (cardinality(allowed) = 0 or d.group_id = any(allowed))
             where d.id is null)
    from (select 1) one
    left join workspaces w on w.id = current_workspace();
end $$;

create function hold_answer_standing(
    caller uuid, widget uuid, document_ids uuid[], group_ids uuid[])
  returns table (retention text, redact text[], is_caller_admitted boolean, widget_origins text[],
                 are_documents_readable boolean)
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
  -- A statement of its own sees what the locks have waited for.
  return query select * from answer_standing(caller, widget, document_ids, group_ids);
end $$;
revoke execute on function answer_standing(uuid, uuid, uuid[], uuid[]) from public;
revoke execute on function hold_answer_standing(uuid, uuid, uuid[], uuid[]) from public;
grant execute on function answer_standing(uuid, uuid, uuid[], uuid[]) to footnote_api;
grant execute on function hold_answer_standing(uuid, uuid, uuid[], uuid[]) to footnote_api;

-- The same for a rating's comment. The api role may not lock the row, hence the owner's rights.
create function hold_redaction() returns text[]
  language sql security definer set search_path = public, pg_temp as $$
  select w.redact from workspaces w where w.id = current_workspace() for share
$$;
revoke execute on function hold_redaction() from public;
grant execute on function hold_redaction() to footnote_api;
