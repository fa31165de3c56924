-- Rules of editors for the search of a knowledge base, such as synonyms.

create table search_rules (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  id                uuid not null,
  -- `SearchRule` of the contract.
  rule              jsonb not null,
  created_at        timestamptz not null default now(),
  primary key (knowledge_base_id, id)
);

alter table search_rules enable row level security;
alter table search_rules force row level security;
create policy tenant on search_rules using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select on search_rules to footnote_api;
grant select, insert, update, delete on search_rules to footnote_worker;

-- They are kept with a key: every process forgets the keys of the knowledge base.
create trigger search_rules_changed after insert or update or delete on search_rules
  for each row execute function announce_signer_change();
