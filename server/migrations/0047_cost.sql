-- What the tokens of a model cost. A workspace counts in one currency.
alter table workspaces add column currency text check (currency ~ '^[A-Z]{3}$');
create table model_prices (
  workspace_id       uuid not null references workspaces on delete cascade,
  -- provider/model, as answers name it.
  model              text not null,
  input_per_million  numeric not null check (input_per_million >= 0),
  output_per_million numeric not null check (output_per_million >= 0),
  primary key (workspace_id, model)
);

-- What a workspace used in a day (UTC). Like the counts of its knowledge bases it holds no text.
create table daily_usage (
  workspace_id  uuid not null references workspaces on delete cascade,
  day           date not null,
  model         text not null,
  questions     bigint not null default 0,
  input_tokens  bigint not null default 0,
  output_tokens bigint not null default 0,
  cost          numeric not null default 0,
  -- Answers of unknown cost.
  unpriced      bigint not null default 0,
  primary key (workspace_id, day, model)
) with (fillfactor = 50);

alter table model_prices enable row level security;
alter table model_prices force row level security;
create policy tenant on model_prices
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
alter table daily_usage enable row level security;
alter table daily_usage force row level security;
create policy tenant on daily_usage
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select on model_prices to footnote_api;
grant select, insert, update on daily_usage to footnote_api;
grant select, insert, update, delete on model_prices, daily_usage to footnote_worker;

-- Null: there was no price, or the provider did not count the tokens.
alter table messages add column cost numeric;
alter table answer_counts
  add column cost     numeric not null default 0,
  add column unpriced bigint not null default 0;

-- What wrote without a model costs nothing; so does a question that no model was asked about.
create function is_free(its_model text, input integer, output integer) returns boolean
  language sql immutable
  return its_model in ('', 'extract', 'small_talk') or (input = 0 and output = 0);

-- At the prices of now. By multiplication, which is exact: a division would round.
create function turn_cost(its_model text, input integer, output integer) returns numeric
  language sql stable
  return case when is_free(its_model, input, output) then 0 else (
    select (input * p.input_per_million + output * p.output_per_million) * 0.000001
    from model_prices p where p.workspace_id = current_workspace() and p.model = its_model) end;

-- As before, with the cost.
drop function count_answer;
create function count_answer(
  its_source text, its_widget uuid, its_key uuid, its_model text, its_language text,
  is_covered boolean, is_new_thread boolean, input integer, output integer, its_cost numeric,
  first_ms integer, whole_ms integer, its_documents uuid[]
) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, questions, conversations,
       covered, input_tokens, output_tokens, cost, unpriced, first_delta_ms, total_ms)
    values (current_knowledge_base(), today, its_source, coalesce(its_widget, no_id()),
            counted_key(its_key), its_model, its_language, 1, is_new_thread::integer,
            is_covered::integer, coalesce(input, 0), coalesce(output, 0), coalesce(its_cost, 0),
            (its_cost is null)::integer,
            count_time(array_fill(0, array[56]), first_ms), count_time(array_fill(0, array[56]), whole_ms))
    on conflict on constraint answer_counts_pkey do update set
      questions = c.questions + 1,
      conversations = c.conversations + excluded.conversations,
      covered = c.covered + excluded.covered,
      input_tokens = c.input_tokens + excluded.input_tokens,
      output_tokens = c.output_tokens + excluded.output_tokens,
      cost = c.cost + excluded.cost,
      unpriced = c.unpriced + excluded.unpriced,
      first_delta_ms = count_time(c.first_delta_ms, first_ms),
      total_ms = count_time(c.total_ms, whole_ms);
  insert into citation_counts as c (knowledge_base_id, day, document_id, cited)
    select distinct current_knowledge_base(), today, id, 1 from unnest(its_documents) id order by 3
    on conflict on constraint citation_counts_pkey do update set cited = c.cited + 1;
  insert into daily_usage as u
      (workspace_id, day, model, questions, input_tokens, output_tokens, cost, unpriced)
    values (current_workspace(), today, its_model, 1, coalesce(input, 0), coalesce(output, 0),
            coalesce(its_cost, 0), (its_cost is null)::integer)
    on conflict on constraint daily_usage_pkey do update set
      questions = u.questions + 1,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cost = u.cost + excluded.cost,
      unpriced = u.unpriced + excluded.unpriced;
end $$;

-- Answers of earlier versions: row security would hide them from the owner too.
alter table answer_counts no force row level security;
alter table knowledge_bases no force row level security;
alter table daily_usage no force row level security;
update answer_counts set unpriced = questions where not is_free(model, null, null);
insert into daily_usage
  select b.workspace_id, c.day, c.model, sum(c.questions), sum(c.input_tokens), sum(c.output_tokens), 0,
         sum(c.unpriced)
  from answer_counts c join knowledge_bases b on b.id = c.knowledge_base_id
  where c.questions > 0 group by 1, 2, 3;
alter table answer_counts force row level security;
alter table knowledge_bases force row level security;
alter table daily_usage force row level security;
