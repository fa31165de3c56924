-- A key may end at a time, and may be bound to the addresses of who uses it. Null and empty: neither.
alter table client_keys
  add column expires_at timestamptz,
  add column allowed_addresses text[] not null default '{}';

-- As before, but a key that has expired is let in no more. The time of the statement: a transaction may have
-- begun before the key expired.
create or replace function caller_groups(caller uuid) returns uuid[]
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
