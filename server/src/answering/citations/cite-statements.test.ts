import { expect, test } from 'vitest'
import { makePassage } from './testing/model-output.ts'
import { verifyCitations } from './verify-citations.ts'

const KEYS = 'Client keys are rotated every night by the scheduler.'
const PODS = 'Pods restart when the memory limit of 512 MiB is exceeded.'
const DRAIN = 'Drain a node before upgrading its kernel.\n\nkubectl drain worker --force'
const citable = [KEYS, PODS, DRAIN].map((text, position) => makePassage(text, position + 1))
const read = (text: string) => {
  const { text: shown, citations } = verifyCitations(text, citable)
  return { shown, cites: citations.map(({ chunk_id }) => chunk_id) }
}

test('a text without markers cites the passage that supports each line', () => {
  expect(read(`${PODS}\n\n- ${KEYS}\n- Nothing else is known about them.`)).toEqual({
    shown: `${PODS} [1]\n\n- ${KEYS} [2]\n- Nothing else is known about them.`,
    cites: ['passage-2', 'passage-1'],
  })
})

test('code counts for the line before it and is not changed', () => {
  const code = '```sh\nkubectl drain worker --force\n```'
  expect(read(`Before you upgrade the kernel:\n${code}`)).toEqual({
    shown: `Before you upgrade the kernel: [1]\n${code}`,
    cites: ['passage-3'],
  })
})

test('a run of backticks with words after it does not end code', () => {
  const code = `\`\`\`\n\`\`\`\`text\n${KEYS}`
  expect(read(code)).toEqual({ shown: code, cites: [] })
})

test('a row of a table is cited in its last cell', () => {
  const table = '| what | when |\n| --- | --- |\n| Client keys are rotated | every night |'
  expect(read(table).shown).toBe(table.replace('night |', 'night [1] |'))
})

test('a line with words that no passage has, another number or a denial is not cited', () => {
  for (const text of [
    'Billing happens every other Tuesday afternoon.',
    'Invoices for client keys arrive by mail and telegram on Sundays.',
    'Pods restart when the memory limit of 900 MiB is exceeded.',
    'Client keys are not rotated every night by the scheduler.',
    'Yes.',
  ]) {
    expect(read(text), text).toEqual({ shown: text, cites: [] })
  }
})

test('a text with one supported marker is left as the model cited it', () => {
  expect(read(`${KEYS} [1]\n\n${PODS}`).cites).toEqual(['passage-1'])
})

const JOBS = 'A failing Job is retried 6 times by default. The delay is capped at 300 seconds.'
const SECRETS = 'Secrets are not encrypted by default.'
const short = [JOBS, SECRETS, KEYS].map((text, position) => makePassage(text, position + 1))

test.each([
  ['How many times is a failing Job retried?', '6.', '6. [1]'],
  ['How many times is a failing Job retried?', '**6 times**', '**6 times** [1]'],
  ['How many times is a failing Job retried?', 'By default, 6.', 'By default, 6. [1]'],
  ['Are client keys rotated every night?', 'Yes.', 'Yes. [1]'],
  ['Are Secrets encrypted by default?', 'No.', 'No. [1]'],
  ['Werden die Schlüssel jede Nacht gewechselt?', 'Ja.', 'Ja. [1]'],
])('%s %s: cited', (question, answer, shown) => {
  const german = makePassage('Die Schlüssel werden jede Nacht gewechselt.', 4, 'de')
  expect(verifyCitations(answer, [...short, german], question).text).toBe(shown)
})

test.each([
  ['a number that no passage has', 'How many times is a failing Job retried?', '7.'],
  ['another number of the passage', 'How many times is a failing Job retried?', '300.'],
  ['a name that no passage has', 'Which controller retries a failing Job?', 'Volcano.'],
  ['yes to what is denied', 'Are Secrets encrypted by default?', 'Yes.'],
  ['no to what is said', 'Are client keys rotated every night?', 'No.'],
  ['yes to what is only nearly said', 'Are client keys of widgets rotated by hand?', 'Yes.'],
  ['a line that announces others', 'How many times is a failing Job retried?', 'By default:'],
  ['a number without its question', 'How many?', '6.'],
])('%s is not cited', (_what, question, answer) => {
  expect(verifyCitations(answer, short, question).citations).toEqual([])
})

test('only what an answer begins with is judged together with the question', () => {
  const text = `${KEYS}\n\nDefault`
  expect(verifyCitations(text, short, 'How many times is a failing Job retried?').text).toBe(
    `${KEYS} [1]\n\nDefault`,
  )
})
