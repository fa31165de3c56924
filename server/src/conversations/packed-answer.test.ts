import type { TraceCandidate } from '@footnote/contract/admin/messages'
import { expect, test } from 'vitest'
import { TRACE } from '../../../test/support/store/stored-messages.ts'
import type { AnswerContent } from './packed-answer.ts'
import { packAnswer, unpackAnswer } from './packed-answer.ts'

const DOCUMENT = '01a1f5b0-df92-7427-a419-c86651602ca4'

const candidate = (place: number, change: Partial<TraceCandidate> = {}): TraceCandidate => ({
  chunk_id: `01a1f5b1-2294-7754-b16f-${String(place).padStart(12, '0')}`,
  document_id: DOCUMENT,
  relevance: 0.3357,
  vector_score: -0.0742,
  text_score: 1,
  rrf_score: 0.0164,
  rerank_score: -11.2345,
  outcome: 'used',
  ...change,
})

/** Every optional field of a trace, and a text of several scripts. */
const FULL: AnswerContent = {
  answer: '### Keys › Rotation\n\nRotate it with `footnote "keys"`. 鍵を回転 🔑 [1]',
  citations: [
    {
      index: 1,
      title: 'Keys',
      url: 'https://docs.example.com/keys#rotation',
      document_id: DOCUMENT,
      chunk_id: candidate(1).chunk_id,
      heading_path: ['Rotation', 'By hand'],
      excerpt: 'Rotate it.…',
      labels: { version: ['2', '3'] },
    },
  ],
  trace: {
    ...TRACE,
    request_id: '01a1f5b1-a3fc-7245-ac65-376deb78ed9f',
    search: {
      text: 'rotate keys; revoke keys',
      typed: 'rotaet keys',
      searches: ['rotate keys', 'revoke keys'],
      rewritten_by: 'model',
      top_k: 10,
      group_ids: [DOCUMENT],
      filter: { version: ['2'] },
    },
    candidates: [
      candidate(1),
      candidate(2, { document_id: candidate(9).chunk_id, outcome: 'not_relevant' }),
      candidate(3, { outcome: 'beyond_prompt', rerank_score: 0 }),
    ],
    answerability: { probability: 0.9123, threshold: 0.4, setting: 'balanced' },
    missing_words: ['Frobnicator'],
    cost_capped: true,
    fallback: 'model_failed',
    model_error: 'unavailable',
    dropped_citations: [{ index: 4, reason: 'unsupported' }],
    timings_ms: { rewritten: 0.2, settled: 812.4567 },
  },
}

test('an answer is unpacked as it was packed', () => {
  const nothing: AnswerContent = { answer: '', citations: [], trace: TRACE }
  for (const content of [FULL, nothing]) expect(unpackAnswer(packAnswer(content))).toEqual(content)
})

test('every score of four digits comes back exactly', () => {
  const candidates = Array.from({ length: 30_000 }, (_, at) =>
    candidate(at, { relevance: (at - 10_000) / 10_000 }),
  )
  const trace = { ...TRACE, candidates }
  expect(unpackAnswer(packAnswer({ ...FULL, trace })).trace.candidates).toEqual(candidates)
})

/** As `packAnswer` made it of `FULL`. It fails when an answer that is stored can no longer be read. */
const STORED =
  'AcWWz06DMBjAX6Wp126hH6Ud8ebBi7ddHckKlIxsgYThzA67ePeg8Waiie/gyccxJnrzEUxhGwzYup0koVDS8jX98/' +
  't9jeqVWs4LHAzTcg9pZBTvCsU5uo3zCRpHaZonaa7QCE/Vcj7C4z76uX//vHv8en75/nhDv69PDxpRmOB93NvgRQc0' +
  'I0aHOcvWQ+qAjaSR41th5IJgICSjbjDg3KHcgkCyBoqKxhTAZUI4zKc8sqqrA1TDKu7FEk1kEmKvzq7t9BQQI7jThI' +
  'AJtvX8H2BcOTBpR4EA5siAO7bgofLFQIVu1EHArIysZ+ccZWqRTsuKZuBairqJyjdfdxRZdS5IWvX2SLc/95H12rgC' +
  'nsbGTOuxOSve6nSU/gdHt3uX7XP2QdL2oQbHAYU+c7g4xkYU7GOF1EqMLrPUT+JA5mmm1/SkZGw357pJ5ELGM+nPFD' +
  'aA3XC6TC3A2MJuq8Nw/E1/dNvqsRrq6VEQQGpl2zk9wYBsi6aBqA5EamVDSZQzsr7bdupRCjZzyObZ7ZzdFLGRQXqr' +
  '1R8='

test('what was stored in the first format can still be read', () => {
  expect(unpackAnswer(Buffer.from(STORED, 'base64'))).toEqual(FULL)
})

test('a format that is not known is refused', () => {
  expect(() => unpackAnswer(Buffer.from([9, 1, 2]))).toThrow('format 9')
})

test('what a page gained for where the reader was is kept, beside pages that gained nothing', () => {
  const candidates = [candidate(1, { page_prior: 0.3 }), candidate(2)]
  const content = { ...FULL, trace: { ...FULL.trace, candidates } }
  expect(unpackAnswer(packAnswer(content))).toEqual(content)
})
