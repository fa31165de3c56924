import type { Trace } from '@footnote/contract/admin/messages'
import type { RedactKind } from '@footnote/contract/admin/workspaces'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { allTerms, analyseQuery } from '../text/analysed-query.ts'
import { redact } from '../text/redact/redact.ts'
import type { NewTurn } from './save-turn.ts'

/**
 * The turn as it may be stored: everything in it that comes from the reader, and the answer, which may
 * repeat it. The words by which messages are found are those of the redacted question.
 */
export function redactTurn(
  turn: NewTurn,
  kinds: readonly RedactKind[],
  languages: readonly string[],
): NewTurn {
  if (kinds.length === 0) return turn
  const { knowledgeBaseId, pageUrl, trace } = turn
  const question = redact(turn.question, kinds)
  return {
    ...turn,
    question,
    words: allTerms(analyseQuery({ knowledgeBaseId, languages }, question)),
    answer: redact(turn.answer, kinds),
    pageUrl: pageUrl === null ? null : redactUrl(pageUrl, kinds),
    trace: {
      ...trace,
      search: redactSearch(trace.search, kinds),
      ...redactMissing(trace.missing_words, kinds, question),
    },
  }
}

function redactSearch(search: Trace['search'], kinds: readonly RedactKind[]) {
  const { text, searches, typed } = search
  const redacted = searches && { searches: searches.map((one) => redact(one, kinds)) }
  const before = typed === undefined ? {} : { typed: redact(typed, kinds) }
  return { ...search, text: redact(text, kinds), ...redacted, ...before }
}

/** A word alone may not look like what it is a part of: what is no longer in the question goes. */
function redactMissing(
  missing: Trace['missing_words'],
  kinds: readonly RedactKind[],
  question: string,
): Pick<Trace, 'missing_words'> {
  if (!missing) return {}
  const text = question.normalize('NFKC')
  return { missing_words: missing.filter((word) => text.includes(redact(word, kinds))) }
}

/** The setting is locked until the rating is stored, so that a change of it is not missed. */
export async function redactComment(
  tx: TenantTransaction,
  comment: string | undefined,
): Promise<string | undefined> {
  if (comment === undefined) return undefined
  const { rows } = await sql<{ kinds: RedactKind[] }>`select lock_redaction() as kinds`.execute(tx)
  return redact(comment, rows[0]?.kinds ?? [])
}

/** In a query an address is written `ada%40example.com`. One that cannot be decoded is read as it is. */
function redactUrl(url: string, kinds: readonly RedactKind[]): string {
  const redacted = redact(url, kinds)
  const decoded = decode(redacted)
  const found = redact(decoded, kinds)
  return found === decoded ? redacted : found
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
