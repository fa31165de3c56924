-- Addresses whose document was deleted while it was not public. A page that comes back there is no more open
-- than it was, until somebody who may publish says otherwise.
create table withheld_addresses (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  url               text not null,
  visibility        text not null check (visibility in ('unlisted', 'restricted')),
  deleted_at        timestamptz not null default now(),
  primary key (knowledge_base_id, url)
);

alter table withheld_addresses enable row level security;
alter table withheld_addresses force row level security;
create policy tenant on withheld_addresses
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update, delete on withheld_addresses to footnote_worker;
