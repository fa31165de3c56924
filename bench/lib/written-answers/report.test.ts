import { expect, test } from 'vitest'
import type { Asked } from './ask.ts'
import type { Kind } from './questions.ts'
import type { Row } from './report.ts'
import { summarise } from './report.ts'

const row = (kind: Kind, asked: Partial<Asked>, language = 'en'): Row => ({
  question: {
    corpus: 'own',
    kind,
    language,
    question: 'How?',
    facts: [],
    mustNot: [],
    pages: ['keys.md'],
  },
  asked: {
    outcome: 'answered',
    by: null,
    streamed: '',
    text: 'The key is rotated by an operator who creates another one.',
    passages: [],
    pages: [],
    dropped: 0,
    inputTokens: null,
    outputTokens: 20,
    firstWordMs: 10,
    totalMs: 30,
    ...asked,
  },
  verdict: null,
  score: {
    keptMarkers: 3,
    droppedMarkers: 1,
    statements: 4,
    cited: 2,
    marked: 1,
    unsupported: ['x'],
    foreign: [],
  },
})

test('tells right refusals from wrong ones, and who refused', () => {
  const rows = [
    row('docs', { outcome: 'refused', by: 'gate' }),
    row('docs', { outcome: 'refused', by: 'writer' }),
    row('docs', { pages: ['keys.md'] }),
    row('docs', { outcome: 'failed', by: 'timeout' }),
    row('off-topic', { outcome: 'refused', by: 'writer' }),
    row('off-topic', {}),
  ]
  expect(summarise('all', rows)).toMatchObject({
    questions: 6,
    answered: 2,
    failed: 1,
    wronglyRefused: 0.5,
    wronglyRefusedByModel: 0.25,
    rightlyRefused: 0.5,
    rightlyRefusedByModel: 0.5,
    citesRightPage: 1,
  })
})

test('adds up citations, languages and times of answered questions only', () => {
  const rows = [
    row(
      'language',
      { text: 'Der Schlüssel wird von einem Betreiber ersetzt und widerrufen.' },
      'de',
    ),
    row('language', { firstWordMs: 40 }, 'de'),
    row('language', { outcome: 'failed', firstWordMs: 9_000 }),
  ]
  expect(summarise('language', rows)).toMatchObject({
    citationPrecision: 0.75,
    citationRecall: 0.5,
    markedStatements: 0.25,
    unsupportedStatements: 0.25,
    inQuestionsLanguage: 0.5,
    firstWordP50Ms: 10,
    firstWordP95Ms: 40,
    medianInputTokens: null,
    rightlyRefused: null,
  })
})
