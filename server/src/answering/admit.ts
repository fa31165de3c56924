import type { PlaygroundBody } from '@footnote/contract/admin/answers/playground'
import type { ChatBody } from '@footnote/contract/public/chat'
import { isId } from '@footnote/contract/id'
import type { LabelFilter } from '@footnote/contract/labels'
import type { Caller } from '../access/caller.ts'
import type { GroupReader } from '../access/effective-groups.ts'
import { effectiveGroups } from '../access/effective-groups.ts'
import type { MessageSource } from '../conversations/save-turn.ts'
import { threadExists } from '../conversations/threads.ts'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { traced } from '../platform/tracing/span.ts'
import { pageAddress } from '../text/page-address.ts'
import { chooseFilter } from '../retrieval/choose-filter.ts'
import type { ReaderPage } from '../retrieval/reader-page.ts'
import { findReaderPage } from '../retrieval/reader-page.ts'
import { findDefaultFilter } from '../widgets/default-filter.ts'
import { requireWidget } from '../widgets/require-widget.ts'
import type { Widget } from '../widgets/widgets.ts'
import { findWidget } from '../widgets/widgets.ts'

declare const admitted: unique symbol

export const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

/** What an answer needs to know about who asks. */
export type Asking = Tenant &
  Pick<
    Caller,
    'knowledgeBaseName' | 'languages' | 'defaultFilter' | 'rules' | 'space' | 'retention'
  > & {
    /** null: an operator in the playground who has chosen no key. */
    readonly keyId: string | null
    /** null: nobody says who is asking. */
    readonly reader: Caller['reader']
  }

export type AfterStored = (tx: TenantTransaction, messageId: string) => Promise<void>

/** A question that may be answered. Nothing but this file makes one. */
export type AdmittedQuestion = {
  readonly caller: Asking
  readonly text: string
  /** The conversation it continues; null starts a new one. */
  readonly threadId: string | null
  /** null: every group. */
  readonly groupIds: readonly string[] | null
  /** null: whatever the labels of the documents are. */
  readonly filter: LabelFilter | null
  readonly topK: number
  /** Answered as if they were deleted. None for readers. */
  readonly hiddenDocumentIds: ReadonlySet<string>
  readonly asker: string | null
  readonly widget: Readonly<Pick<Widget, 'id' | 'allowed_origins'>> | null
  /** How the answer should sound; empty: no wish. */
  readonly voice: string
  /** The page's origin, which the widget must allow. */
  readonly origin: string | undefined
  readonly source: MessageSource
  /** The page that it was asked on. */
  readonly pageUrl: string | null
  /** The same as it is indexed; null: it is not, or the reader may not see it. */
  readonly page: ReaderPage | null
  /** Text of it that is asked about; null: none. Never stored. */
  readonly selection: string | null
  readonly requestId: string
  /** Runs in the transaction that stores the answer, as the api role. */
  readonly afterStored?: AfterStored | undefined
  readonly [admitted]: true
}

export type QuestionContext = {
  requestId: string
  /** The page's origin, as sent by the browser. */
  origin: string | undefined
  /** From the path; overrides the body's. */
  threadInPath?: string
  /** Where it came from, unless through a widget. */
  source: MessageSource
  /** The page with the form it was typed into. */
  pageUrl?: string
  afterStored?: AfterStored
}

/** Checks the widget, the groups and the thread, and refuses or admits the question. */
export const admitQuestion = (
  db: Db,
  caller: Caller,
  body: ChatBody,
  context: QuestionContext,
): Promise<AdmittedQuestion> => traced('admit', () => admitChecked(db, caller, body, context))

