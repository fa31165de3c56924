import { sql } from 'kysely'
import { quoteSections } from '../server/src/answering/extract/quote-sections.ts'
import { mean, percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { buildCopy } from '../server/src/knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../server/src/knowledge/spaces/embedding-space-index.ts'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import { chooseFilter } from '../server/src/retrieval/choose-filter.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { toHalfvec } from '../server/src/text/vector-text.ts'
import { JUDGED_SETS, readCorpus, withOthers } from './lib/answers/judged-corpora.ts'
import type { JudgedQuestion } from './lib/answers/judged-questions.ts'
import { readJudgedQuestions } from './lib/answers/judged-questions.ts'
import type { Question, SizeData } from './lib/data/size-data.ts'
import { DIMENSIONS, loadSizeData } from './lib/data/size-data.ts'
import { ask, computeRecall } from './lib/data/size-search.ts'
import type { Roles } from './lib/database.ts'
import { runSql, superuserUrl, withDatabase, withRoles } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import type { SetDocument } from './lib/sets/sets.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'

const CORPUS = 'k8s_docs'
const VERSIONS = ['1.28', '1.30'] as const
const QUESTIONS = 60
const SHORT_QUESTIONS = 12
/** Beside the pages that answer. */
const OTHER_PAGES = 60
/** What a chat retrieves by default. */
const PASSAGES = 10
const SIZES = { large: 50_000, tenants: 20, each: 1_000, questions: 100 }
const SHORT_SIZES = { large: 25_000, tenants: 5, each: 1_000, questions: 20 }
const ANALYSE = 'vacuum analyze documents, document_labels'
/** Percent of the documents. */
const SHARES = [null, 50, 10, 1] as const

/** Two versions of the same pages, asked with a filter, by name and without either; and what filters cost. */
export async function run(options: BenchOptions): Promise<Figures> {
  const versions = await measureVersions(options)
  const costs = await measureCosts(options)
  return { ...versions, costs }
}

async function measureVersions({ dataDir, modelDir, short }: BenchOptions): Promise<Figures> {
  const corpus = await readCorpus(dataDir, CORPUS)
  if (!corpus) return { skipped: `no ${CORPUS} in ${dataDir}` }
  const judged = [
    ...(await readJudgedQuestions(JUDGED_SETS.first)),
    ...(await readJudgedQuestions(JUDGED_SETS.unseen)),
  ].filter((question) => question.corpus === CORPUS)
  const questions = everyNth(judged.slice(0, QUESTIONS), short ? SHORT_QUESTIONS : QUESTIONS)
  const pages = withOthers(corpus.documents, questions, OTHER_PAGES)
  const documents = VERSIONS.flatMap((version) => pages.map((page) => inVersion(page, version)))
  const ways = await withIndexes([{ name: CORPUS, documents }], modelDir, async (indexes) => {
    const index = indexes.get(CORPUS)
    if (!index) throw new Error('The pages were not indexed')
    await labelByUrl(index.roles)
    return await Promise.all(WAYS.map((way) => measureWay(index, questions, way)))
  })
  printTable(
    `${questions.length} questions over two versions of ${pages.length} pages: the version of what is cited`,
    ['asked', 'first citation right', 'all right', 'an answering page of it'],
    ways.map(({ way, first, all, answering }) => [way, first, all, answering]),
  )
  return { questions: questions.length, pages: pages.length, ways }
}

/** Every number of the later version is one more: the pages differ in their facts alone. */
const inVersion = ({ id, url, title, content }: SetDocument, version: string): SetDocument => ({
  id: `${version}/${id}`,
  url: url.replace('/docs/', `/docs/${version}/`),
  title,
  content:
    version === VERSIONS[0] ? content : content.replaceAll(/\d+/g, (one) => `${BigInt(one) + 1n}`),
})

async function labelByUrl({ ownerUrl }: Roles): Promise<void> {
  await runSql(
    superuserUrl(ownerUrl),
    `update documents set given_labels = jsonb_build_object('version',
       jsonb_build_array((regexp_match(url, '/docs/([0-9.]+)/'))[1]))
     where url ~ '/docs/[0-9.]+/'`,
  )
  await runSql(superuserUrl(ownerUrl), ANALYSE)
}

type Way = {
  way: string
  text: (question: string, version: string, at: number) => string
  isFiltered: boolean
}

/** As people name a version. */
const NAMED = [
  (question: string, version: string) => `In ${version}, ${question}`,
  (question: string, version: string) => `${question} I use version ${version}.`,
  (question: string, version: string) => `Kubernetes v${version}: ${question}`,
  (question: string, version: string) => `${question} (${version})`,
]

const WAYS: Way[] = [
  { way: 'with a filter', text: (question) => question, isFiltered: true },
  {
    way: 'the version in the question',
    text: (question, version, at) => NAMED[at % NAMED.length]?.(question, version) ?? question,
    isFiltered: false,
  },
  { way: 'without', text: (question) => question, isFiltered: false },
]

async function measureWay(
  { roles, embedders, metrics, caller, documentIds }: SetIndex,
  questions: readonly JudgedQuestion[],
  { way, text: write, isFiltered }: Way,
) {
  const rows: { first: number; all: number; answering: number }[] = []
  for (const [at, { question, pages }] of questions.entries()) {
    const version = VERSIONS[at % 2 === 0 ? 0 : 1]
    const text = write(question, version, Math.floor(at / 2))
    const filter = await chooseFilter(roles.api.db, caller, {
      text,
      groupIds: null,
      filter: isFiltered ? { version: [version] } : undefined,
    })
    const query = { caller, text, groupIds: null, filter, limit: PASSAGES }
    const deps = { db: roles.api.db, embedders, metrics }
    const { passages } = await retrieve(deps, query, new AbortController().signal)
    const ids = passages.map(({ id }) => id)
    const sections = ids.length > 0 ? await quoteSections(roles.api.db, caller, ids) : null
    const cited = (sections?.citable ?? []).map(
      ({ citation }) => documentIds.get(citation.document_id) ?? '',
    )
    const right = cited.filter((id) => id.startsWith(`${version}/`))
    rows.push({
      first: cited[0]?.startsWith(`${version}/`) ? 1 : 0,
      all: right.length > 0 && right.length === cited.length ? 1 : 0,
      answering: pages.some((page) => right.includes(`${version}/${page}`)) ? 1 : 0,
    })
  }
  const share = (name: 'first' | 'all' | 'answering') => rounded(mean(rows.map((row) => row[name])))
  return { way, first: share('first'), all: share('all'), answering: share('answering') }
}

/** The candidates of a large knowledge base, indexed, under filters of several widths. */
const measureCosts = (options: BenchOptions) =>
  withDatabase((database) =>
    withRoles(database, async (roles) => {
      const sizes = options.short ? SHORT_SIZES : SIZES
      const data = await loadSizeData(roles, options, sizes)
      await labelByShare(roles, data)
      const { tenant, spaceId } = data.large
      const copying = { db: roles.worker.db, indexes: createSpaceIndexes(roles.ownerUrl) }
      const space = { id: spaceId, dimensions: DIMENSIONS }
      await buildCopy(copying, tenant, space, new AbortController().signal)
      const rows = []
      for (const share of SHARES) rows.push(await measureShare(roles, data, share))
      printTable(
        `${sizes.large} passages with an index: candidates under a filter, recall against comparing all`,
        ['% of documents', 'median ms', 'p99 ms', 'recall@10', 'recall@100'],
        rows.map((row) => [row.share, row.medianMs, row.p99Ms, row.recall10, row.recall100]),
      )
      return { passages: sizes.large, rows }
    }),
  )

async function labelByShare({ ownerUrl }: Roles, { large }: SizeData): Promise<void> {
  await runSql(
    superuserUrl(ownerUrl),
    `with placed as (
       select id, row_number() over (order by hashtext(id::text), id) * 100.0 / count(*) over () as place
       from documents where knowledge_base_id = '${large.tenant.knowledgeBaseId}')
     update documents d
     set given_labels = jsonb_build_object('share',
       (select coalesce(jsonb_agg(s::text), '["none"]') from unnest(array[1, 10, 50]) s where place <= s))
     from placed where d.id = placed.id`,
  )
  await runSql(superuserUrl(ownerUrl), ANALYSE)
}

async function measureShare(roles: Roles, { large, questions }: SizeData, share: number | null) {
  const filter = share === null ? null : { share: [`${share}`] }
  const wanted: string[][] = []
  for (const question of questions) wanted.push(await compareAll(roles, large, question, share))
  const answers = []
  // The first round loads what the second reads.
  for (const question of [...questions, ...questions]) {
    answers.push(await ask(roles, large, question, filter))
  }
  const measured = answers.slice(questions.length)
  const times = measured.map(({ milliseconds }) => milliseconds)
  const found = measured.map(({ nearest }) => nearest)
  return {
    share: share ?? 'no filter',
    medianMs: rounded(percentile(times, 0.5)),
    p99Ms: rounded(percentile(times, 0.99)),
    recall10: computeRecall(wanted, found, 10),
    recall100: computeRecall(wanted, found, 100),
  }
}

const compareAll = (
  { api }: Roles,
  { tenant, spaceId }: SizeData['large'],
  { vector }: Question,
  share: number | null,
): Promise<string[]> =>
  withTenant(api.db, tenant, async (tx) => {
    const labelled =
      share === null
        ? sql``
        : sql`and document_id in (
            select document_id from readable_labels where name = 'share' and value = ${`${share}`})`
    const { rows } = await sql<{ id: string }>`
      select passage_id as id from readable_vectors where space_id = ${spaceId} ${labelled}
      order by embedding <=> ${toHalfvec(vector)}::halfvec limit 100`.execute(tx)
    return rows.map(({ id }) => id)
  })
