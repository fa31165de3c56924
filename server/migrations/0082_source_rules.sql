-- One list of rules for a source, by address or container: visibility, group and labels of its pages.
alter table sources
  -- [{ "match": glob with {names}, "visibility", "group_id", "labels" }]. Of visibility, group and each label the
  -- first rule that fits a page and says it decides.
  add column rules jsonb not null default '[]';

-- What the source says a page is in, such as `space:DOCS`.
alter table documents add column containers text[] not null default '{}';
alter table sync_pages add column containers text[] not null default '{}';

-- The version before has a list of each kind, by address alone. What either writes, the other reads.
create function join_rules(visibility jsonb, labels jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(rule order by kind, place), '[]') from (
    select 1 as kind, place,
           jsonb_build_object('match', r ->> 'path', 'visibility', r ->> 'visibility', 'labels', '{}'::jsonb) as rule
    from jsonb_array_elements(visibility) with ordinality as v (r, place)
    union all
    select 2, place, jsonb_build_object('match', r ->> 'match', 'labels', coalesce(r -> 'labels', '{}'))
    from jsonb_array_elements(labels) with ordinality as l (r, place)) both_kinds
$$;

create function split_rules() returns trigger language plpgsql as $$
begin
  select coalesce(jsonb_agg(jsonb_build_object('path', r ->> 'match', 'visibility', r ->> 'visibility')
                            order by place) filter (where r ? 'visibility'), '[]'),
         coalesce(jsonb_agg(jsonb_build_object('match', r ->> 'match', 'labels', r -> 'labels')
                            order by place) filter (where r -> 'labels' <> '{}' or r ->> 'match' like '%{%'), '[]')
    into new.visibility_rules, new.label_rules
    from jsonb_array_elements(new.rules) with ordinality as a (r, place)
    where r ->> 'match' !~ '^[a-z]+:';
  return new;
end $$;

create function take_earlier_rules() returns trigger language plpgsql as $$
begin
  new.rules := join_rules(new.visibility_rules, new.label_rules);
  return new;
end $$;

-- Row security binds the owner too, and there is no tenant here.
alter table sources no force row level security;
update sources set rules = join_rules(visibility_rules, label_rules)
where visibility_rules <> '[]' or label_rules <> '[]';
alter table sources force row level security;

create trigger sources_ruled before insert on sources
  for each row when (new.rules <> '[]') execute function split_rules();
create trigger sources_ruled_again before update of rules on sources
  for each row execute function split_rules();
create trigger sources_ruled_earlier before insert on sources
  for each row when (new.rules = '[]' and (new.visibility_rules <> '[]' or new.label_rules <> '[]'))
  execute function take_earlier_rules();
create trigger sources_ruled_again_earlier before update of visibility_rules, label_rules on sources
  for each row execute function take_earlier_rules();
