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
