-- Conversations, their messages, and what readers say about them.
create table threads (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- The asker as the client named them: their id, or else their e-mail.
  asker             text,
  created_at        timestamptz not null default now(),
  last_message_at   timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);
create index threads_by_age on threads (knowledge_base_id, last_message_at);

-- One question with its answer.
create table messages (
  knowledge_base_id uuid not null,
  id                uuid not null,
  thread_id         uuid not null,
  widget_id         uuid,
  source            text not null,
  question          text not null,
  answer            text not null,
  citations         jsonb not null default '[]',
  -- false: the knowledge base did not cover the question.
  covered           boolean not null,
  -- How the answer came about: rewriting, candidates with scores, prompt parts, model, timings.
  trace             jsonb,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, thread_id) references threads on delete cascade
);
create index messages_by_thread on messages (knowledge_base_id, thread_id, created_at);

-- An answer holds one rating: a second vote replaces the first, hence the unique message_id.
create table ratings (
  knowledge_base_id uuid not null,
  id                uuid not null,
  message_id        uuid not null,
  vote              text not null check (vote in ('up', 'down')),
  comment           text,
  source            text not null
    check (source in ('api', 'widget', 'websocket', 'mcp', 'form_deflect', 'bot')),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);

alter table threads enable row level security;
alter table threads force row level security;
create policy tenant on threads
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table messages enable row level security;
alter table messages force row level security;
create policy tenant on messages
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
alter table ratings enable row level security;
alter table ratings force row level security;
create policy tenant on ratings
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

grant select, insert, update, delete on threads, messages, ratings to footnote_api, footnote_worker;
