import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { inLongSection, rankedPassage } from './fixtures/ranked-passage.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'
import { quotablePassages } from './passage-sentences.ts'

const written = (question: string, passages: readonly RankedPassage[]): string =>
  writeExtractiveAnswer(question, quotablePassages(passages)).pieces.join('')

const write = (question: string, ...contents: string[]): string =>
  written(
    question,
    contents.map((content, index) =>
      rankedPassage(inLongSection(content), { chunkIndex: index, headingPath: [`Part ${index}`] }),
    ),
  )

const kindsOf = (markdown: string): string[] =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(markdown)
    .children.map(({ type }) => type)

test('quotes the sentence that answers, and cites it as the first', () => {
  const text = write(
    'How long is a token valid?',
    'Keys are made in the console. They have a name.',
    'Sign in first. A token is valid for 30 minutes after it was made. Ask your administrator for help.',
  )
  expect(text).toBe('A token is valid for 30 minutes after it was made. [1]')
})

test('a rare word of the question weighs more than one that every sentence has', () => {
  const text = write(
    'Which cluster setting controls eviction?',
    'A cluster has nodes. The cluster setting is stored in a file. A threshold controls eviction of workloads. The cluster runs workloads.',
  )
  expect(text).toContain('A threshold controls eviction of workloads. [1]')
})

test('nothing is written when no sentence shares anything with the question', () => {
  expect(write('What do giraffes eat?', 'Keys are made in the console. They have a name.')).toBe('')
  expect(writeExtractiveAnswer('What do giraffes eat?', quotablePassages([]))).toEqual({
    pieces: [],
    quotes: [],
  })
})

test('a list comes whole with the line that announces it, with its numbers', () => {
  const text = write(
    'How do I rotate a key?',
    'To rotate a key, follow these steps:\n\n1. Open the console.\n2. Choose the key.\n3. Press Rotate.',
  )
  expect(text).toBe(
    'To rotate a key, follow these steps:\n\n1. Open the console.\n2. Choose the key.\n3. Press Rotate. [1]',
  )
  expect(kindsOf(text)).toEqual(['paragraph', 'list'])
})

test('steps under a heading that asks for them come whole, though no step repeats the question', () => {
  const passage = rankedPassage(
    '1. Create a second one.\n2. Put it in place.\n3. Revoke the old one.',
    {
      title: 'Keys',
      headingPath: ['Rotate a key'],
    },
  )
  expect(written('How do I rotate a key?', [passage])).toBe(
    '1. Create a second one.\n2. Put it in place.\n3. Revoke the old one. [1]',
  )
})

test('a command comes with the line that announces it, in a fence of its own', () => {
  const text = write(
    'How do I list keys?',
    'To list your keys, run:\n\nfootnote keys list \\\n  --all\n\nThe weather\n\nIt is fine today in most places.',
  )
  expect(text).toBe('To list your keys, run: [1]\n\n```\nfootnote keys list \\\n  --all\n```')
})

test('a question that asks for no steps gets no listing unless a line announces it', () => {
  const text = write(
    'What is a key?',
    'A key is a credential for one knowledge base.\n\nexport KEY=abc\nexport OTHER=key',
  )
  expect(text).toBe('A key is a credential for one knowledge base. [1]')
})

test('code that has fences in it stays inside its own', () => {
  const text = write(
    'How do I write a note?',
    'To write a note, use this source:\n\n~~~\n```js\nnote()\n```\n~~~\n',
  )
  expect(kindsOf(text)).toEqual(['paragraph', 'code'])
})

test('a passage cut inside a listing does not open a fence', () => {
  const text = write(
    'What does the limit do?',
    '```\nThe limit refuses the eleventh request.\n\nIt is reset daily.',
  )
  expect(text).toBe('The limit refuses the eleventh request. [1]')
})

test('a row of a table stands under its header, with the rows around it', () => {
  const text = write(
    'What is the default of top_k?',
    'Name | Default | Notes\nlimit | 20 | capped at 50\ntop_k | 10 | capped at 100',
  )
  expect(text).toBe(
    '| Name | Default | Notes |\n| --- | --- | --- |\n| limit | 20 | capped at 50 |\n| top_k | 10 | capped at 100 [1] |',
  )
  expect(kindsOf(text)).toEqual(['table'])
})

