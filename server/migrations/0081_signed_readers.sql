-- Readers whom a company's own login vouches for by signed tokens, and groups that only they read.

alter table source_groups
  -- Keys that reach the group show it to readers alone whose token, or sign-in, names it.
  add column signed_readers_only boolean not null default false;

-- Who signs reader tokens: a shared secret, or the public keys at an address.
create table reader_signers (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  name              text not null,
  -- Sealed. The one before counts until `previous_until`.
  secret            bytea,
  previous_secret   bytea,
  previous_until    timestamptz,
  jwks_url          text,
  audience          text not null,
  -- Null: any, and none.
  issuer            text,
  -- Raised by whatever makes tokens invalid that were valid before.
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, name),
  constraint reader_signers_have_one_key check ((secret is null) <> (jwks_url is null))
);

-- A conversation of somebody who signed in: the digest of who it is. Null: of nobody in particular.
alter table threads add column reader bytea;

-- What the provider said about the reader's groups as they signed in for MCP, by the claim that has them.
alter table readers add column groups text[] not null default '{}';
alter table sign_in_settings add column groups_claim text;
grant update (groups) on readers to footnote_api;

alter table reader_signers enable row level security;
alter table reader_signers force row level security;
create policy tenant on reader_signers using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select on reader_signers to footnote_api;
grant select, insert, update, delete on reader_signers to footnote_worker;

-- Signers, and the groups of signed readers, are kept with a key: every process forgets those of the
-- knowledge base.
create function announce_signer_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_key_changed', encode(lookup_digest, 'hex'))
    from client_keys where knowledge_base_id = coalesce(new.knowledge_base_id, old.knowledge_base_id);
  return null;
end $$;
create trigger reader_signers_changed after insert or update or delete on reader_signers
  for each row execute function announce_signer_change();
create trigger source_groups_changed after update on source_groups
  for each row when (old.signed_readers_only or new.signed_readers_only)
  execute function announce_signer_change();
create trigger source_groups_added after insert on source_groups
  for each row when (new.signed_readers_only) execute function announce_signer_change();

-- Published without a key, so never what is for signed readers alone.
create or replace view published_pages as
  select d.knowledge_base_id, d.id, d.url, d.title, d.content, d.content_type,
         k.llms_txt, k.page_markdown
  from documents d
  join knowledge_bases k on k.id = d.knowledge_base_id
  where d.knowledge_base_id = current_knowledge_base() and d.visibility = 'public'
    and d.state = 'indexed' and (k.llms_txt or k.page_markdown) and k.deleting_at is null
    and not exists (select from source_groups g
                    where g.knowledge_base_id = d.knowledge_base_id and g.id = d.group_id
                      and g.signed_readers_only);

create or replace view readable_starter_questions as
  select q.knowledge_base_id, q.position, q.question, d.group_id, d.id as document_id
  from starter_questions q
  join documents d on d.knowledge_base_id = q.knowledge_base_id and d.id = q.document_id
  where q.knowledge_base_id = current_knowledge_base() and d.knowledge_base_id = current_knowledge_base()
    and d.visibility = 'public' and d.title = q.title
    and not exists (select from source_groups g
                    where g.knowledge_base_id = d.knowledge_base_id and g.id = d.group_id
                      and g.signed_readers_only);

-- In a list of groups: documents that are in none. No group has this id.
create function ungrouped() returns uuid language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

-- As before, and `groups` may have `ungrouped()`.
create or replace function nearest_indexed(
    space uuid, asked halfvec, groups uuid[], labels jsonb, most int)
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
    case
      when ungrouped() = any(groups) then
        'and v.document_id in (select id from readable_documents where group_id = any($3) or group_id is null)'
      when groups is not null then
        'and v.document_id in (select id from readable_documents where group_id = any($3))'
    end,
    limits)
    using space, asked, groups, most;
  perform set_config('enable_sort', sorting, true);
end $$;

-- As the function of the same name that knows no signed readers and stays for the version before.
-- `reader_groups`: the groups of signed readers that this one may read; null: an operator asks, who reads all.
-- `signer`, `signer_version` and `token_ends`: of the reader's token; null: there is none.
create function answer_standing(
    caller uuid, widget uuid, document_ids uuid[], group_ids uuid[], reader_groups uuid[],
    signer uuid, signer_version int, token_ends timestamptz)
  returns table (retention text, redact text[], is_caller_admitted boolean, is_reader_admitted boolean,
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
           signer is null or (token_ends > statement_timestamp() and exists (
             select from reader_signers s
             where s.knowledge_base_id = current_knowledge_base() and s.id = signer
               and (s.version = signer_version
                    or (s.version = signer_version + 1 and s.previous_until > statement_timestamp())))),
           (select w.allowed_origins from widgets w
            where w.knowledge_base_id = current_knowledge_base() and w.id = widget and w.enabled),
           not exists (
             select from unnest(document_ids) s (id)
             left join readable_documents d
               on d.id = s.id
               and (group_ids is null or coalesce(d.group_id, ungrouped()) = any(group_ids))
               and (cardinality(allowed) = 0 or d.group_id = any(allowed))
               and (reader_groups is null or d.group_id is null or d.group_id = any(reader_groups)
                    or not exists (
                      select from source_groups g
                      where g.knowledge_base_id = current_knowledge_base() and g.id = d.group_id
                        and g.signed_readers_only))
             where d.id is null)
    from (select 1) one
    left join workspaces w on w.id = current_workspace();
end $$;
revoke execute on function answer_standing(uuid, uuid, uuid[], uuid[], uuid[], uuid, int, timestamptz) from public;
grant execute on function answer_standing(uuid, uuid, uuid[], uuid[], uuid[], uuid, int, timestamptz)
  to footnote_api;

-- As the function of the same name without a signer. Who makes a group one of signed readers alone, or changes
-- or deletes a signer, waits for the answer, or is waited for.
create function lock_answer_sources(caller uuid, widget uuid, document_ids uuid[], signer uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_answer_sources(caller, widget, document_ids);
  perform from reader_signers s
    where s.knowledge_base_id = current_knowledge_base() and s.id = signer for share;
  perform from source_groups g
    where g.knowledge_base_id = current_knowledge_base()
      and g.id in (select d.group_id from documents d
                   where d.knowledge_base_id = current_knowledge_base() and d.id = any(document_ids))
    order by g.id for share;
end $$;
revoke execute on function lock_answer_sources(uuid, uuid, uuid[], uuid) from public;
grant execute on function lock_answer_sources(uuid, uuid, uuid[], uuid) to footnote_api;
