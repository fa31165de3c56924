-- Readers' transactions keep one snapshot, so that what a search finds is what it shows.
create or replace function enter_tenant(workspace text, knowledge_base text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gate      constant bigint := hashtextextended(workspace, 421);
  elsewhere text;
begin
  perform set_config('footnote.workspace_id', workspace, true),
          set_config('footnote.knowledge_base_id', knowledge_base, true);
  if workspace <> '' then
    if not pg_try_advisory_xact_lock_shared(gate) then
      perform pg_advisory_xact_lock_shared(gate);
      -- Its snapshot is from before the wait: it would not see what the move has committed meanwhile.
      if current_setting('transaction_isolation') = 'repeatable read' then
        raise exception 'the workspace was being moved; begin again' using errcode = 'serialization_failure';
      end if;
    end if;
    select cell into elsewhere from placements
    where workspace_id = workspace::uuid and state in ('gone', 'arriving');
    if found then
      raise exception 'the workspace is served by another cell' using errcode = 'FN421', detail = elsewhere;
    end if;
  end if;
end $$;
