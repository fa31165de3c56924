import type { NewTurn } from '../../server/src/conversations/save-turn.ts'
import { saveTurn } from '../../test/support/store/save-turn.ts'
import { newId } from '../../server/src/platform/new-id.ts'
import type { Tenant } from '../../server/src/platform/database/tenant.ts'
import { withTenant } from '../../server/src/platform/database/tenant.ts'
import pg from 'pg'
import type { Roles } from '../lib/database.ts'
import { runSql } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'
import { mean } from '../../server/src/evaluations/metrics/ranking-metrics.ts'

const ROUNDS = 6
const SIDE_BY_SIDE = 8

/**
 * What `count_answer` and `count_page` add to storing an answer: rounds with them and without them in
 * turn.
 */
export async function measureCounting({ ownerUrl, api }: Roles, tenant: Tenant, answers: number) {
  const functions = [
    await definitionOf(ownerUrl, 'count_answer'),
    await definitionOf(ownerUrl, 'count_page'),
  ]
  const counting = functions.join(';')
  const nothing = functions.map(withoutBody).join(';')
  const documents = Array.from({ length: 50 }, newId)
  const store = (index: number) =>
    withTenant(api.db, tenant, (tx) => saveTurn(tx, turn(tenant, documents, index), newId()))
  const alone = { with: [] as number[], without: [] as number[] }
  const together = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const kind = round % 2 === 0 ? 'without' : 'with'
    await runSql(ownerUrl, kind === 'with' ? counting : nothing)
    alone[kind].push(await msEach(answers, 1, store))
    together[kind].push(await msEach(answers, SIDE_BY_SIDE, store))
  }
  const added = (times: typeof alone) => rounded(mean(times.with) - mean(times.without))
  return {
    storeMs: rounded(mean(alone.without)),
    addedMs: added(alone),
    storeMsSideBySide: rounded(mean(together.without)),
    addedMsSideBySide: added(together),
  }
}

const withoutBody = (definition: string): string =>
  definition.replace(/AS \$function\$[\s\S]*\$function\$/, () => 'AS $$ begin end $$')

async function definitionOf(ownerUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef('${name}'::regproc) as text`,
    )
    return rows[0]?.text ?? ''
  } finally {
    await client.end()
  }
}

/** Wall-clock time for each of `count` answers. */
async function msEach(
  count: number,
  sideBySide: number,
  store: (index: number) => Promise<unknown>,
): Promise<number> {
  const startMs = performance.now()
  let next = 0
  const work = async () => {
    while (next < count) await store((next += 1))
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  return (performance.now() - startMs) / count
}

const turn = (
  { knowledgeBaseId }: Tenant,
  documents: readonly string[],
  index: number,
): NewTurn => ({
  knowledgeBaseId,
  threadId: newId(),
  isFollowUp: false,
  messageId: newId(),
  asker: null,
  widgetId: null,
  source: index % 3 === 0 ? 'api' : 'widget',
  pageUrl: `https://docs.test/pages/${index % 200}`,
  question: 'How do I rotate a key?',
  answer: 'Open Settings and choose Rotate. '.repeat(10),
  citations: [0, 1, 2].map((place) => ({
    index: place + 1,
    title: 'Keys',
    url: 'https://docs.test/keys',
    document_id: documents[(index * (place + 1)) % documents.length] ?? '',
    chunk_id: newId(),
    heading_path: ['Keys'],
    excerpt: 'Open Settings and choose Rotate.',
  })),
  covered: true,
  sourceDocumentIds: [],
  keyId: newId(),
  language: 'en',
  words: [1, 2, 3],
  trace: {
    model: 'openai/gpt-4.1-mini',
    timings_ms: { first_delta: 400 + index, settled: 1200 + index },
    input_tokens: 1800,
    output_tokens: 200,
  },
})
