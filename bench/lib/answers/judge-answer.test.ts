import { expect, test } from 'vitest'
import { hasTemplateTags, judge } from './judge-answer.ts'
import { JUDGED_SETS } from './judged-corpora.ts'
import type { JudgedQuestion } from './judged-questions.ts'
import { readJudgedQuestions, requireFacts } from './judged-questions.ts'
import { plainText } from '../../../server/src/evaluations/metrics/plain-text.ts'

const QUESTION: JudgedQuestion = {
  corpus: 'own',
  kind: 'how-to',
  question: 'How do I go back?',
  facts: ['kubectl rollout undo', 'previous revision'],
  mustNot: ['kubectl delete'],
  pages: ['deployment'],
}

test('150 questions, and 100 about other pages', async () => {
  const first = await readJudgedQuestions(JUDGED_SETS.first)
  const unseen = await readJudgedQuestions(JUDGED_SETS.unseen)
  expect([first.length, unseen.length]).toEqual([150, 100])
  const getPages = (questions: readonly JudgedQuestion[]) =>
    questions.flatMap(({ corpus, pages }) => pages.map((page) => `${corpus} ${page}`))
  const asked = new Set(getPages(first))
  expect(getPages(unseen).filter((page) => asked.has(page))).toEqual([])
})

test.each([
  ['A {{< glossary_tooltip text="Pod" >}}.', true],
  ['Write `${{ secrets.TOKEN }}` there.', false],
  ['```yaml\nname: {{ .Values.name }}\n```\nDone.', false],
  ['```\nx\n```\n{% endif %}', true],
])('%s has a tag of a site generator: %s', (text, expected) => {
  expect(hasTemplateTags(text)).toBe(expected)
})

test('markdown, template tags, markers and line breaks do not hide a fact', () => {
  const text =
    'Run **`kubectl\nrollout undo`** [1] on the _previous_ [revision](https://x.example/) [2].'
  expect(plainText(text)).toBe('Run kubectl rollout undo on the previous revision.')
  expect(plainText('A {{< glossary_tooltip text="Pod" term_id="pod" >}} runs.')).toBe('A Pod runs.')
  expect(plainText('set `GITHUB_TOKEN` to “x”')).toBe('set GITHUB_TOKEN to "x"')
})

test.each([
  ['Run kubectl rollout undo for the previous revision [1].', ['other'], 'contains'],
  ['Run kubectl rollout undo [1].', ['deployment'], 'incomplete'],
  ['Run kubectl rollout undo [1].', ['other'], 'misleads'],
  ['Run kubectl delete [1].', ['deployment'], 'misleads'],
])('%s (%s): %s', (text, pages, verdict) => {
  expect(judge(QUESTION, { text, refused: false, pages })).toBe(verdict)
})

test('a refusal neither contains nor misleads', () => {
  expect(judge(QUESTION, { text: 'Not covered.', refused: true, pages: [] })).toBe('refused')
})

test('a label whose fact is not in its page stops the run and is named', () => {
  const contents = new Map([['deployment', 'Run `kubectl rollout undo`.']])
  expect(() => requireFacts([QUESTION], contents)).toThrow(
    '"How do I go back?": deployment does not have /previous revision/',
  )
  expect(() => requireFacts([QUESTION], new Map())).toThrow('there is no page deployment')
})
