-- Whether another embedding model waits until the gate's set passes with its vectors.
alter table evaluation_gates add hold_models boolean not null default false;

-- The space that an evaluation searches before readers do. Null: the one in use.
alter table evaluations add space_id uuid;
alter table evaluations add foreign key (knowledge_base_id, space_id)
  references embedding_spaces on delete cascade;
create index evaluations_by_space on evaluations (knowledge_base_id, space_id)
  where space_id is not null;

alter table embedding_spaces
  -- The set has passed with it, or an operator does not wait for it.
  add may_swap boolean not null default false,
  -- Why searches did not move to it. Null: nothing is wrong so far.
  add held_reason text;