test('a short section is quoted whole', () => {
  const content =
    'Sign in first. A token is valid for 30 minutes after it was made. Ask your administrator for help.'
  expect(written('How long is a token valid?', [rankedPassage(content)])).toBe(`${content} [1]`)
})

test('a section that fits clearly better than all others answers alone', () => {
  const { pieces, quotes } = writeExtractiveAnswer(
    'Which credential stops working within seconds?',
    quotablePassages([
      rankedPassage('A revoked credential stops working within seconds.', { title: 'Keys' }),
      rankedPassage('A credential has an owner.', { title: 'Owners' }),
    ]),
  )
  expect(pieces.join('')).toBe('A revoked credential stops working within seconds. [1]')
  expect(quotes.map(({ passage }) => passage.document.title)).toEqual(['Keys'])
})

const REVOKED = 'A revoked credential stops working within five seconds.'
const EXPIRED = 'A credential that expires stops working at midnight.'

test('of two sections that fit alike both are quoted, under the names of their pages', () => {
  const text = written('Which credential stops working?', [
    rankedPassage(REVOKED, { title: 'Keys' }),
    rankedPassage(EXPIRED, { title: 'Expiry' }),
    rankedPassage('A credential that is locked stops working at once.', { title: 'Locks' }),
  ])
  expect(text).toBe(`**Keys**\n\n${REVOKED} [1]\n\n**Expiry**\n\n${EXPIRED} [2]`)
})

test('two sections of one page are quoted under their headings', () => {
  const text = written('Which credential stops working?', [
    rankedPassage(REVOKED, { headingPath: ['Revoke'], anchor: 'revoke' }),
    rankedPassage(EXPIRED, { headingPath: ['Expire'], anchor: 'expire', chunkIndex: 1 }),
  ])
  expect(text).toBe(`**Revoke**\n\n${REVOKED} [1]\n\n**Expire**\n\n${EXPIRED} [2]`)
})

test('two parts of one long section are quoted in their order, without names', () => {
  const text = written('Which credential stops working?', [
    rankedPassage(REVOKED, { headingPath: ['End'], chunkIndex: 1 }),
    rankedPassage(EXPIRED, { headingPath: ['End'], chunkIndex: 0 }),
  ])
  expect(text).toBe(`${EXPIRED} [1]\n\n${REVOKED} [1]`)
})

test('what another page repeats is quoted once', () => {
  const text = written('Which credential stops working?', [
    rankedPassage(REVOKED, { title: 'Keys' }),
    rankedPassage(REVOKED, { title: 'Keys in short' }),
  ])
  expect(text).toBe(`${REVOKED} [1]`)
})

test.each([
  'What is the difference between a gateway and a mesh?',
  'What is a gateway and what is a mesh?',
  'Gateway vs mesh',
])('a question for two things gets an extract of each, named and numbered: %s', (question) => {
  const text = written(question, [
    rankedPassage('A gateway lets traffic into the cluster.', { title: 'Gateways' }),
    rankedPassage('A mesh connects services inside of it.', { title: 'Meshes' }),
  ])
  expect(text).toBe(
    '**Gateways**\n\nA gateway lets traffic into the cluster. [1]\n\n**Meshes**\n\nA mesh connects services inside of it. [2]',
  )
})

test('one extract that answers both parts is enough', () => {
  const text = written('What is the difference between a gateway and a mesh?', [
    rankedPassage('A gateway lets traffic in, while a mesh connects services.', { title: 'Both' }),
    rankedPassage('A mesh has a control plane.', { title: 'Meshes' }),
  ])
  expect(text).toBe('A gateway lets traffic in, while a mesh connects services. [1]')
})

test('the section is chosen in the order of the search unless a later one fits clearly better', () => {
  const first = rankedPassage('Exports run every hour on the worker.', { title: 'First' })
  const alike = rankedPassage('Exports run every hour on the server.', { title: 'Alike' })
  const vague = rankedPassage('The worker has many tasks, of which exports are one.', {
    title: 'Vague',
  })
  expect(
    writeExtractiveAnswer('When do exports run?', quotablePassages([first, alike])).quotes[0]
      ?.passage,
  ).toBe(first)
  expect(
    writeExtractiveAnswer('When do exports run?', quotablePassages([vague, first])).quotes[0]
      ?.passage,
  ).toBe(first)
})

