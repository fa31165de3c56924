import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChance, inTurn } from '../../../test/support/chaos/chance.ts'
import {
  buildQuery,
  indexPages,
  naming,
  numberedText,
  PASSAGES,
  scatterVectors,
  search,
  toCandidateQuery,
  WORDS,
} from '../../../test/support/store/gated-base.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
  storePassages,
} from '../../../test/support/store/store.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { createGroup } from '../knowledge/groups.ts'
import { createMetrics } from '../platform/metrics.ts'
import { newId } from '../platform/new-id.ts'
import type { Candidate, CandidateQuery } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import type { RetrievalQuery } from './retrieve.ts'
import type { DocumentScope } from './document-scope.ts'
import type { FusedCandidate } from './fuse.ts'
import { fuse, isRelevant } from './fuse.ts'

const PROBES = process.env['CHAOS'] === 'full' ? 20_000 : 200
/** Documents change every so many probes. */
const PROBES_A_CHANGE = 20
/** In no page that readers may see. */
const SECRET = 'zanzibarite'
const chance = createChance('gate-probes.store.test.ts')
const metrics = createMetrics()

let store: Store
let groupId: string
let documentIds: string[]
/** Of another tenant, of restricted, replaced and deleted pages. */
let hidden: string[]

beforeAll(async () => {
  store = await openStore()
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  groupId = group.id
  documentIds = await indexPages(store, groupId)
  const secret = (url: string) => indexPage(store, page(url), [`The ${SECRET} heron of the sea`])
  const restricted = await secret('https://a.test/restricted')
  await change(restricted.id, { visibility: 'restricted' })
  const replaced = await secret('https://a.test/replaced')
  const deleted = await secret('https://a.test/deleted')
  const old = await readPassages()
  await storePassages(store, replaced.id, ['gull'])
  documentIds.push(replaced.id)
  await asWorker(store, (tx) => deleteDocument(unit(tx), deleted.id))
  const other = await seedTenant(store.worker.db)
  await indexPage(store, page('https://b.test'), [`A ${SECRET} heron`, `${SECRET} sea`], other)
  await scatterVectors(store)
  const shown = new Set((await readPassages()).filter(isShown).map(({ id }) => id))
  hidden = [...old, ...(await readPassages())].map(({ id }) => id).filter((id) => !shown.has(id))
  if (hidden.length < 5) throw new Error('Too little is hidden')
})
afterAll(() => store.close())

type Change = Parameters<typeof changeDocument>[2]
const unit = (tx: Parameters<Parameters<typeof asWorker>[1]>[0]) => ({
  tx,
  queue: store.queue,
  tenant: store.tenant,
})
const change = (id: string, wanted: Change) =>
  asWorker(store, (tx) => changeDocument(unit(tx), id, wanted))

type StoredPassage = {
  id: string
  document_id: string
  visibility: string
  knowledge_base_id: string
  group_id: string | null
  version: string | null
}

const readPassages = () =>
  readRows<StoredPassage>(
    store,
    `select p.id, p.document_id, p.visibility, p.knowledge_base_id, d.group_id,
            d.labels->'version'->>0 as version
     from passages p join documents d on d.id = p.document_id order by p.id`,
  )

const isShown = ({ visibility, knowledge_base_id }: StoredPassage): boolean =>
  visibility !== 'restricted' && knowledge_base_id === store.tenant.knowledgeBaseId

const isInScope = (passage: StoredPassage, { groupIds, filter }: DocumentScope): boolean =>
  isShown(passage) &&
  (groupIds === null || groupIds.includes(passage.group_id ?? '')) &&
  (!filter || (filter['version'] ?? []).includes(passage.version ?? ''))

const SCOPES: Pick<RetrievalQuery, 'groupIds' | 'filter'>[] = [
  { groupIds: null },
  { groupIds: null },
  { groupIds: null, filter: { version: ['2'] } },
]
const allScopes = () => [...SCOPES, { groupIds: [groupId] }]

/** What cannot be an id of a passage, whatever it pretends. */
const JUNK: unknown[] = [
  '',
  'heron',
  "'; drop table passages; --",
  '00000000-0000-0000-0000-00000000000g',
  `{${newId()}}`,
  newId().toUpperCase(),
  Number.NaN,
  Infinity,
  -1,
  null,
  undefined,
  [newId()],
  { passageId: newId(), vectorScore: Number.NaN, textScore: Infinity, vectorRank: -1 },
  '\0',
  'ä'.repeat(10_000),
]

type Probe = { name: string; ids: (shown: string[], draw: string) => unknown[] }

