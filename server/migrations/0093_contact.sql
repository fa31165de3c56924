-- What readers write to a person, until it is handed over to a mail server or to the workspace's webhooks.

-- {"by": "email", "email": address} or {"by": "webhook"}; null: readers are not offered it.
alter table knowledge_bases add column contact jsonb;

create table contact_requests (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  -- Chosen by the client, so that what it sends twice is stored once.
  id                uuid not null,
  -- The conversation up to this answer goes along, and with it the request is erased.
  message_id        uuid,
  -- Null once they are not needed any more.
  name              text,
  email             text,
  message           text,
  page_url          text,
  created_at        timestamptz not null default now(),
  attempts          integer not null default 0,
  -- Null: it was handed over.
  due_at            timestamptz default now(),
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);
create index contact_requests_by_message on contact_requests (knowledge_base_id, message_id)
  where message_id is not null;
create index contact_requests_due on contact_requests (due_at) where due_at is not null;
create index contact_requests_by_age on contact_requests (knowledge_base_id, created_at);

-- Whether a message would reach anybody. The api role reads no webhook.
create function can_contact(has_mail boolean) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((
    select case contact ->> 'by'
      when 'email' then has_mail
      when 'webhook' then exists (
        select from webhooks w
        where w.workspace_id = current_workspace() and w.enabled and 'contact.requested' = any(w.events))
    end
    from knowledge_bases where id = current_knowledge_base() and workspace_id = current_workspace()), false)
$$;
revoke execute on function can_contact(boolean) from public;
grant execute on function can_contact(boolean) to footnote_api;

-- Stores a message, once for each id, which the api role may do and not read. Whoever has many addresses must
-- not fill an inbox: false when as many were stored within an hour. Those at once wait for each other.
create function store_contact(
    its_id uuid, its_message uuid, its_name text, its_email text, its_text text, its_page text, most int)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  base constant uuid := current_knowledge_base();
begin
  perform pg_advisory_xact_lock(hashtextextended('contact ' || base, 0));
  if exists (select from contact_requests where knowledge_base_id = base and id = its_id) then
    return true;
  end if;
  if (select count(*) from contact_requests
      where knowledge_base_id = base and created_at > now() - interval '1 hour') >= most then
    return false;
  end if;
  insert into contact_requests (knowledge_base_id, id, message_id, name, email, message, page_url)
    values (base, its_id, its_message, its_name, its_email, its_text, its_page);
  return true;
end $$;
revoke execute on function store_contact(uuid, uuid, text, text, text, text, int) from public;
grant execute on function store_contact(uuid, uuid, text, text, text, text, int) to footnote_api;

-- Where something is to be handed over, of all tenants: ids alone.
create function contacts_due() returns table (workspace_id uuid, knowledge_base_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct k.workspace_id, k.id from contact_requests c
  join knowledge_bases k on k.id = c.knowledge_base_id
  where c.due_at <= now()
$$;
revoke execute on function contacts_due() from public;
grant execute on function contacts_due() to footnote_worker;

-- Not forced: the functions above use it with the owner's rights.
alter table contact_requests enable row level security;
create policy tenant on contact_requests to footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on contact_requests to footnote_worker;
