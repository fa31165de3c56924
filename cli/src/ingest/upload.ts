import { FootnoteError } from '@footnote/client'
import type { Document, DocumentInput, PutResult } from '@footnote/client/admin'
import type { Candidate, Source } from './candidate.ts'

/** Enough to hide the round trip; the server's indexing is what takes the time. */
const UPLOADS_AT_ONCE = 4
/** In a request, which is one transaction; far below what the server accepts. */
const DOCUMENTS_TOGETHER = 25
const CHARACTERS_TOGETHER = 1_000_000

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

type Put = (documents: readonly DocumentInput[]) => Promise<readonly PutResult[]>
type Upload = Extract<Candidate, { document: DocumentInput }>

/** Uploads every document. Refused documents are counted; a server error stops the upload. */
export async function upload(
  { candidates }: Source,
  put: Put,
  tally: Tally,
  onChange: () => void,
): Promise<void> {
  const batches = inBatches(candidates, tally)
  const lane = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await batches.next()
      if (done) return
      await uploadBatch(value, put, tally)
      onChange()
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
  onChange()
}

/** What is no document is counted on the way. */
async function* inBatches(
  candidates: AsyncIterator<Candidate>,
  tally: Tally,
): AsyncGenerator<Upload[]> {
  let batch: Upload[] = []
  let characters = 0
  for (;;) {
    const { value, done } = await candidates.next()
    if (done) break
    if ('problem' in value) {
      tally.failures.push({ label: value.label, reason: value.problem })
      continue
    }
    batch.push(value)
    characters += value.document.content.length
    if (batch.length < DOCUMENTS_TOGETHER && characters < CHARACTERS_TOGETHER) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** Errors about the documents sent, not about the key or the server. */
const ABOUT_THE_DOCUMENT = new Set<string>(['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'INTERNAL'])

/** If the server refuses them together, each is uploaded alone. */
async function uploadBatch(batch: readonly Upload[], put: Put, tally: Tally): Promise<void> {
  try {
    const results = await put(batch.map(({ document }) => document))
    for (const [index, { label }] of batch.entries()) count(tally, label, results[index])
  } catch (error) {
    if (!(error instanceof FootnoteError) || !ABOUT_THE_DOCUMENT.has(error.code)) throw error
    const [first, ...others] = batch
    if (first && others.length === 0) {
      const details = error.details.map(({ path, message }) => `${path} ${message}`)
      tally.failures.push({ label: first.label, reason: details.join('; ') || error.message })
    } else for (const one of batch) await uploadBatch([one], put, tally)
  }
}

const REFUSED = {
  CONFLICT: 'a source has a page with this URL',
  FORBIDDEN: 'only an admin may let readers see more of it',
}

function count(tally: Tally, label: string, result: PutResult | undefined): void {
  if (!result?.document || result.outcome === 'refused') {
    tally.failures.push({ label, reason: REFUSED[result?.code ?? 'CONFLICT'] })
    return
  }
  tally[outcome(result.document, result.outcome)] += 1
  tally.labels.set(result.document.id, label)
}

/** Told by what is indexed: another visibility alone is no change. */
const outcome = (
  { state }: Document,
  result: 'created' | 'changed' | 'unchanged',
): 'created' | 'changed' | 'unchanged' =>
  result === 'created' ? result : state === 'pending' ? 'changed' : 'unchanged'