/** All but the first name at least one that may be shown. */
const PROBES_OF_KINDS: Probe[] = [
  { name: 'none', ids: () => [] },
  { name: 'hidden alone', ids: () => hidden },
  { name: 'unknown alone', ids: () => Array.from({ length: 300 }, () => newId()) },
  { name: 'junk alone', ids: () => JUNK },
  { name: 'some, among hidden', ids: (shown, draw) => [...hidden, ...some(shown, 150, draw)] },
  { name: 'some, among junk', ids: (shown, draw) => [...JUNK, ...some(shown, 130, draw), ...JUNK] },
  {
    name: 'some twice',
    ids: (shown, draw) => [...some(shown, 120, draw), ...some(shown, 120, draw)],
  },
  { name: 'few', ids: (shown, draw) => some(shown, 40, draw) },
  {
    name: '10,000',
    ids: (shown, draw) => [
      ...some(shown, 190, draw),
      ...hidden,
      ...Array.from({ length: 10_000 }, () => newId()),
    ],
  },
  { name: 'all', ids: (shown, draw) => chance.shuffled([...shown, ...hidden], draw) },
]

const some = (ids: readonly string[], count: number, draw: string): string[] =>
  chance.shuffled(ids, draw).slice(0, count)

/** The first 200 that can be ids, as the seam takes them. */
const taken = (ids: readonly unknown[]): Set<string> =>
  new Set(
    [...new Set(ids)]
      .filter((id): id is string => typeof id === 'string' && /^[\da-f-]{36}$/.test(id))
      .filter((id) => !id.endsWith('g'))
      .slice(0, 200),
  )

/** The exact scores of every passage of the documents, each document read by itself. */
async function readScores(query: CandidateQuery): Promise<Map<string, Candidate>> {
  const found = await asReader(store, (tx) =>
    Promise.all(
      documentIds.map((documentId) =>
        findCandidates(tx, { ...query, groupIds: null, filter: null, documentId }),
      ),
    ),
  )
  return new Map(found.flat().map((candidate) => [candidate.passageId, candidate]))
}

test('whatever a source names, nothing is shown but passages that are readable, as the primary scores them', async () => {
  let passages = await readPassages()
  let decidedByGate = 0
  for (let turn = 0; turn < PROBES; turn += 1) {
    if (turn % PROBES_A_CHANGE === PROBES_A_CHANGE - 1) {
      await changeSomething(turn)
      passages = await readPassages()
    }
    const probe = inTurn(PROBES_OF_KINDS, turn)
    const scope = inTurn(allScopes(), Math.floor(turn / PROBES_OF_KINDS.length))
    const asked = `${inTurn(WORDS, turn)} ${inTurn(WORDS, turn * 3 + 1)}`
    const query = await buildQuery(store, asked, scope)
    const shown = passages.filter(isShown).map(({ id }) => id)
    const ids = probe.ids(shown, `ids ${turn}`)
    const got = await search(store, query, { metrics, source: naming(ids) })
    const what = `${turn}: ${probe.name}, ${JSON.stringify(scope)}, ${asked}`
    expect(JSON.stringify(got), what).not.toContain(SECRET)

    const named = taken(ids)
    const allowed = passages.filter(({ id }) => named.has(id)).filter((p) => isInScope(p, scope))
    const isGated = allowed.length >= 100
    decidedByGate += Number(isGated)
    const wanted = isGated
      ? await fuseExactly(toCandidateQuery(query), allowed)
      : (await search(store, query, { metrics })).candidates
    expect(got.candidates.map(toScored), what).toEqual(wanted.map(toScored))
    const relevant = wanted.filter(isRelevant).slice(0, 100)
    expect(got.passages.map(({ id }) => id)).toEqual(relevant.map(({ passageId }) => passageId))
  }
  expect(decidedByGate).toBeGreaterThan(PROBES / 5)
})

/** What a search makes of these passages, from the exact scores of each. */
async function fuseExactly(
  query: CandidateQuery,
  allowed: readonly StoredPassage[],
): Promise<FusedCandidate[]> {
  const scores = await readScores(query)
  return fuse(
    allowed.map(({ id }) => {
      const candidate = scores.get(id)
      if (!candidate) throw new Error(`${id} has no scores`)
      return candidate
    }),
  )
}

const toScored = ({ passageId, documentId, vectorScore, textScore }: Candidate) => ({
  passageId,
  documentId,
  vectorScore,
  textScore,
})

/** Restricts, shows again, moves to a group or out of it, replaces the passages. */
async function changeSomething(turn: number): Promise<void> {
  const id = inTurn(documentIds, chance.below(1_000, `document ${turn}`))
  const kind = chance.below(5, `change ${turn}`)
  if (kind === 0) await change(id, { visibility: 'restricted' })
  else if (kind < 3) await change(id, { visibility: 'public' })
  else if (kind === 3) await change(id, { group_id: turn % 40 < 20 ? groupId : null })
  else {
    const texts = Array.from({ length: PASSAGES }, (_, at) => numberedText(turn + at))
    await storePassages(store, id, texts)
    await scatterVectors(store)
  }
}
