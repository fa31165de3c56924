import pg from 'pg'
import type { Tenant } from '../../server/src/platform/database/tenant.ts'
import { superuserUrl } from '../lib/database.ts'

export const DAYS = 400
const DOCUMENTS = 2_000

/**
 * Stored answers over 400 days, made by SQL alone: channels, keys, models and languages in shares as a
 * documentation site has them, 2,000 cited documents of which few are cited most, one answer in eight
 * not covered, one in six rated. Counts are written as the migration writes them. Foreign keys are not
 * checked and the index of the filters is built at the end; else this would take hours.
 */
export async function generateAnswers(
  ownerUrl: string,
  tenant: Tenant,
  answers: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(ownerUrl) })
  await client.connect()
  try {
    await client.query(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      set footnote.workspace_id = '${tenant.workspaceId}';
      set footnote.knowledge_base_id = '${tenant.knowledgeBaseId}';
      drop index message_search_terms`)
    await client.query(FUNCTIONS)
    await client.query(`
      insert into documents (knowledge_base_id, id, source_id, url, title, content, content_type, state)
      select current_knowledge_base(), made_id('document', n), no_id(), 'https://docs.test/' || n, 'Page ' || n, '',
             'text/markdown', 'indexed'
      from generate_series(1, ${DOCUMENTS}) n`)
    const perDay = Math.ceil(answers / DAYS)
    for (let day = DAYS; day >= 1; day -= 1) {
      await client.query('select made_day($1, $2)', [day, perDay])
      if (day % 50 === 0) console.log(`${DAYS - day} of ${DAYS} days`)
    }
    await client.query(COUNTS)
    await client.query(
      'create index message_search_terms on message_search using gin (words, facets) with (fastupdate = off)',
    )
    for (const table of [
      'messages',
      'message_search',
      'answer_counts',
      'citation_counts',
      'ratings',
      'threads',
    ]) {
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

const FUNCTIONS = `
create function made_id(kind text, n bigint) returns uuid language sql immutable
  return md5(kind || n)::uuid;
create function made_day(days_ago integer, answers integer) returns void language plpgsql as $$
declare
  midnight timestamptz := date_trunc('day', now()) - make_interval(days => days_ago);
  base uuid := current_knowledge_base();
begin
  create temp table made on commit drop as
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
            || substr(md5(n::text), 1, 3) || '8' || substr(md5(n || 'b'), 1, 15))::uuid as id,
           made_id('thread', days_ago::bigint * 1000000 + n) as thread_id, at, n,
           random() as channel, random() as r_key, random() as r_model, random() as r_language,
           random() as r_vote, random() < .875 as covered, (random() ^ 3 * ${DOCUMENTS - 1})::int + 1 as page,
           (random() ^ 2 * 20000)::int as asked, exp(6.2 + .6 * (random() + random() + random() - 1.5) * 2)::int as first_ms
    from (select n, midnight + make_interval(secs => 86399 * n::float8 / answers) as at
          from generate_series(1, answers) n) s;
  insert into threads (knowledge_base_id, id, asker, created_at, last_message_at)
    select base, thread_id, 'reader-' || (n % 5000), at, at from made;
  insert into messages (knowledge_base_id, id, thread_id, widget_id, source, question, answer, citations,
      covered, source_documents, trace, created_at, key_id, language, model, first_delta_ms, total_ms,
      input_tokens, output_tokens)
    select base, id, thread_id,
           case when channel < .6 then made_id('widget', (r_key * 2)::int) end,
           case when channel < .6 then 'widget' when channel < .8 then 'api'
                when channel < .9 then 'mcp' else 'form_deflect' end,
           'How do I set up feature ' || asked || ' of the product with my account?',
           repeat('This is what the documentation says about it. ', 8),
           jsonb_build_array(jsonb_build_object('index', 1, 'document_id', made_id('document', page))),
           covered, array[made_id('document', page)], '{}', at,
           made_id('key', case when channel < .6 then 0 when channel < .8 then 1 + (r_key * 3)::int else 5 end),
           (array['en','en','en','en','de','de','fr','es','ja','pt'])[1 + (r_language * 9)::int],
           case when r_model < .7 then 'openai/gpt-4.1-mini' else 'extract' end,
           first_ms, first_ms * 3, 1800, 200
    from made;
  insert into message_search (knowledge_base_id, message_id, words, facets)
    select m.knowledge_base_id, m.id, array[1, 2, 3, 4, 1000 + d.asked],
           message_facets(m, case when d.r_vote < .12 then 'up' when d.r_vote < .16 then 'down' end, null, false, '{}')
    from messages m join made d on d.id = m.id where m.knowledge_base_id = base;
  insert into ratings (knowledge_base_id, id, message_id, vote, source)
    select base, id, id, case when r_vote < .12 then 'up' else 'down' end, 'api' from made where r_vote < .16;
  drop table made;
end $$`

const COUNTS = `
insert into answer_counts
    (knowledge_base_id, day, source, widget_id, key_id, model, language, questions, conversations,
     covered, failed, rated_up, rated_down, forms_deflected, forms_submitted, input_tokens,
     output_tokens, first_delta_ms, total_ms)
  select m.knowledge_base_id, (m.created_at at time zone 'utc')::date, m.source,
         coalesce(m.widget_id, no_id()), coalesce(m.key_id, no_id()), m.model, m.language, count(*),
         count(*), count(*) filter (where m.covered), 0, count(*) filter (where r.vote = 'up'),
         count(*) filter (where r.vote = 'down'), 0, 0, sum(m.input_tokens), sum(m.output_tokens),
         count_times(m.first_delta_ms), count_times(m.total_ms)
  from messages m
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  where m.knowledge_base_id = current_knowledge_base()
  group by 1, 2, 3, 4, 5, 6, 7;
insert into citation_counts
  select knowledge_base_id, (created_at at time zone 'utc')::date, source_documents[1], count(*)
  from messages where knowledge_base_id = current_knowledge_base() group by 1, 2, 3`
