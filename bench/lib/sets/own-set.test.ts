import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../options.ts'
import { parseQuestions, readOwnSet } from './own-set.ts'

const DOCS = join(ROOT, 'docs')
const QUESTIONS = join(ROOT, 'bench/own/questions.jsonl')

test('every question of the repository names pages that are in docs/', async () => {
  const set = await readOwnSet(DOCS, QUESTIONS)
  expect(set.queries.length).toBeGreaterThanOrEqual(80)
  expect(set.uncovered.length).toBeGreaterThanOrEqual(20)
})

test('a question whose page does not exist stops the run and is named', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'footnote-own-')), 'questions.jsonl')
  await writeFile(file, '{"question": "where is it", "pages": {"guides/gone.md": 2}}\n')
  await expect(readOwnSet(DOCS, file)).rejects.toThrow('docs/guides/gone.md, for "where is it"')
})

test('a question is either judged or marked as not covered', () => {
  const text =
    '{"question": "a", "pages": {"x.md": 2, "y.md": 1}}\n{"question": "b", "covered": false}\n'
  expect(parseQuestions(text)).toEqual([
    { question: 'a', pages: { 'x.md': 2, 'y.md': 1 } },
    { question: 'b', covered: false },
  ])
})

test.each([
  ['neither', '{"question": "a"}'],
  ['both', '{"question": "a", "pages": {"x.md": 2}, "covered": false}'],
  ['no page', '{"question": "a", "pages": {}}'],
  ['another grade', '{"question": "a", "pages": {"x.md": 3}}'],
  ['covered without pages', '{"question": "a", "covered": true}'],
  ['a field that is not known', '{"question": "a", "covered": false, "page": "x.md"}'],
  ['a blank question', '{"question": " ", "covered": false}'],
])('refused: %s', (_name, line) => {
  expect(() => parseQuestions(line)).toThrow('Question 1 needs')
})

test('a question is asked once', () => {
  const line = '{"question": "a", "covered": false}'
  expect(() => parseQuestions(`${line}\n${line}`)).toThrow('Asked twice: a')
})
