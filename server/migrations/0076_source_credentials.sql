-- What sources sign in with, sealed, and the origin it is sent to.
create table source_credentials (
  knowledge_base_id uuid not null,
  source_id         uuid not null,
  type              text not null,
  -- Shown to operators: a user name or the name of a header.
  signed_in_as      text not null,
  -- It opens only with the same origin.
  origin            text not null,
  sealed            bytea not null,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, source_id),
  foreign key (knowledge_base_id, source_id) references sources on delete cascade
);

alter table source_credentials enable row level security;
alter table source_credentials force row level security;
create policy tenant on source_credentials using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());

grant select, insert, update, delete on source_credentials to footnote_worker;
