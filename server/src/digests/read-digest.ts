import type {
  AnalyticsFigures,
  AskedPages,
  CitedDocuments,
  TopQuestions,
} from '@footnote/contract/admin/answers/analytics'
import type { Gap } from '@footnote/contract/admin/answers/gaps'
import { listAskedPages } from '../analytics/asked-pages.ts'
import type { Period } from '../analytics/period.ts'
import { periodBefore } from '../analytics/period.ts'
import { readCounts } from '../analytics/read-counts.ts'
import { listCitedDocuments, listTopQuestions } from '../analytics/top.ts'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { listGaps } from '../questions/gaps/gaps.ts'
import { findCurrency } from '../workspaces/prices.ts'
import { findWorkspace } from '../workspaces/workspaces.ts'
import { lastWeek } from './week.ts'

/** More would make a mail that nobody reads. */
const MAX_KNOWLEDGE_BASES = 10
const MAX_ENTRIES = 3
/** Each is counted; only the busiest are in the mail. */
const MAX_COUNTED = 200

export type DigestSection = {
  knowledgeBaseId: string
  name: string
  week: AnalyticsFigures
  before: AnalyticsFigures
  gaps: Pick<Gap, 'id' | 'title' | 'questions'>[]
  questions: Pick<TopQuestions['questions'][number], 'question' | 'message_id' | 'asked'>[]
  documents: CitedDocuments['documents']
  pages: AskedPages['pages']
}

/** What a digest says, before it is written as a mail. */
export type DigestContent = {
  workspaceId: string
  workspaceName: string
  period: Period
  currency: string | null
  /** Under Zero data retention: counts, and no words of readers. */
  hasNoTexts: boolean
  /** Those with most questions first. */
  sections: DigestSection[]
  /** Further ones that were asked something. */
  leftOut: number
}

/**
 * Everybody with a role in the workspace may read all of it in the console: viewers read questions, gaps
 * and pages of every visibility. Who asked is not in it.
 */
export async function readDigest(
  db: Db,
  workspaceId: string,
  period = lastWeek(),
): Promise<DigestContent> {
  const { name, retention } = await findWorkspace(db, workspaceId)
  const counted = []
  for (const base of await listActive(db, workspaceId)) {
    counted.push(await readAsTenant(db, base, (tx) => countWeeks(tx, period, base)))
  }
  const asked = counted
    .filter(({ week, before }) => [week, before].some((of) => of.questions + of.failed > 0))
    .toSorted((a, b) => b.week.questions - a.week.questions)
  const sections = []
  for (const section of asked.slice(0, MAX_KNOWLEDGE_BASES)) {
    const { knowledgeBaseId } = section
    const lists = await readAsTenant(db, { workspaceId, knowledgeBaseId }, (tx) =>
      readLists(tx, period),
    )
    sections.push({ ...section, ...lists })
  }
  return {
    workspaceId,
    workspaceName: name,
    period,
    currency: await readAsTenant(db, { workspaceId, knowledgeBaseId: '' }, findCurrency),
    hasNoTexts: retention === 'zero',
    sections,
    leftOut: asked.length - sections.length,
  }
}

type Base = { workspaceId: string; knowledgeBaseId: string; name: string }

async function listActive(db: Db, workspaceId: string): Promise<Base[]> {
  const rows = await db
    .selectFrom('knowledge_bases')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('deleting_at', 'is', null)
    .orderBy('id')
    .limit(MAX_COUNTED)
    .execute()
  return rows.map(({ id, name }) => ({ workspaceId, knowledgeBaseId: id, name }))
}

async function countWeeks(
  tx: TenantTransaction,
  period: Period,
  { knowledgeBaseId, name }: Base,
): Promise<Pick<DigestSection, 'knowledgeBaseId' | 'name' | 'week' | 'before'>> {
  const { totals: week } = await readCounts(tx, period, 'week', {})
  const { totals: before } = await readCounts(tx, periodBefore(period), 'week', {})
  return { knowledgeBaseId, name, week, before }
}

async function readLists(
  tx: TenantTransaction,
  period: Period,
): Promise<Pick<DigestSection, 'gaps' | 'questions' | 'documents' | 'pages'>> {
  return {
    gaps: await listGaps(tx, { state: 'open', min_questions: 2, limit: MAX_ENTRIES }),
    questions: (await listTopQuestions(tx, period, MAX_ENTRIES)).questions,
    documents: await listCitedDocuments(tx, period, MAX_ENTRIES),
    pages: (await listAskedPages(tx, period, MAX_ENTRIES)).pages,
  }
}