test('the section is chosen by the meaning of its passage as well as by words', () => {
  const guide = 'The credential guide has credential examples for credential owners.'
  const desk = 'Lost passwords are replaced at the front desk.'
  const quotedFrom = (similarity: number) =>
    writeExtractiveAnswer(
      'Where is a new credential issued?',
      quotablePassages([
        rankedPassage(guide, { title: 'Guide' }),
        rankedPassage(desk, { title: 'Desk', vectorScore: similarity }),
      ]),
    ).quotes[0]?.passage.document.title
  expect(quotedFrom(0)).toBe('Guide')
  expect(quotedFrom(0.9)).toBe('Desk')
})

test('a sentence of 800 characters is quoted whole', () => {
  const long = `The quota of a project is checked ${'at every gate, '.repeat(50)}and it is 40 builds.`
  expect(write('What is the quota of a project?', `Welcome. ${long}`)).toBe(`${long} [1]`)
})

test('a sentence does not end at a reference, and the reference is not quoted', () => {
  const text = write(
    'When did the war end?',
    'The war began in 1618.[11] The war did not end before 1648.[12][13] Peace came late.',
  )
  expect(text).toContain('The war did not end before 1648.')
  expect(text).not.toMatch(/1[123]\]/)
})

test('a list of page titles is not quoted', () => {
  const navigation = rankedPassage(
    '- Connect a website\n- Connect a repository\n- Connect a wiki page\n- Connect an archive file',
    { title: 'Connectors' },
  )
  const answer = rankedPassage('To connect a website, add its address.', { title: 'Website' })
  const { quotes } = writeExtractiveAnswer(
    'How do I connect a website?',
    quotablePassages([navigation, answer]),
  )
  expect(quotes.map(({ passage }) => passage)).toEqual([answer])
})

test('an extract does not end by pointing elsewhere', () => {
  const text = write(
    'How do I mount a volume?',
    'Mount a volume with the mount command. For more information about how to mount a volume, see Volumes.',
  )
  expect(text).toBe('Mount a volume with the mount command. [1]')
})

test('the quote names the section inside a merged passage', () => {
  const passage = rankedPassage(
    'Delete a group\n\nGroups are gone at once.\n\nDelete a widget\n\nThe widget is refused.',
  )
  const { quotes } = writeExtractiveAnswer(
    'What happens when I delete a widget?',
    quotablePassages([passage]),
  )
  expect(quotes).toMatchObject([{ heading: 'Delete a widget', text: 'The widget is refused.' }])
})

test('what stands between two good sentences of a paragraph is quoted with them', () => {
  const content =
    'The allowance counts the questions of a month. It is set by owners. When the allowance is used up, questions fail.'
  expect(write('What happens when the allowance of questions is used up?', content)).toBe(
    `${content} [1]`,
  )
})

test('what would break the markdown or pass for a citation is shown as code, without escapes', () => {
  const text = write(
    'What does the gateway accept?',
    'The gateway <!-- hidden --> accepts ![logo](x.png) [tokens](https://x.example) in header[2], see [7], a <name> tag, *.example.com and __init__.',
  )
  expect(text).toBe(
    'The gateway accepts logo tokens in `header[2]`, see `[7]`, a `<name>` tag, `*.example.com` and `__init__`. [1]',
  )
})

test('a line that only points elsewhere gives way to one that answers', () => {
  const text = write(
    'How are exports scheduled?',
    'See the page about production environments to learn how exports are scheduled there.',
    'The worker has exports scheduled every hour.',
  )
  expect(text).toBe('The worker has exports scheduled every hour. [1]')
})

test('a line that announces what is not there gives way to one that answers', () => {
  const text = written('How are exports scheduled?', [
    rankedPassage('In the default configuration exports run like this:', { title: 'Default' }),
    rankedPassage('The worker has exports scheduled every hour.', { title: 'Worker' }),
  ])
  expect(text).toBe('The worker has exports scheduled every hour. [1]')
})

test('an extract stays short, however long its section', () => {
  const content = Array.from({ length: 40 }, (_, n) => `Key number ${n} opens door ${n}.`).join(' ')
  expect(write('Which doors do keys open?', content).length).toBeLessThan(600)
  const list = Array.from(
    { length: 40 },
    (_, n) => `- Key number ${n} opens door ${n} in the house.`,
  )
  expect(
    write('Which doors do keys open?', `Keys open:\n\n${list.join('\n')}`).length,
  ).toBeLessThan(1_600)
})
