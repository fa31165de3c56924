import { FootnoteError } from '@footnote/client'
import type { Document, DocumentInput } from '@footnote/client/admin'
import type { Candidate, Source } from './candidate.ts'

/** Enough to hide the round trip; the server's indexing is what takes the time. */
const UPLOADS_AT_ONCE = 4

export type DocumentFailure = { readonly label: string; readonly reason: string }

/** What has happened to the documents so far. */
export type Tally = {
  created: number
  changed: number
  unchanged: number
  readonly failures: DocumentFailure[]
  /** Where each accepted document came from, by its id. */
  readonly labels: Map<string, string>
}

export const newTally = (): Tally => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  failures: [],
  labels: new Map(),
})

export const uploadedCount = (tally: Tally): number =>
  tally.created + tally.changed + tally.unchanged + tally.failures.length

type Put = (document: DocumentInput) => Promise<Document>

/** Uploads every document. Refused documents are counted; a server error stops the upload. */
export async function upload(
  { candidates }: Source,
  put: Put,
  tally: Tally,
  onChange: () => void,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await candidates.next()
      if (done) return
      await uploadOne(value, put, tally)
      onChange()
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
}

/** Errors about this document, not about the key or the server. */
const ABOUT_THE_DOCUMENT = new Set<string>(['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'INTERNAL'])

async function uploadOne(candidate: Candidate, put: Put, tally: Tally): Promise<void> {
  const { label } = candidate
  if ('problem' in candidate) {
    tally.failures.push({ label, reason: candidate.problem })
    return
  }
  try {
    const document = await put(candidate.document)
    tally[outcome(document)] += 1
    tally.labels.set(document.id, label)
  } catch (error) {
    if (!(error instanceof FootnoteError) || !ABOUT_THE_DOCUMENT.has(error.code)) throw error
    const details = error.details.map(({ path, message }) => `${path} ${message}`)
    tally.failures.push({ label, reason: details.join('; ') || error.message })
  }
}

/** A put moves `updated_at` of a document that was there, and makes it pending if its content changed. */
function outcome(document: Document): 'created' | 'changed' | 'unchanged' {
  if (document.created_at === document.updated_at) return 'created'
  return document.state === 'pending' ? 'changed' : 'unchanged'
}
