import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionsFromTitles } from './questions-from-titles.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../test/support/growth.ts'

const questions = (
  titles: readonly { title: string; language: string }[],
  most: number,
): string[] => questionsFromTitles(titles, most).map(({ question }) => question)

const ask = (title: string, language = 'en') => questions([{ title, language }], 1)[0]

test.each([
  [
    'Assign Memory Resources to Containers and Pods',
    'How do I assign memory resources to containers and pods?',
  ],
  ['Ingress', 'What is Ingress?'],
  ['Configuring a cgroup driver', 'How do I configure a cgroup driver?'],
  ['Running Pods on Only Some Nodes', 'How do I run pods on only some nodes?'],
  ['Viewing and updating Dependabot alerts', 'How do I view and update Dependabot alerts?'],
  ['Safely Drain a Node', 'How do I safely drain a node?'],
  ['How to implement tool use', 'How do I implement tool use?'],
  ['When to use a startup probe', 'When should I use a startup probe?'],
  ['Getting started with GitHub Desktop', 'How do I get started with GitHub Desktop?'],
  [
    'Unblocking a user from your personal account',
    'How do I unblock a user from my personal account?',
  ],
  ['About Actions policies', 'What are Actions policies?'],
  ['Persistent Volumes', 'What are Persistent Volumes?'],
  ['Roles in an organization', 'What are roles in an organization?'],
  ['kubectl cordon', 'What does kubectl cordon do?'],
  ['ORIGIN_NOT_ALLOWED (403)', 'What does ORIGIN_NOT_ALLOWED mean?'],
  ['2. Develop your test cases', 'How do I develop my test cases?'],
  ['Scheduling Policies', 'What are Scheduling Policies?'],
  ['Why use examples?', 'Why use examples?'],
  ['Signing commits | Example Docs', 'How do I sign commits?'],
])('English: %s', (title, question) => {
  expect(ask(title)).toBe(question)
})

test.each([
  ['de', 'Speicherressourcen zuweisen', 'Wie kann ich Speicherressourcen zuweisen?'],
  ['de', 'Einen Schlüssel erstellen', 'Wie kann ich einen Schlüssel erstellen?'],
  ['de', 'Lastverteilung', 'Was ist Lastverteilung?'],
  ['es', 'Crear una clave', '¿Cómo puedo crear una clave?'],
  ['fr', 'Créer une clé', 'Comment créer une clé ?'],
  ['fr', 'Quel est le prix ?', 'Quel est le prix ?'],
  ['it', 'Creare una chiave', 'Come posso creare una chiave?'],
  ['pt', 'Criar uma chave', 'Como posso criar uma chave?'],
  ['nl', 'Een sleutel maken', 'Hoe kan ik een sleutel maken?'],
  ['ru', 'Создание ключа', 'Как выполняется создание ключа?'],
  ['pl', 'Klucz publiczny', 'Co to jest Klucz publiczny?'],
  ['tr', 'Giriş denetleyicisi', 'Giriş denetleyicisi nedir?'],
  ['zh', '创建密钥', '如何创建密钥？'],
  ['ja', 'キーを作成する', 'キーを作成するにはどうすればよいですか？'],
  ['ko', '키 생성하기', '키 생성하려면 어떻게 해야 하나요?'],
])('in %s: %s', (language, title, question) => {
  expect(ask(title, language)).toBe(question)
})

test.each([
  'Changelog',
  'Release notes',
  'Version history',
  '404',
  'Page not found',
  'Index',
  'Home',
  'Privacy Policy',
  'Terms of Service',
  'License',
  'Code of Conduct',
  'v1.29.3',
  'Kubernetes 1.30',
  'June 20th, 2024',
  '2024-06-20',
  'Overview',
  "What's next?",
  'Getting started',
  'Next steps',
  'FAQ',
  'Example 2: Roleplay',
  'docs/reference/index',
  'Creating diagrams for {% data x %}',
  '>-',
  '',
  '   ',
  'PostgreSQL is the engine',
  'Install',
  'Before implementing embeddings',
])('nobody is asked to begin with %j', (title) => {
  expect(ask(title)).toBeUndefined()
})

test('a name keeps its capital where another title shows that it is one', () => {
  const titles = ['Access Clusters Using the Kubernetes API', 'How pods talk to Kubernetes']
  const written = questions(
    titles.map((title) => ({ title, language: 'en' })),
    4,
  )
  expect(written).toContain('How do I access clusters using the Kubernetes API?')
})

test('one asks for a thing that has a plural with its article', () => {
  const titles = [
    { title: 'Pod', language: 'en' },
    { title: 'Security of pods', language: 'en' },
  ]
  expect(questions(titles, 4)).toContain('What is a Pod?')
})

test('four questions are not about the same thing', () => {
  const titles = [
    'Create a key',
    'Delete a key',
    'Rotate a key',
    'List your keys',
    'Customize a widget',
    'Export invoices',
    'Invite a colleague',
  ].map((title) => ({ title, language: 'en' }))
  const written = questions(titles, 4)
  expect(written).toHaveLength(4)
  expect(written.filter((question) => /\bkeys?\b/.test(question))).toHaveLength(1)
})

test('topics of many pages come first', () => {
  const titles = [
    'Water the garden',
    'Rotate secrets',
    'Store secrets',
    'Audit of secrets',
    'Backup of secrets',
  ]
  const [first] = questions(
    titles.map((title) => ({ title, language: 'en' })),
    1,
  )
  expect(first).toMatch(/secrets/)
})

test('the same title twice gives one question', () => {
  const titles = Array.from({ length: 3 }, () => ({ title: 'Ingress', language: 'en' }))
  expect(questions(titles, 4)).toEqual(['What is Ingress?'])
})

test('any titles give at most so many questions, each once and of readable length', () => {
  const title = fc.record({
    title: fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 6 })),
    language: fc.constantFrom('en', 'de', 'ja', 'xx'),
  })
  fc.assert(
    fc.property(fc.array(title), fc.integer({ min: 0, max: 6 }), (titles, most) => {
      const written = questions(titles, most)
      expect(written.length).toBeLessThanOrEqual(most)
      expect(new Set(written).size).toBe(written.length)
      expect(written.every((question) => question.length <= 90)).toBe(true)
      expect(questions(titles, most)).toEqual(written)
    }),
  )
})

test('ten thousand titles take time in proportion to their number', () => {
  const makeTitles = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `Configure the module number${index} ${'a '.repeat(index % 7)}`,
      language: 'en',
    }))
  const write = (titles: ReturnType<typeof makeTitles>) => questions(titles, 4)
  expect(growth(2_500, makeTitles, write)).toBeLessThan(MAX_LINEAR_GROWTH)
})
