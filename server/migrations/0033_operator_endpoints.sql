-- An operator in the playground may ask without a key: null. They read what a key without groups reads.
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
    union all
    select s.allowed_group_ids
    from readers r
    join sign_in_settings s on s.knowledge_base_id = r.knowledge_base_id
    where r.knowledge_base_id = current_knowledge_base() and r.id = caller and r.revoked_at is null);
end $$;

-- On which pages a widget is used, and on which it is refused. How many there may be is the service's
-- to see to (widgets/widget-origins.ts): a page's origin is whatever a client says it is.
create table widget_origins (
  knowledge_base_id uuid not null,
  widget_id         uuid not null,
  origin            text not null,
  -- Whether the last load was let in.
  allowed           boolean not null,
  loads             bigint not null default 0,
  refused           bigint not null default 0,
  last_seen_at      timestamptz not null,
  primary key (knowledge_base_id, widget_id, origin),
  foreign key (knowledge_base_id, widget_id) references widgets on delete cascade
);

-- Not a column of client_keys: a running answer locks its key's row, and a change of it drops caches.
create table client_key_uses (
  knowledge_base_id uuid not null,
  key_id            uuid not null,
  last_used_at      timestamptz not null,
  primary key (knowledge_base_id, key_id),
  foreign key (knowledge_base_id, key_id) references client_keys on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['widget_origins', 'client_key_uses'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I
      using (knowledge_base_id = current_knowledge_base())
      with check (knowledge_base_id = current_knowledge_base())', name);
    execute format('grant select, insert, update, delete on %I to footnote_worker', name);
    execute format('grant select, insert, update, delete on %I to footnote_api', name);
  end loop;
end $$;

-- For the operator's view of the deployment: which migrations are applied.
grant select on migrations to footnote_worker;
