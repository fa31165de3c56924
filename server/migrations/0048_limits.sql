-- Shares of the allowance and of the cost cap at which the operator is told, besides the whole.
alter table workspaces
  add column alert_at_percent integer[] not null default '{}',
  -- For a day in UTC, in the workspace's currency. Null: no cap.
  add column daily_cost_cap numeric check (daily_cost_cap >= 0);

-- Of answers that ended before their provider had counted the tokens.
alter table daily_usage add column estimated_cost numeric not null default 0;

-- Each share of a limit that was reached, once in its period: a month, or a day.
create table limit_notices (
  workspace_id uuid not null references workspaces on delete cascade,
  kind         text not null check (kind in ('allowance', 'cost_cap')),
  period       date not null,
  percent      integer not null,
  reached_at   timestamptz not null default now(),
  -- Null: the operator has yet to be told.
  told_at      timestamptz,
  primary key (workspace_id, kind, period, percent)
);
create index limit_notices_untold on limit_notices (workspace_id) where told_at is null;
-- Not forced: the function below reads it with the owner's rights.
alter table limit_notices enable row level security;
create policy tenant on limit_notices to footnote_api, footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant insert on limit_notices to footnote_api;
grant select, insert, update, delete on limit_notices to footnote_worker;

-- Where an operator has to be told, of all tenants: ids alone.
create function workspaces_to_tell() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as 'select distinct workspace_id from limit_notices where told_at is null';
revoke execute on function workspaces_to_tell() from public;
grant execute on function workspaces_to_tell() to footnote_worker;

create function this_day() returns date language sql stable
  return (now() at time zone 'utc')::date;
create function this_month() returns date language sql stable
  return date_trunc('month', now() at time zone 'utc')::date;

create function spent_today() returns numeric language sql volatile
  return (select coalesce(sum(cost + estimated_cost), 0) from daily_usage
          where workspace_id = current_workspace() and day = this_day());

create function cost_cap_reached() returns boolean language sql volatile
  return coalesce((select spent_today() >= daily_cost_cap from workspaces
                   where id = current_workspace()), false);

-- What an answer cost that ended early. It is no question of any count.
create function count_lost_answer(its_model text, input integer, output integer) returns void
  language plpgsql as $$
begin
  insert into daily_usage as u (workspace_id, day, model, estimated_cost)
    values (current_workspace(), this_day(), its_model, coalesce(turn_cost(its_model, input, output), 0))
    on conflict on constraint daily_usage_pkey do update set
      estimated_cost = u.estimated_cost + excluded.estimated_cost;
end $$;

create function reached_shares() returns table (kind text, period date, percent integer)
  language plpgsql as $$
declare
  allowance integer;
  cap numeric;
  alerts integer[];
begin
  select monthly_question_allowance, daily_cost_cap, alert_at_percent into allowance, cap, alerts
    from workspaces where id = current_workspace();
  if allowance is null and cap is null then
    return;
  end if;
  return query
    with shares as (select distinct share from unnest(alerts || 100) share)
    select 'allowance', this_month(), share from shares
      where (select answered from question_counts
             where workspace_id = current_workspace() and month = this_month())::bigint * 100
            >= share::bigint * allowance
    union all
    select 'cost_cap', this_day(), share from shares where spent_today() * 100 >= share * cap;
end $$;

-- Called after an answer is counted, which locks the workspace's counts until the commit: whoever
-- counts the next one sees all that were counted before.
create function note_limits() returns void language plpgsql as $$
begin
  insert into limit_notices (workspace_id, kind, period, percent)
    select current_workspace(), r.kind, r.period, r.percent from reached_shares() r
    on conflict do nothing;
end $$;

-- A limit that is raised can be reached again.
create function forget_notices() returns trigger language plpgsql as $$
begin
  delete from limit_notices n
    where n.workspace_id = new.id and n.period in (this_month(), this_day())
      and not exists (select from reached_shares() r
                      where (r.kind, r.period, r.percent) = (n.kind, n.period, n.percent));
  return null;
end $$;
create trigger workspace_limits_changed
  after update of monthly_question_allowance, daily_cost_cap on workspaces
  for each row when (old.monthly_question_allowance is distinct from new.monthly_question_allowance
                     or old.daily_cost_cap is distinct from new.daily_cost_cap)
  execute function forget_notices();

-- The page that a question was asked on is one more value that stored answers are filtered by.
create or replace function message_facets(message messages, vote text, comment text, reviewed boolean, tags text[])
  returns bigint[] language sql immutable
  return array_remove(array[
      message_facet(message.knowledge_base_id, 'covered', message.covered::text),
      message_facet(message.knowledge_base_id, 'source', message.source),
      message_facet(message.knowledge_base_id, 'widget_id', message.widget_id::text),
      message_facet(message.knowledge_base_id, 'key_id', message.key_id::text),
      message_facet(message.knowledge_base_id, 'language', message.language),
      message_facet(message.knowledge_base_id, 'model', message.model),
      message_facet(message.knowledge_base_id, 'page', message.page_url),
      message_facet(message.knowledge_base_id, 'vote', vote),
      message_facet(message.knowledge_base_id, 'comment', case when comment <> '' then 'true' end),
      message_facet(message.knowledge_base_id, 'reviewed', reviewed::text),
      message_facet(message.knowledge_base_id, 'gap',
                    case when not message.covered or vote = 'down' then 'true' end)], null)
    || array(select message_facet(message.knowledge_base_id, 'tag', tag) from unnest(tags) tag)
    || array(select distinct message_facet(message.knowledge_base_id, 'document', c->>'document_id')
             from jsonb_array_elements(message.citations) c);

-- Pages of forms were stored with their query, which may say who asked.
alter table messages no force row level security;
update messages set page_url = regexp_replace(page_url, '[?#].*$', '') where page_url ~ '[?#]';
update message_search s
set facets = s.facets || message_facet(m.knowledge_base_id, 'page', m.page_url)
from messages m
where m.knowledge_base_id = s.knowledge_base_id and m.id = s.message_id and m.page_url is not null;
alter table messages force row level security;
