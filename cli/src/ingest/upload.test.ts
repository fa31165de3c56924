import type { Document, DocumentInput } from '@footnote/client/admin'
import { FootnoteError } from '@footnote/client'
import { expect, test } from 'vitest'
import type { Candidate, Source } from './candidate.ts'
import { newTally, upload, uploadedCount } from './upload.ts'

const THEN = '2025-01-01T00:00:00.000Z'
const NOW = '2025-01-02T00:00:00.000Z'

const toInput = (name: string): DocumentInput => ({
  url: `https://docs.example.com/${name}`,
  content: name,
  content_type: 'text/plain',
})

const toDocument = (input: DocumentInput, fields: Partial<Document> = {}): Document => ({
  id: input.url,
  url: input.url,
  title: input.url,
  content_type: input.content_type,
  visibility: 'public',
  group_id: null,
  source_id: 'pushed',
  state: 'pending',
  state_reason: null,
  passages: 0,
  created_at: THEN,
  updated_at: THEN,
  indexed_at: null,
  published_at: null,
  ...fields,
})

async function* yieldAll(candidates: readonly Candidate[]) {
  yield* candidates
}

const sourceOf = (names: readonly string[]): Source => ({
  total: names.length,
  candidates: yieldAll(names.map((label) => ({ label, document: toInput(label) }))),
})

const refusal = (code: string, status: number) =>
  new FootnoteError('Refused.', { status, code, requestId: null, retryable: false })

test('uploads every document, at most four at a time', async () => {
  let running = 0
  let most = 0
  const names = Array.from({ length: 20 }, (_, index) => `page-${index}`)
  const tally = newTally()
  await upload(
    sourceOf(names),
    async (document) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running -= 1
      return toDocument(document)
    },
    tally,
    () => undefined,
  )
  expect(most).toBe(4)
  expect([...tally.labels.values()].sort()).toEqual(names.sort())
})

test('tells new, changed and unchanged documents apart by the response', async () => {
  const answers: Record<string, Partial<Document>> = {
    new: {},
    changed: { updated_at: NOW },
    unchanged: { updated_at: NOW, state: 'indexed' },
  }
  const tally = newTally()
  const put = async (document: DocumentInput) => toDocument(document, answers[document.content])
  await upload(sourceOf(Object.keys(answers)), put, tally, () => undefined)
  expect(tally).toMatchObject({ created: 1, changed: 1, unchanged: 1, failures: [] })
})

test('counts a document that the server refuses, and continues', async () => {
  const tally = newTally()
  const put = async (document: DocumentInput) => {
    if (document.content === 'huge') throw refusal('PAYLOAD_TOO_LARGE', 413)
    return toDocument(document)
  }
  await upload(sourceOf(['huge', 'a', 'b']), put, tally, () => undefined)
  expect(tally.failures).toEqual([{ label: 'huge', reason: 'Refused.' }])
  expect(uploadedCount(tally)).toBe(3)
})

test('an error that any document would get stops the upload', async () => {
  const put = () => Promise.reject(refusal('UNAUTHORIZED', 401))
  const uploading = upload(sourceOf(['a', 'b']), put, newTally(), () => undefined)
  await expect(uploading).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
