-- How often a page was asked on, and how often the documents covered that. Unlike the other counts it
-- has something that readers' browsers sent, an address without query and fragment; so there is none
-- under Zero data retention, and it goes when conversations of its day have expired.
create table page_counts (
  knowledge_base_id uuid not null references knowledge_bases (id) on delete cascade,
  day               date not null,
  -- '': all pages beyond the first thousand of the day.
  page_url          text not null,
  questions         bigint not null,
  covered           bigint not null,
  primary key (knowledge_base_id, day, page_url)
) with (fillfactor = 50);

alter table page_counts enable row level security;
alter table page_counts force row level security;
create policy tenant on page_counts
  using (knowledge_base_id = current_knowledge_base())
  with check (knowledge_base_id = current_knowledge_base());
grant select, insert, update on page_counts to footnote_api;
grant select, insert, update, delete on page_counts to footnote_worker;

-- A key of an index has at most 2,700 bytes; addresses are ASCII.
create function counted_page(page_url text) returns text language sql immutable
  return left(page_url, 1000);

-- Called as an answer is stored, after count_answer. Anybody can send any address, so only so many are
-- kept for a day. They are counted when a page is new, until a day has more than it keeps.
create function count_page(its_page text, its_model text, is_covered boolean) returns void
  language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  kept text;
begin
  if its_page is null or its_model = 'small_talk' then
    return;
  end if;
  foreach kept in array array[counted_page(its_page), ''] loop
    update page_counts c set questions = c.questions + 1, covered = c.covered + is_covered::integer
      where c.knowledge_base_id = current_knowledge_base() and c.day = today and c.page_url = kept;
    if found then
      return;
    end if;
  end loop;
  insert into page_counts as c (knowledge_base_id, day, page_url, questions, covered)
    select current_knowledge_base(), today,
           case when count(*) < 1000 then counted_page(its_page) else '' end, 1, is_covered::integer
    from page_counts k where k.knowledge_base_id = current_knowledge_base() and k.day = today
    on conflict on constraint page_counts_pkey do update set
      questions = c.questions + 1, covered = c.covered + excluded.covered;
end $$;

-- Answers of earlier versions: row security would hide them from the owner too.
alter table messages no force row level security;
alter table workspaces no force row level security;
alter table knowledge_bases no force row level security;
alter table page_counts no force row level security;
insert into page_counts
  select knowledge_base_id, day, case when place <= 1000 then page_url else '' end, sum(questions), sum(covered)
  from (select m.knowledge_base_id, (m.created_at at time zone 'utc')::date as day,
               counted_page(m.page_url) as page_url, count(*) as questions,
               count(*) filter (where m.covered) as covered,
               row_number() over (partition by m.knowledge_base_id, (m.created_at at time zone 'utc')::date
                                  order by count(*) desc, counted_page(m.page_url)) as place
        from messages m
        join knowledge_bases b on b.id = m.knowledge_base_id
        join workspaces w on w.id = b.workspace_id and w.retention <> 'zero'
        where m.page_url is not null and m.model is distinct from 'small_talk'
        group by 1, 2, 3) pages
  group by 1, 2, 3;
alter table messages force row level security;
alter table workspaces force row level security;
alter table knowledge_bases force row level security;
alter table page_counts force row level security;
