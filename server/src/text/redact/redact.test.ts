import { expect, test } from 'vitest'
import { redactionExamples } from '../../../../test/fixtures/redaction/examples.ts'
import type { Example, Kind, Span } from '../../../../test/fixtures/redaction/examples.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'
import { findSensitive, redact } from './redact.ts'

const KINDS: readonly Kind[] = ['email', 'phone', 'card', 'key']
const MIN_PRECISION = 0.98
const MIN_RECALL = 0.98

const examples = redactionExamples()

test('the examples are many, in six languages, and most of them hold nothing to redact', () => {
  expect(examples.length).toBeGreaterThanOrEqual(1000)
  expect(new Set(examples.map(({ language }) => language)).size).toBe(6)
  const harmless = examples.filter(({ spans }) => spans.length === 0)
  expect(harmless.length).toBeGreaterThanOrEqual(examples.length / 2)
  for (const kind of KINDS) expect(getValues(kind).size, kind).toBeGreaterThanOrEqual(60)
})

test('what is found is right, and what is there is found', () => {
  const halves = { written: (example: Example) => !example.isHeldOut, 'held out': isHeldOut }
  const rows: Record<string, unknown>[] = []
  for (const [half, belongs] of Object.entries({ all: () => true, ...halves })) {
    for (const kind of ['every kind', ...KINDS] as const) {
      rows.push({ half, kind, ...computeScore(examples.filter(belongs), kind) })
    }
  }
  // oxlint-disable-next-line no-console -- whoever changes a rule wants to see the figures
  console.table(rows)
  for (const kind of ['every kind', ...KINDS] as const) {
    const { precision, recall } = computeScore(examples, kind)
    expect(precision, `precision, ${kind}`).toBeGreaterThanOrEqual(MIN_PRECISION)
    expect(recall, `recall, ${kind}`).toBeGreaterThanOrEqual(MIN_RECALL)
  }
})

test('a piece becomes its kind in brackets, and kinds that are not named stay', () => {
  const text = 'Mail ada@example.com or call +44 20 7946 0958, card 4111 1111 1111 1111.'
  expect(redact(text, KINDS)).toBe('Mail [email] or call [phone], card [card].')
  expect(redact(text, ['card'])).toBe(text.replace('4111 1111 1111 1111', '[card]'))
  expect(redact(text, [])).toBe(text)
  expect(redact('password: hunter2, and it fails', ['key'])).toBe('password: [key], and it fails')
})

test.each([
  ['tel:+14155552671', 'tel:[phone]'],
  ['Tel:030 901820', 'Tel:[phone]'],
  ['?phone=+4930901820&x=1', '?phone=[phone]&x=1'],
  // Spaces that do not break, and signs of a Japanese keyboard.
  ['Mon n° : 06\u00a012\u00a034\u00a056\u00a078', 'Mon n° : [phone]'],
  ['電話０９０－１２３４－５６７８まで', '電話[phone]まで'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ に送って', '[email] に送って'],
  ['mysql --password hunter22 -u root', 'mysql --password [key] -u root'],
  ['curl -u admin:S3cr3tPw https://example.com', 'curl -u admin:[key] https://example.com'],
  ['Mein Passwort ist Sommer2024!', 'Mein Passwort ist [key]'],
  ['ssh root@example.com and mail ada@example.com', 'ssh root@example.com and mail [email]'],
])('%j becomes %j', (text, redacted) => {
  expect(redact(text, KINDS)).toBe(redacted)
})

test.each([
  'docker run -u 1000:1000 nginx:1.25.3',
  'What does `-----BEGIN RSA PRIVATE KEY-----` mean?',
  'Passwort vergessen: was tun?',
  'my password is too short',
  'ciphers aes256-gcm@openssh.com',
  'password: config.dbPassword',
  '?id=0612345678',
  'The token expires: 3600 seconds',
])('%j stays as it is', (text) => {
  expect(redact(text, KINDS)).toBe(text)
})

test('a text that was redacted stays as it is when it is redacted again', () => {
  for (const { text } of examples) {
    const once = redact(text, KINDS)
    expect(redact(once, KINDS)).toBe(once)
  }
})

/** Beginnings of everything the rules look for, and what makes careless expressions go back. */
const BAIT = [
  'a',
  '1',
  '1 ',
  '1-',
  '0',
  '+1',
  '(1) ',
  '+1 (',
  '@',
  'a@',
  'a.',
  'a@a.',
  '@a.a',
  'ü',
  '-',
  'ssh -a ',
  'ssh -a a@a.de ',
  '://',
  '://a:',
  '4111 ',
  '4111111111111111 ',
  'sk-',
  'sk-a1-',
  'SG.a',
  'eyJ',
  'eyJa.eyJa.',
  'password',
  'password:',
  'password: a1',
  'api_key="',
  'bearer ',
  'bearer a1',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nabc',
  '-----END ',
  'phone number is ',
  'call me at ',
  'パスワードは',
  '--password ',
  '-u a:',
  '１',
  ' ',
  '\n',
  '=',
]

test.each(BAIT)('work grows with the length of hostile input: %j', (bait) => {
  const make = (size: number) => bait.repeat(Math.ceil(size / bait.length)).slice(0, size)
  expect(growth(25_000, make, findSensitive)).toBeLessThan(MAX_LINEAR_GROWTH)
})

const isHeldOut = (example: Example): boolean => example.isHeldOut

const getValues = (kind: Kind): Set<string> =>
  new Set(
    examples.flatMap(({ text, spans }) =>
      spans.filter((span) => span.kind === kind).map(({ start, end }) => text.slice(start, end)),
    ),
  )

/** A piece counts as found only if kind, start and end are right. */
function computeScore(among: readonly Example[], kind: Kind | 'every kind') {
  let right = 0
  let found = 0
  let there = 0
  for (const { text, spans } of among) {
    const ofKind = (span: Span) => kind === 'every kind' || span.kind === kind
    const expected = new Set(spans.filter(ofKind).map(getName))
    const actual = findSensitive(text).filter(ofKind).map(getName)
    there += expected.size
    found += actual.length
    right += actual.filter((name) => expected.has(name)).length
  }
  return { there, found, right, precision: right / found, recall: right / there }
}

const getName = ({ kind, start, end }: Span): string => `${kind} ${start}-${end}`
