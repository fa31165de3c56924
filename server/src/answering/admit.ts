import type { ChatBody } from '@footnote/contract/chat'
import { isId } from '@footnote/contract/id'
import type { Caller } from '../access/caller.ts'
import { effectiveGroups } from '../access/effective-groups.ts'
import type { MessageSource } from '../conversations/save-turn.ts'
import { threadExists } from '../conversations/threads.ts'
import type { Db } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/tenant.ts'
import { requireWidget } from '../widgets/require-widget.ts'

declare const admitted: unique symbol

/** A question that may be answered. Nothing but `admitQuestion` makes one. */
export type AdmittedQuestion = {
  readonly caller: Caller
  readonly text: string
  /** The conversation it continues; null starts a new one. */
  readonly threadId: string | null
  /** null: every group. */
  readonly groupIds: readonly string[] | null
  readonly topK: number
  readonly asker: string | null
  readonly widget: { readonly id: string; readonly voice: string } | null
  readonly source: MessageSource
  /** Of the form it was written in. */
  readonly pageUrl: string | null
  readonly requestId: string
  readonly [admitted]: true
}

export type QuestionContext = {
  requestId: string
  /** The page's, as the browser names it. */
  origin: string | undefined
  /** From the path. It wins over the body's. */
  threadInPath?: string
  /** How it came, when not through a widget. */
  source: MessageSource
  /** Of the form it was written in. */
  pageUrl?: string
}

/** Checks the widget, the groups and the thread. Refuses, or lets the question through. */
export async function admitQuestion(
  db: Db,
  caller: Caller,
  body: ChatBody,
  context: QuestionContext,
): Promise<AdmittedQuestion> {
  const widget = await requireWidget(db, caller, body.widget_id, context.origin)
  const groupIds = await effectiveGroups(db, caller, body.group_ids)
  const threadId = await requireThread(db, caller, context.threadInPath, body.thread_id)
  const question = {
    caller,
    // Half a surrogate pair is no character, and PostgreSQL's JSON takes none.
    text: body.query.toWellFormed(),
    threadId,
    groupIds,
    topK: body.top_k,
    asker: askerOf(body, context),
    widget,
    source: widget && context.source === 'api' ? 'widget' : context.source,
    pageUrl: context.pageUrl ?? null,
    requestId: context.requestId,
  } as const
  // The one place that may claim the brand: every check is behind it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return question as unknown as AdmittedQuestion
}

/** A follow-up keeps the asker of its thread. */
function askerOf(body: ChatBody, context: QuestionContext): string | null {
  if (context.threadInPath !== undefined) return null
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
    isId(threadId) && (await withTenant(db, caller, (tx) => threadExists(tx, threadId)))
  if (!exists) throw new Refusal('NOT_FOUND')
  return threadId
}
