import { expect, test } from 'vitest'
import { quoteFinder } from './quotes.ts'
import { createSupportCheck, MIN_SUPPORT } from './support.ts'
import { makePassage } from './testing/model-output.ts'

const ROTATION = 'Client keys are rotated every night; the old key stays valid for 24 hours.'
const LIMITS = 'A client key may send 600 requests a minute before it is limited.'
const citable = [ROTATION, LIMITS].map((text, position) => makePassage(text, position + 1))
const { findSupport } = createSupportCheck(citable)

test('a sentence in other forms of the same words is supported', () => {
  expect(
    findSupport(
      'The rotation of a client key happens nightly, and old ones remain valid for 24 hours.',
      0,
    ),
  ).toBeGreaterThan(MIN_SUPPORT)
})

test('words that every passage has weigh less than those that tell them apart', () => {
  const statement = 'A client key sends 600 requests each minute'
  expect(findSupport(statement, 1)).toBeGreaterThan(MIN_SUPPORT)
  expect(findSupport(statement, 0)).toBeLessThan(MIN_SUPPORT)
})

test('words that no passage has are the model’s own and do not count', () => {
  const plain = findSupport('Keys are rotated every night', 0)
  expect(findSupport('Fortunately, happily and wonderfully keys are rotated every night', 0)).toBe(
    plain,
  )
})

test('a number or an identifier that no passage has counts against the sentence', () => {
  const known = findSupport('Keys are rotated every night for 24 hours', 0) ?? 0
  expect(findSupport('Keys are rotated every night for 25 hours', 0)).toBeLessThan(known)
  expect(findSupport('Keys are rotated every night by key-rotator.service', 0)).toBeLessThan(known)
})

test('the title and the headings count as the passage’s', () => {
  const bare = makePassage('It happens every night.', 1)
  const titled = {
    ...bare,
    citation: { ...bare.citation, title: 'Client keys', heading_path: ['Rotation'] },
  }
  const other = makePassage('Rotation of client keys on demand.', 2)
  const statement = 'Client keys have a rotation every night'
  const before = createSupportCheck([bare, other]).findSupport(statement, 0) ?? 0
  expect(createSupportCheck([titled, other]).findSupport(statement, 0)).toBeGreaterThan(before)
})

test.each(['Yes.', 'See below:', 'That is right.'])(
  '%j says too little to be checked',
  (statement) => {
    expect(findSupport(statement, 0)).toBeNull()
  },
)

test.each([
  ['en', ROTATION, 'Die Schlüssel der Kunden werden in jeder Nacht von dem Dienst gewechselt.'],
  ['en', ROTATION, 'Ключи клиентов меняются каждую ночь, старый ключ действует сутки.'],
  ['en', ROTATION, '客户端密钥每天晚上轮换，旧密钥在二十四小时内仍然有效。'],
  ['de', 'Die Schlüssel werden in jeder Nacht von dem Dienst gewechselt.', ROTATION],
  ['ja', '鍵は毎晩更新されます。古い鍵は一日使えます。', ROTATION],
])(
  'a passage in %s is not judged by a sentence in another language: %#',
  (language, content, statement) => {
    const check = createSupportCheck([makePassage(content, 1, language)])
    expect(check.findSupport(statement, 0)).toBeNull()
  },
)

test.each([
  [
    'de',
    'Alte Schlüssel bleiben einen Tag gültig.',
    'Der alte Schlüssel bleibt noch einen ganzen Tag lang gültig.',
  ],
  ['zh', '旧密钥在二十四小时内仍然有效。', '旧密钥二十四小时内有效。'],
  [
    'ru',
    'Старый ключ действует ещё сутки после замены.',
    'После замены старые ключи действуют сутки.',
  ],
])(
  'in %s too a sentence is supported by its passage and not by another',
  (language, content, statement) => {
    const others: Record<string, string> = {
      de: 'Ein Knoten wird vor dem Neustart des Kerns geleert.',
      zh: '升级内核之前请先清空节点。',
      ru: 'Перед обновлением ядра узел освобождают от подов.',
    }
    const check = createSupportCheck([
      makePassage(content, 1, language),
      makePassage(others[language] ?? '', 2, language),
    ])
    expect(check.findSupport(statement, 0)).toBeGreaterThan(MIN_SUPPORT)
    expect(check.findSupport(statement, 1)).toBeLessThan(MIN_SUPPORT)
  },
)

test('what a passage says word for word is supported, whatever else the passage says', () => {
  const content =
    'No, Redis is optional. It shares limits between several processes: without it each process counts for itself.'
  const check = createSupportCheck([makePassage(content, 1)], 'Do I need Redis?')
  expect(check.findSupport(content, 0)).toBeGreaterThan(MIN_SUPPORT)
})

test('a part of a sentence is not what the passage says', () => {
  const content = 'It is wrong that Redis is needed for rate limits of one process.'
  const says = quoteFinder(content)
  expect(says(content)).toBe(true)
  expect(says('Redis is needed for rate limits of one process.')).toBe(false)
  expect(says('')).toBe(false)
})
