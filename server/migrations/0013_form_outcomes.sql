-- The page that showed the form a question came from.
alter table messages add column page_url text;

-- What became of a form after its answer. The last one told stays: a reader may close the form, come
-- back and send it after all.
create table form_outcomes (
  knowledge_base_id uuid not null,
  message_id        uuid not null,
  outcome           text not null check (outcome in ('deflected', 'submitted')),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (knowledge_base_id, message_id),
  foreign key (knowledge_base_id, message_id) references messages on delete cascade
);

alter table form_outcomes enable row level security;
alter table form_outcomes force row level security;
create policy tenant on form_outcomes
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on form_outcomes to footnote_api, footnote_worker;
