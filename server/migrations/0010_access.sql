-- What an answer rests on, checked again while it is written and as it is stored.

-- It may be taken away meanwhile: documents restricted, deleted or moved to another group, the key revoked,
-- the widget switched off. plpgsql, so that each connection plans the statements once.

-- The groups that a caller may read now, a key or a reader who signed in. Empty: all. Null: the caller
-- is not let in any more. An operator in the playground may ask without a key: a null caller, who reads
-- what a key without groups reads. A key ends by the time of the statement, since a transaction may have
-- begun before.
create function caller_groups(caller uuid) returns uuid[]
  language plpgsql stable as $$
begin
  if caller is null then
    return '{}';
  end if;
  return (
    select array(select g.group_id from client_key_groups g
                 where g.knowledge_base_id = k.knowledge_base_id and g.key_id = k.id)
    from client_keys k
    where k.knowledge_base_id = current_knowledge_base() and k.id = caller and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > statement_timestamp())
    union all
    select s.allowed_group_ids
    from readers r
    join sign_in_settings s on s.knowledge_base_id = r.knowledge_base_id
    where r.knowledge_base_id = current_knowledge_base() and r.id = caller and r.revoked_at is null);
end $$;
revoke execute on function caller_groups(uuid) from public;
grant execute on function caller_groups(uuid) to footnote_api;

-- How the answer stands. A knowledge base or workspace that is being deleted lets no caller in.
-- `group_ids`: those that the question is limited to; null: all.
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
revoke execute on function answer_standing(uuid, uuid, uuid[], uuid[]) from public;
grant execute on function answer_standing(uuid, uuid, uuid[], uuid[]) to footnote_api;

-- Locks what it rests on, and reads nothing: the statement behind it reads how the answer stands, as the api
-- role, whose plans are then not made again for the owner's rights in turn.
-- Nothing of it changes before the transaction ends: whoever restricts, revokes or switches to Zero data
-- retention waits for this transaction, or is waited for here. The api role may not lock these rows, hence
-- the owner's rights; row security shows the owner the tenant's rows only, and documents, which have none
-- for the owner, are named with their tenant.
create function lock_answer_sources(caller uuid, widget uuid, document_ids uuid[]) returns void
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
revoke execute on function lock_answer_sources(uuid, uuid, uuid[]) from public;
grant execute on function lock_answer_sources(uuid, uuid, uuid[]) to footnote_api;
