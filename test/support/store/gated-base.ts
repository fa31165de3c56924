import { findSearchContext } from '../../../server/src/knowledge/search-context.ts'
import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import type { Metrics } from '../../../server/src/platform/metrics.ts'
import type { CandidateSource } from '../../../server/src/retrieval/candidate-source.ts'
import type { CandidateQuery } from '../../../server/src/retrieval/candidates.ts'
import type { Retrieved, RetrievalQuery } from '../../../server/src/retrieval/retrieve.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { inTurn } from '../chaos/chance.ts'
import { runSql } from './services.ts'
import type { Store } from './store.ts'
import { asReader, indexPage, page } from './store.ts'

export const WORDS = ['heron', 'sea', 'mast', 'gull', 'tide', 'harbour', 'anchor', 'sail']
const PAGES = 24
export const PASSAGES = 14
const VECTOR = Float32Array.of(1, 0.6, 0.3)
const never = new AbortController().signal

/** Each of another length, so that no two fit equally well. */
export const numberedText = (number: number): string =>
  [0, 1, 2].map((at) => inTurn(WORDS, number * (at + 1) + at)).join(' ') + ' rope'.repeat(number)

/** More pages than one retriever hands over passages; every other one in the group. */
export async function indexPages(store: Store, groupId: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < PAGES; number += 1) {
    const texts = Array.from({ length: PASSAGES }, (_, at) => numberedText(number * PASSAGES + at))
    const change = {
      group_id: number % 2 === 0 ? groupId : null,
      labels: { version: [number % 3 === 0 ? '1' : '2'] },
    }
    ids.push((await indexPage(store, page(`https://a.test/${number}`, change), texts)).id)
  }
  await scatterVectors(store)
  return ids
}

/** The superuser has the same login on every server of the tests. */
const toAdmin = (ownerUrl: string): string =>
  Object.assign(new URL(ownerUrl), { username: 'postgres', password: 'postgres' }).href

/** So that no two are equally far. */
export const scatterVectors = (store: Pick<Store, 'ownerUrl'>): Promise<void> =>
  runSql(
    toAdmin(store.ownerUrl),
    `update passage_vectors set embedding = format('[1,%s,%s]',
       (hashtext(passage_id::text) & 1023) / 1024.0,
       (hashtext('b' || passage_id) & 1023) / 1024.0)::halfvec`,
  )

export const embedders = createEmbedders([
  {
    model: 'test',
    dimensions: 3,
    similarityBaseline: async () => 0.1,
    embedPassages: async (texts) => texts.map(() => VECTOR),
    embedQuery: async () => VECTOR,
    close: async () => undefined,
  },
])

export async function buildQuery(
  store: Store,
  asked: string,
  scope: Partial<RetrievalQuery> = {},
): Promise<RetrievalQuery> {
  const caller = await asReader(store, (tx) => findSearchContext(tx, store.tenant))
  return { caller, text: asked, groupIds: null, limit: 100, withEvidence: true, ...scope }
}

export const search = (
  store: Store,
  query: RetrievalQuery,
  { metrics, source }: { metrics: Metrics; source?: CandidateSource },
): Promise<Retrieved> => retrieve({ db: store.api.db, embedders, metrics, source }, query, never)

/** As `search` asks for them. */
export const toCandidateQuery = ({ caller, text, ...scope }: RetrievalQuery): CandidateQuery => ({
  ...scope,
  queries: analyseQuery(caller, text),
  vector: '[1,0.6,0.3]',
  similarityBaseline: 0.1,
  spaceId: caller.space.id,
})

export const naming = (ids: readonly unknown[]): CandidateSource => ({
  timeoutMs: 5_000,
  find: async () => ({ server: 'other', ids }),
})
