import { expect, test } from 'vitest'
import { createSupportCheck, MIN_SUPPORT } from './support.ts'
import { makePassage } from './testing/model-output.ts'

const KEYS =
  'Client keys are rotated every night; the old key stays valid for 24 hours. A revoked key is refused within 5 seconds. Keys do not expire by themselves. An upload may have 100 MB.'
const GERMAN = 'Ein Schlüssel gilt 24 Stunden und läuft nicht von selbst ab.'

const isKept = (statement: string, content = KEYS, language = 'en', question = ''): boolean => {
  const other = makePassage('Widgets of Acme show answers on a page.', 2, language)
  const check = createSupportCheck([makePassage(content, 1, language), other], question)
  return (check.findSupport(statement, 0) ?? 1) >= MIN_SUPPORT
}

test.each([
  ['as it stands', 'The old client key stays valid for 24 hours.'],
  ['in another unit', 'The old client key stays valid for 1 day.'],
  ['attached', 'An upload of 100MB is possible.'],
  ['without its unit', 'A revoked key is refused after 5 or so.'],
  ['numbering a list', '1) Client keys are rotated every night, 2) the old key stays valid.'],
])('a number %s agrees', (_, statement) => {
  expect(isKept(statement)).toBe(true)
})

test.each([
  ['that is made up', 'The old client key stays valid for 36 hours.'],
  ['with another unit', 'The old client key stays valid for 24 minutes.'],
  ['with another size', 'An upload may have 100 GB.'],
])('a number %s does not', (_, statement) => {
  expect(isKept(statement)).toBe(false)
})

test.each([
  ['Client keys do not expire by themselves.', true],
  ['Client keys never expire by themselves.', true],
  ['Client keys expire by themselves.', false],
  ['A revoked client key is refused within 5 seconds.', true],
  ['A revoked client key is not refused within 5 seconds.', false],
  ['No, client keys do not expire by themselves.', true],
])('%s: %s', (statement, kept) => {
  expect(isKept(statement)).toBe(kept)
})

test('a number that the passage gives for another thing does not', () => {
  const content =
    'The old client key stays valid for 24 hours after its rotation. Deleted documents leave every back-up within 72 hours.'
  expect(isKept('The old client key stays valid for 24 hours after its rotation.', content)).toBe(
    true,
  )
  expect(isKept('The old client key stays valid for 72 hours after its rotation.', content)).toBe(
    false,
  )
})

test('a number is read with its table row, its column and its list item', () => {
  const table = [
    '| model  | brightness | weight |',
    '| ------ | ---------- | ------ |',
    '| Lumo S | 250 lumens | 310 g  |',
    '| Lumo M | 450 lumens | 420 g  |',
    '| Lumo L | 800 lumens | 560 g  |',
  ].join('\n')
  expect(isKept('The Lumo M has a brightness of 450 lumens.', table)).toBe(true)
  expect(isKept('The Lumo M has a brightness of 800 lumens.', table)).toBe(false)
  const list = 'Limits:\n\n- a question: 4000 characters\n- a page title: 300 characters'
  expect(isKept('A question may have 4000 characters.', list)).toBe(true)
  expect(isKept('A question may have 300 characters.', list)).toBe(false)
})

test('a unit is that of the number that is meant, not of another that is equal', () => {
  const content =
    'A draft is kept for 30 days. Step 30 of the wizard shows the summary of the draft.'
  expect(isKept('A draft is kept for 30 days.', content)).toBe(true)
  expect(isKept('A draft is kept for 30 months.', content)).toBe(false)
})

test.each([
  ['ar', 'لا يمكن للمالك استبدال البطارية.', 'يمكن للمالك استبدال البطارية.'],
  ['de', 'Der Besitzer kann den Akku nicht wechseln.', 'Der Besitzer kann den Akku wechseln.'],
  ['en', 'The owner cannot replace the battery.', 'The owner can replace the battery.'],
  ['es', 'El propietario no puede cambiar la batería.', 'El propietario puede cambiar la batería.'],
  ['fr', 'La batterie ne peut pas être remplacée ici.', 'La batterie peut être remplacée ici.'],
  [
    'ja',
    'バッテリーを所有者が交換することはできません。',
    'バッテリーを所有者が交換することはできます。',
  ],
  ['pt', 'A bateria não pode ser substituída aqui.', 'A bateria pode ser substituída aqui.'],
  ['zh', '用户不能自行更换电池。', '用户可以自行更换电池。'],
])('a denial is told from its opposite in %s', (language, denied, affirmed) => {
  expect(isKept(denied, denied, language)).toBe(true)
  expect(isKept(affirmed, affirmed, language)).toBe(true)
  expect(isKept(affirmed, denied, language)).toBe(false)
  expect(isKept(denied, affirmed, language)).toBe(false)
})

test('a denial taken out of one clause of a long sentence is found', () => {
  const content =
    'Tickets are sold by the driver on every line of the city. The driver does not carry change. Dogs travel free of charge on weekdays.'
  const statement = (verb: string) =>
    `Tickets are sold on every line of the city, dogs travel free of charge on weekdays, and the driver ${verb} change.`
  expect(isKept(statement('does not carry'), content)).toBe(true)
  expect(isKept(statement('does carry'), content)).toBe(false)
})

test('what another sentence says without a denial is not denied', () => {
  const content =
    'A public key does not rotate itself at night. A secret key does rotate itself every night.'
  expect(isKept('A secret key does rotate itself every night.', content)).toBe(true)
  expect(isKept('A public key does rotate itself at night.', content)).toBe(false)
})

test('a denial in German reaches what it stands before', () => {
  expect(isKept('Der Schlüssel läuft nicht von selbst ab.', GERMAN, 'de')).toBe(true)
  expect(isKept('Der Schlüssel gilt nicht 24 Stunden.', GERMAN, 'de')).toBe(false)
})

test('a name that only another passage has is not this one’s', () => {
  expect(isKept('The client keys of Acme are rotated every night.')).toBe(false)
  expect(isKept('The client keys of Contoso are rotated every night.')).toBe(true)
})

test('what the question says need not be in the passage', () => {
  const statement = 'In 2019 the client keys of Acme were rotated every night.'
  expect(isKept(statement)).toBe(false)
  expect(isKept(statement, KEYS, 'en', 'How were keys of Acme rotated in 2019?')).toBe(true)
})

test('a number may stand in another passage that supports the sentence', () => {
  const texts = [KEYS, 'Client keys rotated every night are logged for 90 days.']
  const check = createSupportCheck(texts.map((text, position) => makePassage(text, position + 1)))
  const statement = 'Client keys are rotated every night and logged for 90 days.'
  expect(check.findSupport(statement, 0)).toBeGreaterThanOrEqual(MIN_SUPPORT)
})
