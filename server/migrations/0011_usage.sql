-- What a workspace uses: its allowance of questions, what answers cost, and the limits it is told of.

-- Questions answered in one month (UTC, by the database's clock).
create table question_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  month        date not null,
  answered     integer not null default 0 check (answered >= 0),
  primary key (workspace_id, month)
);

-- A question under way. It counts while its lease lasts, so what a killed process had reserved comes back
-- by itself. A counter beside the rows could only drift from them.
create table question_reservations (
  workspace_id uuid not null,
  id           uuid not null,
  month        date not null,
  expires_at   timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, month) references question_counts on delete cascade
);
create index question_reservations_expiry on question_reservations (expires_at);

-- Questions of a month that were answered or are being answered.
create function questions_spent(of_month date) returns bigint
  language sql volatile
  return coalesce((select answered from question_counts
                   where workspace_id = current_workspace() and month = of_month), 0)
       + (select count(*) from question_reservations
          where workspace_id = current_workspace() and month = of_month
            and expires_at > clock_timestamp());

-- Reserves one question of this month's allowance, or returns false when none is left. A workspace
-- without an allowance needs no reservation. The month is the database's, in UTC.
create function reserve_question(reservation uuid, lease interval) returns boolean
  language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  allowance integer;
begin
  select monthly_question_allowance into allowance from workspaces where id = current_workspace();
  if allowance is null then
    return true;
  end if;
  -- Without the lock, which is held until the commit: where nothing is left, a thousand questions at
  -- once are refused side by side instead of one after the other.
  if questions_spent(this_month) >= allowance then
    return false;
  end if;
  insert into question_counts (workspace_id, month) values (current_workspace(), this_month)
    on conflict do nothing;
  -- Whoever waits here for another question counts that one's reservation in the next statement.
  perform from question_counts
    where workspace_id = current_workspace() and month = this_month for update;
  if questions_spent(this_month) >= allowance then
    return false;
  end if;
  -- Swept here, where the lock is held anyway; they have not counted for long.
  delete from question_reservations
    where workspace_id = current_workspace()
      and expires_at < clock_timestamp() - interval '1 hour';
  insert into question_reservations (workspace_id, id, month, expires_at)
    values (current_workspace(), reservation, this_month, clock_timestamp() + lease);
  return true;
end $$;

-- Turns a reservation into an answered question, in the month it was reserved in.
create function commit_question(reservation uuid) returns void
  language plpgsql as $$
declare
  its_month date;
begin
  delete from question_reservations
    where workspace_id = current_workspace() and id = reservation returning month into its_month;
  insert into question_counts as c (workspace_id, month, answered)
    values (current_workspace(),
            coalesce(its_month, date_trunc('month', now() at time zone 'utc')), 1)
    on conflict (workspace_id, month) do update set answered = c.answered + 1;
end $$;

-- What the tokens of a model cost, in the workspace's currency.
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
  workspace_id   uuid not null references workspaces on delete cascade,
  day            date not null,
  model          text not null,
  questions      bigint not null default 0,
  input_tokens   bigint not null default 0,
  output_tokens  bigint not null default 0,
  cost           numeric not null default 0,
  -- Answers of unknown cost.
  unpriced       bigint not null default 0,
  -- What answers cost that ended before their provider had counted the tokens.
  estimated_cost numeric not null default 0,
  primary key (workspace_id, day, model)
) with (fillfactor = 50);

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

-- What a model wrote for an operator: counted with the answers of the day, and no question.
create function count_draft(its_model text, input integer, output integer) returns void
  language plpgsql as $$
declare
  its_cost numeric := turn_cost(its_model, input, output);
begin
  insert into daily_usage as u
      (workspace_id, day, model, input_tokens, output_tokens, cost, unpriced)
    values (current_workspace(), this_day(), its_model, coalesce(input, 0), coalesce(output, 0),
            coalesce(its_cost, 0), (its_cost is null)::integer)
    on conflict on constraint daily_usage_pkey do update set
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cost = u.cost + excluded.cost,
      unpriced = u.unpriced + excluded.unpriced;
  perform note_limits();
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

do $$
declare
  name text;
begin
  foreach name in array array['question_counts', 'question_reservations', 'model_prices',
                              'daily_usage'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (workspace_id = current_workspace()) '
                   'with check (workspace_id = current_workspace())', name);
  end loop;
end $$;
-- Not forced: workspaces_to_tell reads it with the owner's rights.
alter table limit_notices enable row level security;
create policy tenant on limit_notices to footnote_api, footnote_worker
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete
  on question_counts, question_reservations to footnote_api, footnote_worker;
grant select on model_prices to footnote_api;
grant select, insert, update on daily_usage to footnote_api;
grant insert on limit_notices to footnote_api;
grant select, insert, update, delete on model_prices, daily_usage, limit_notices to footnote_worker;