async function admitChecked(
  db: Db,
  caller: Caller,
  body: ChatBody,
  context: QuestionContext,
): Promise<AdmittedQuestion> {
  const widget = await requireWidget(db, caller, body.widget_id, context.origin)
  const groupIds = await effectiveGroups(db, caller, body.group_ids)
  const threadId = await requireThread(db, caller, context.threadInPath, body.thread_id)
  const pageUrl = context.pageUrl ?? body.page_url
  const page = await findPage(db, caller, groupIds, body.page_url)
  return admittedQuestion({
    caller,
    text: body.query,
    threadId,
    groupIds,
    filter: await filterFor(db, caller, body, { groupIds, widget, page }),
    topK: body.top_k,
    hiddenDocumentIds: NOTHING_HIDDEN,
    asker: identifyAsker(caller, body, context),
    widget,
    voice: widget?.voice ?? '',
    origin: context.origin,
    source: widget && context.source === 'api' ? 'widget' : context.source,
    pageUrl: pageUrl === undefined ? null : pageAddress(pageUrl),
    page,
    selection: body.selection?.trim().toWellFormed() || null,
    requestId: context.requestId,
    afterStored: context.afterStored,
  })
}

/**
 * A question of the playground, asked as `caller`. The widget only lends its voice: whether it is
 * enabled and on which pages is checked for readers.
 */
export async function admitPlaygroundQuestion(
  db: Db,
  caller: Asking & GroupReader,
  body: PlaygroundBody,
  requestId: string,
  hiddenDocumentIds = NOTHING_HIDDEN,
): Promise<AdmittedQuestion> {
  const { widget_id: widgetId } = body
  const widget =
    widgetId === undefined ? null : await readAsTenant(db, caller, (tx) => findWidget(tx, widgetId))
  if (widget === undefined) throw new Refusal('NOT_FOUND')
  const groupIds = await effectiveGroups(db, caller, body.group_ids)
  const page = await findPage(db, caller, groupIds, body.page_url)
  return admittedQuestion({
    caller,
    text: body.query,
    threadId: null,
    groupIds,
    filter: await filterFor(db, caller, body, { groupIds, widget, page }),
    topK: body.top_k,
    hiddenDocumentIds,
    asker: null,
    widget: null,
    voice: body.voice ?? widget?.voice ?? '',
    origin: undefined,
    source: 'api',
    pageUrl: null,
    page,
    selection: null,
    requestId,
  })
}

/** The indexed page that the reader is on. A form is on a page that is about the form. */
const findPage = async (
  db: Db,
  tenant: Tenant,
  groupIds: readonly string[] | null,
  url: string | undefined,
): Promise<ReaderPage | null> =>
  url === undefined ? null : findReaderPage(db, tenant, groupIds, pageAddress(url))

/** The labels that an answer is limited to. */
const filterFor = (
  db: Db,
  caller: Asking,
  { query: text, filter, default_filter }: Pick<ChatBody, 'query' | 'filter' | 'default_filter'>,
  {
    groupIds,
    widget,
    page,
  }: { groupIds: readonly string[] | null; widget: Widget | null; page: ReaderPage | null },
): Promise<LabelFilter | null> =>
  chooseFilter(db, caller, {
    text,
    groupIds,
    filter,
    pageFilter: default_filter,
    pageLabels: page?.labels,
    widgetFilter: findDefaultFilter(widget),
  })

function admittedQuestion(question: Omit<AdmittedQuestion, typeof admitted>): AdmittedQuestion {
  // PostgreSQL's JSON does not accept half a surrogate pair.
  const wellFormed = { ...question, text: question.text.toWellFormed() }
  // The one place that may claim the brand: every check is before it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return wellFormed as unknown as AdmittedQuestion
}

/** A follow-up keeps its thread's asker. */
function identifyAsker(
  { reader }: Caller,
  body: ChatBody,
  context: QuestionContext,
): string | null {
  if (context.threadInPath !== undefined) return null
  // What is signed goes before what anybody can write.
  if (reader?.token) return reader.subject
  return body.user?.id ?? body.user?.email ?? null
}

async function requireThread(
  db: Db,
  caller: Caller,
  inPath: string | undefined,
  inBody: string | undefined,
): Promise<string | null> {
  // Nothing is stored, so there is nothing to continue.
  if (caller.retention === 'zero') return null
  const threadId = inPath ?? inBody
  if (threadId === undefined) return null
  const exists =
    isId(threadId) &&
    (await readAsTenant(db, caller, (tx) => threadExists(tx, threadId, caller.reader)))
  if (!exists) throw new Refusal('NOT_FOUND')
  return threadId
}
