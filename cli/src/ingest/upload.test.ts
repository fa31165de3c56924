import type { Document, DocumentInput, PutResult } from '@footnote/client/admin'
import { FootnoteError } from '@footnote/client'
import { expect, test } from 'vitest'
import type { Candidate, Source } from './candidate.ts'
import { newTally, upload, uploadedCount } from './upload.ts'

const THEN = '2025-01-01T00:00:00.000Z'

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
  labels: {},
  labels_from: {},
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

const stored = (
  input: DocumentInput,
  outcome: PutResult['outcome'] = 'created',
  fields: Partial<Document> = {},
): PutResult => ({ url: input.url, outcome, code: null, document: toDocument(input, fields) })

async function* yieldAll(candidates: readonly Candidate[]) {
  yield* candidates
}

const makeSource = (names: readonly string[]): Source => ({
  total: names.length,
  candidates: yieldAll(names.map((label) => ({ label, document: toInput(label) }))),
})

const refusal = (code: string, status: number) =>
  new FootnoteError('Refused.', { status, code, requestId: null, retryable: false })

test('uploads every document, 25 in a request, at most four requests at a time', async () => {
  let running = 0
  let most = 0
  const sizes: number[] = []
  const names = Array.from({ length: 130 }, (_, index) => `page-${index}`)
  const tally = newTally()
  const put = async (documents: readonly DocumentInput[]) => {
    running += 1
    most = Math.max(most, running)
    sizes.push(documents.length)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running -= 1
    return documents.map((document) => stored(document))
  }
  await upload(makeSource(names), put, tally, () => undefined)
  expect(most).toBe(4)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 25, 25, 25, 25, 25])
  expect([...tally.labels.values()].sort()).toEqual(names.sort())
})

test('large documents are not sent together', async () => {
  const sizes: number[] = []
  const large = (label: string) => ({
    label,
    document: { ...toInput(label), content: 'a'.repeat(600_000) },
  })
  const source = { total: 3, candidates: yieldAll(['a', 'b', 'c'].map(large)) }
  const put = async (documents: readonly DocumentInput[]) => {
    sizes.push(documents.length)
    return documents.map((document) => stored(document))
  }
  await upload(source, put, newTally(), () => undefined)
  expect(sizes).toEqual([2, 1])
})

test('counts new, changed and unchanged documents by their results', async () => {
  const results: Record<string, (input: DocumentInput) => PutResult> = {
    new: (input) => stored(input),
    changed: (input) => stored(input, 'changed'),
    hidden: (input) => stored(input, 'changed', { state: 'indexed' }),
    unchanged: (input) => stored(input, 'unchanged', { state: 'indexed' }),
  }
  const tally = newTally()
  const put = async (documents: readonly DocumentInput[]) =>
    documents.flatMap((document) => results[document.content]?.(document) ?? [])
  await upload(makeSource(Object.keys(results)), put, tally, () => undefined)
  expect(tally).toMatchObject({ created: 1, changed: 1, unchanged: 2, failures: [] })
})

test('counts a document that is refused among others', async () => {
  const tally = newTally()
  const put = async (documents: readonly DocumentInput[]): Promise<PutResult[]> =>
    documents.map((document) =>
      document.content === 'synced'
        ? { url: document.url, outcome: 'refused', code: 'CONFLICT', document: null }
        : stored(document),
    )
  await upload(makeSource(['a', 'synced', 'b']), put, tally, () => undefined)
  expect(tally.failures).toEqual([{ label: 'synced', reason: 'a source has a page with this URL' }])
  expect(tally.created).toBe(2)
})

test('where the server refuses a request for one document, the others are uploaded alone', async () => {
  const tally = newTally()
  const put = async (documents: readonly DocumentInput[]) => {
    const isHuge = documents.some(({ content }) => content === 'huge')
    if (isHuge) throw refusal('PAYLOAD_TOO_LARGE', 413)
    return documents.map((document) => stored(document))
  }
  await upload(makeSource(['a', 'huge', 'b']), put, tally, () => undefined)
  expect(tally.failures).toEqual([{ label: 'huge', reason: 'Refused.' }])
  expect(uploadedCount(tally)).toBe(3)
})

test('an error that any document would get stops the upload', async () => {
  const put = () => Promise.reject(refusal('UNAUTHORIZED', 401))
  const uploading = upload(makeSource(['a', 'b']), put, newTally(), () => undefined)
  await expect(uploading).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
