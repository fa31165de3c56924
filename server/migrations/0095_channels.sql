-- Channels: where people ask besides the service's own widget and API, such as Slack. Each belongs to a
-- knowledge base and asks as a caller of its own, as a key does.

create table channels (
  knowledge_base_id    uuid not null,
  id                   uuid not null,
  workspace_id         uuid not null,
  kind                 text not null check (kind in ('slack')),
  name                 text not null,
  enabled              boolean not null default true,
  -- Where in the product it answers. Empty: wherever it is asked.
  places               text[] not null default '{}',
  questions_per_minute integer not null check (questions_per_minute > 0),
  -- Who it is there, as the product says; null: it is not connected.
  identity             jsonb,
  -- The tokens and secrets it was connected with, sealed.
  credential           bytea,
  connected_at         timestamptz,
  -- What last kept it from answering, in words for operators.
  problem              text,
  problem_at           timestamptz,
  created_at           timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, name),
  foreign key (workspace_id, knowledge_base_id) references knowledge_bases on delete cascade,
  constraint channels_are_connected_whole
    check (num_nulls(identity, credential, connected_at) in (0, 3)),
  constraint channels_have_a_problem_since check ((problem is null) = (problem_at is null))
);
create index channels_by_knowledge_base on channels (workspace_id, knowledge_base_id);

-- No rows: it reads every open group. Groups in use cannot be deleted, so a limit never lapses.
create table channel_groups (
  knowledge_base_id uuid not null,
  channel_id        uuid not null,
  group_id          uuid not null,
  primary key (knowledge_base_id, channel_id, group_id),
  foreign key (knowledge_base_id, channel_id) references channels on delete cascade,
  foreign key (knowledge_base_id, group_id) references source_groups on delete restrict
);
create index channel_groups_by_group on channel_groups (knowledge_base_id, group_id);

-- One question, however often its product delivers it, until it is answered and for a while after.
create table channel_events (
  knowledge_base_id uuid not null,
  channel_id        uuid not null,
  -- The product's name for the question.
  id                text not null,
  -- Questions with the same one are answered in turn, and each knows those before it.
  conversation      text not null,
  -- Sealed: who asks what, and where. Gone once it is answered.
  question          bytea,
  state             text not null default 'waiting' check (state in ('waiting', 'answered', 'failed')),
  -- The messages there that hold the answer, in order.
  replies           text[] not null default '{}',
  -- The stored answer; null: there is none yet, or none is kept.
  message_id        uuid,
  -- Raised by whoever takes it, so that a worker which lost it writes nothing more.
  attempts          integer not null default 0,
  -- While it is being answered: when somebody else may take it, should the worker die.
  next_attempt_at   timestamptz default now(),
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, channel_id, id),
  foreign key (knowledge_base_id, channel_id) references channels on delete cascade,
  foreign key (knowledge_base_id, message_id) references messages on delete set null (message_id),
  check ((question is null) = (state <> 'waiting')),
  check ((next_attempt_at is null) = (state <> 'waiting'))
);
create index channel_events_due on channel_events (next_attempt_at) where next_attempt_at is not null;
create index channel_events_by_conversation
  on channel_events (knowledge_base_id, channel_id, conversation, created_at);
create index channel_events_by_message on channel_events (knowledge_base_id, message_id)
  where message_id is not null;
create index channel_events_by_age on channel_events (created_at);

alter table channels enable row level security;
alter table channels force row level security;
create policy tenant on channels using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table channel_groups enable row level security;
alter table channel_groups force row level security;
create policy tenant on channel_groups using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- Not forced: the functions below use it with the owner's rights.
alter table channel_events enable row level security;
create policy tenant on channel_events to footnote_api, footnote_worker
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
-- The worker removes what is old, of every tenant.
create policy expired on channel_events for delete to footnote_worker
  using (created_at < now() - interval '30 days');

grant select, insert, update, delete on channels, channel_groups, channel_events to footnote_worker;
-- What an answer rests on; nothing that is sealed.
grant select (knowledge_base_id, id, enabled) on channels to footnote_api;
grant select on channel_groups to footnote_api;

-- In the transaction that stores an answer, which the api role runs: it reads no question of a channel.
-- False: another worker has taken the question over.
create function note_channel_answer(channel uuid, asked text, attempt int, answer uuid)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update channel_events set message_id = answer
  where knowledge_base_id = current_knowledge_base() and channel_id = channel and id = asked
    and attempts = attempt and state = 'waiting';
  return found;
end $$;
revoke execute on function note_channel_answer(uuid, text, int, uuid) from public;
grant execute on function note_channel_answer(uuid, text, int, uuid) to footnote_api;

-- Conversations with a question to answer, of all tenants: names alone.
create function channel_questions_due()
  returns table (workspace_id uuid, knowledge_base_id uuid, channel_id uuid, conversation text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct k.workspace_id, e.knowledge_base_id, e.channel_id, e.conversation
  from channel_events e join knowledge_bases k on k.id = e.knowledge_base_id
  where e.next_attempt_at <= now()
$$;
revoke execute on function channel_questions_due() from public;
grant execute on function channel_questions_due() to footnote_worker;

-- As before, and a caller may be a channel.
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
    where r.knowledge_base_id = current_knowledge_base() and r.id = caller and r.revoked_at is null
    union all
    select array(select g.group_id from channel_groups g
                 where g.knowledge_base_id = c.knowledge_base_id and g.channel_id = c.id)
    from channels c
    where c.knowledge_base_id = current_knowledge_base() and c.id = caller and c.enabled);
end $$;

-- As before, and a caller may be a channel.
create or replace function lock_answer_sources(caller uuid, widget uuid, document_ids uuid[]) returns void
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
    perform from channels c
      where c.knowledge_base_id = current_knowledge_base() and c.id = caller for share;
    if found then
      perform from channel_groups g
        where g.knowledge_base_id = current_knowledge_base() and g.channel_id = caller for share;
    else
      perform from readers r
        where r.knowledge_base_id = current_knowledge_base() and r.id = caller for share;
      perform from sign_in_settings s where s.knowledge_base_id = current_knowledge_base() for share;
    end if;
  end if;
  perform from widgets w
    where w.knowledge_base_id = current_knowledge_base() and w.id = widget for share;
  -- A key share lock is enough: visibility is part of a key, a deletion takes the whole row, and
  -- whoever changes a group locks the row for update. Indexing does not wait for it.
  perform from documents d
    where d.knowledge_base_id = current_knowledge_base() and d.id = any(document_ids)
    order by d.id for key share;
end $$;
