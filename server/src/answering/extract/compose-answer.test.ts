import { expect, test } from 'vitest'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { quotablePassages } from './passage-sentences.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'

const written = (question: string, ...passages: Parameters<typeof rankedPassage>[]): string =>
  writeExtractiveAnswer(
    question,
    quotablePassages(passages.map((each) => rankedPassage(...each))),
  ).pieces.join('')

test.each([
  ['Yes. A key of OpenAI works.', 'Do I need a key of OpenAI?', 'Can I use a key of OpenAI?'],
  ['Nein, ein Schlüssel genügt.', 'Kann ich zwei Schlüssel haben?', 'Brauche ich zwei Schlüssel?'],
  ['はい、鍵を使えます。', '鍵は必要ですか？', '鍵を使えますか？'],
])('%s: what says yes or no stands below the question that it answers', (text, asked, heading) => {
  expect(written(asked, [text, { headingPath: [heading] }])).toBe(`**${heading}**\n\n${text} [1]`)
})

test('other text, and a "no" that is no answer, stand alone', () => {
  const heading = 'Which key do I need?'
  const text = 'No key of OpenAI is needed.'
  expect(written('Is a key needed?', [text, { headingPath: [heading] }])).toBe(`${text} [1]`)
  const below = 'Yes. A key is needed.'
  expect(written('Is a key needed?', [below, { headingPath: ['Keys'] }])).toBe(`${below} [1]`)
})

test('of two extracts, each below a question has that question above it, else its page', () => {
  const text = written(
    'How do I revoke a key?',
    [
      'Revoke a key in the console.',
      { title: 'Common questions', headingPath: ['Who revokes keys?'] },
    ],
    ['Revoke a key with the command.', { title: 'Keys', headingPath: ['Revoke'] }],
  )
  expect(text).toContain('**Who revokes keys?**')
  expect(text).toContain('**Keys**')
})

test('steps with a command between them keep their numbers', () => {
  const code = (command: string) => `\n\n\`\`\`sh\n${command}\n\`\`\`\n\n`
  const text = written('How do I rotate a key?', [
    `Rotate a key in two steps:\n\n1. Create a key:${code('keys create')}2. Revoke the key:${code('keys revoke')}`,
  ])
  expect(text).toContain('1. Create a key:')
  expect(text).toContain('2. Revoke the key:')
})
