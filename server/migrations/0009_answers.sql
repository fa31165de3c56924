-- A reservation counts while its lease lasts, so what a killed process had reserved comes back by
-- itself. A counter beside the rows could only drift from them.
alter table question_counts drop column reserved;

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
create function settle_question(reservation uuid) returns void
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

-- Every document that the answer's writer had before it, earlier turns' included: when one of them
-- is restricted or deleted, the turn is not shown to a model again.
alter table messages add column source_documents uuid[] not null default '{}';

-- Callers are cached by key; a workspace's plan and retention are part of what is cached. An empty
-- payload says: forget every key.
create function announce_workspace_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_key_changed', '');
  return null;
end $$;
create trigger workspaces_changed after update on workspaces
  for each row execute function announce_workspace_change();
