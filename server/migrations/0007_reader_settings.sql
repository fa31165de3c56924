-- The contract tells another knowledge base's message (403) from an unknown one (404), and row
-- security shows neither. This says whether an id is in use anywhere, and nothing else: the policy
-- opens one row, to the owner alone, while the function runs.
create index messages_by_id on messages (id);
create function sought_message() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('footnote.sought_message', true), '')::uuid;
create policy existence on messages for select to current_user using (id = sought_message());
create function message_exists(sought uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('footnote.sought_message', sought::text, true);
  return exists (select from messages where id = sought);
end $$;
revoke execute on function message_exists(uuid) from public;
grant execute on function message_exists(uuid) to footnote_api;

-- A public key may demand a CAPTCHA token of every reader, minted on one of these hosts.
alter table client_keys
  add column captcha boolean not null default false,
  add column captcha_hostnames text[] not null default '{}',
  add constraint client_keys_captcha_is_public check (not captcha or kind = 'public');

-- Digests of tokens that were used. Unique over all tenants: they share the deployment's site key.
create table used_captcha_tokens (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  digest            bytea not null unique,
  used_at           timestamptz not null default now(),
  primary key (knowledge_base_id, digest)
);
create index used_captcha_tokens_by_age on used_captcha_tokens (used_at);

alter table used_captcha_tokens enable row level security;
alter table used_captcha_tokens force row level security;
create policy tenant on used_captcha_tokens
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- A token passes for at most 10 minutes (access/ask-recaptcha.ts); after 15 its digest is of no use.
-- The worker removes those of every tenant, and sees none of them.
create policy expired on used_captcha_tokens for delete to footnote_worker
  using (used_at < now() - interval '15 minutes');
grant insert on used_captcha_tokens to footnote_api;
grant select, delete on used_captcha_tokens to footnote_worker;

alter table knowledge_bases
  -- When the generated starter questions were last written; null: never.
  add column starters_refreshed_at timestamptz,
  add column mcp_enabled boolean not null default true,
  -- The MCP server to show readers; null: the service's own.
  add column mcp_url text,
  -- Whether readers sign in at mcp_url themselves.
  add column mcp_oauth boolean not null default false,
  add constraint knowledge_bases_oauth_has_url check (not mcp_oauth or mcp_url is not null);
create index knowledge_bases_by_starters on knowledge_bases (starters_refreshed_at);

-- Generated starter questions, each with the document and the title it was written from.
create table starter_questions (
  knowledge_base_id uuid not null,
  document_id       uuid not null,
  position          integer not null,
  title             text not null,
  question          text not null,
  primary key (knowledge_base_id, document_id),
  foreign key (knowledge_base_id, document_id) references documents on delete cascade
);
alter table starter_questions enable row level security;
alter table starter_questions force row level security;
create policy tenant on starter_questions
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on starter_questions to footnote_worker;

-- A document that stops being public, or changes its title, takes its question away at that commit.
create view readable_starter_questions as
  select q.knowledge_base_id, q.position, q.question, d.group_id
  from starter_questions q
  join documents d on d.knowledge_base_id = q.knowledge_base_id and d.id = q.document_id
  where q.knowledge_base_id = current_knowledge_base() and d.knowledge_base_id = current_knowledge_base()
    and d.visibility = 'public' and d.title = q.title;
grant select on readable_starter_questions to footnote_api;
