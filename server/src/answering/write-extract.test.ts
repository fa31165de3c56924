import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { writeExtract } from './write-extract.ts'

const write = (question: string, ...contents: string[]): string =>
  writeExtract(
    question,
    contents.map((content) => rankedPassage(content)),
  ).join('')

const kindsOf = (markdown: string): string[] =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(markdown)
    .children.map(({ type }) => type)

test('quotes the sentence that answers, with the number of its passage', () => {
  const text = write(
    'How long is a token valid?',
    'Keys are made in the console. They have a name.',
    'Sign in first. A token is valid for 30 minutes after it was made. Ask your administrator for help.',
  )
  expect(text).toBe('A token is valid for 30 minutes after it was made. [2]')
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
  expect(writeExtract('What do giraffes eat?', [])).toEqual([])
})

test.each([
  [
    'en',
    'What does the collector remove?',
    'The collector runs at night. It removes expired sessions.',
  ],
  [
    'de',
    'Was entfernt der Sammler?',
    'Der Sammler läuft nachts. Er entfernt abgelaufene Sitzungen vollständig.',
  ],
  [
    'fr',
    'Que supprime le collecteur ?',
    'Le collecteur tourne la nuit. Il supprime les sessions expirées.',
  ],
  [
    'ja',
    '回収処理は何を削除しますか',
    '回収処理は夜間に実行されます。これは期限切れのセッションを削除します。',
  ],
])('a sentence that points back brings the one before it: %s', (language, question, content) => {
  const other =
    language === 'ja' ? '鍵はコンソールで作成されます。' : 'Lorem ipsum dolor sit amet. '
  const passage = rankedPassage(`${other}${content}`, { language })
  const text = writeExtract(question, [passage]).join('')
  const [first = '', second = ''] = content.split(/(?<=[.。])\s*/)
  expect(text).toContain(`${first} [1] ${second} [1]`)
})

test.each([
  [
    'de',
    'Wie lange ist ein Schlüssel gültig?',
    'Melden Sie sich an. Ein Schlüssel ist 30 Tage lang gültig. Danach hilft der Support.',
    'Ein Schlüssel ist 30 Tage lang gültig. [1]',
  ],
  [
    'es',
    '¿Dónde se guardan los registros?',
    'Abra la consola. Los registros se guardan en la carpeta local. Pida ayuda al equipo.',
    'Los registros se guardan en la carpeta local. [1]',
  ],
  [
    'ru',
    'Где хранятся журналы?',
    'Откройте консоль. Журналы хранятся в локальной папке. Попросите помощи у команды.',
    'Журналы хранятся в локальной папке. [1]',
  ],
  [
    'zh',
    '日志保存在哪里？',
    '请先打开控制台。日志保存在本地文件夹中。请向团队求助。',
    '日志保存在本地文件夹中。 [1]',
  ],
  [
    'ja',
    'ログはどこに保存されますか',
    'コンソールを開きます。ログはローカルフォルダーに保存されます。チームに相談してください。',
    'ログはローカルフォルダーに保存されます。 [1]',
  ],
  [
    'ko',
    '로그는 어디에 저장됩니까?',
    '콘솔을 여세요. 로그는 로컬 폴더에 저장됩니다. 팀에 문의하세요.',
    '로그는 로컬 폴더에 저장됩니다. [1]',
  ],
  [
    'ar',
    'أين تحفظ السجلات؟',
    'افتح وحدة التحكم. تحفظ السجلات في المجلد المحلي. اطلب المساعدة من الفريق.',
    'تحفظ السجلات في المجلد المحلي. [1]',
  ],
  [
    'hi',
    'लॉग कहाँ सहेजे जाते हैं?',
    'कंसोल खोलें। लॉग स्थानीय फ़ोल्डर में सहेजे जाते हैं। टीम से मदद माँगें।',
    'लॉग स्थानीय फ़ोल्डर में सहेजे जाते हैं। [1]',
  ],
  [
    'th',
    'บันทึกถูกเก็บไว้ที่ไหน',
    'เปิดคอนโซลก่อนแล้วลงชื่อเข้าใช้ด้วยบัญชีผู้ดูแลระบบขององค์กรของคุณ บันทึกถูกเก็บไว้ในโฟลเดอร์ภายในเครื่องของเซิร์ฟเวอร์ที่ติดตั้งระบบไว้',
    'บันทึกถูกเก็บไว้ในโฟลเดอร์ภายในเครื่องของเซิร์ฟเวอร์ที่ติดตั้งระบบไว้ [1]',
  ],
])('finds the sentence in %s', (language, question, content, expected) => {
  const passage = rankedPassage(content, { language })
  expect(writeExtract(question, [passage]).join('')).toBe(expected)
})

test('a short list that a chosen line announces comes whole, with its numbers', () => {
  const text = write(
    'How do I rotate a key?',
    'To rotate a key, follow these steps:\n\n1. Open the console.\n2. Choose the key.\n3. Press Rotate.\n\nSomething else entirely is written here.',
  )
  expect(text).toBe(
    'To rotate a key, follow these steps: [1]\n\n1. Open the console. [1]\n2. Choose the key. [1]\n3. Press Rotate. [1]',
  )
  expect(kindsOf(text)).toEqual(['paragraph', 'list'])
})

test('a command comes with the line that announces it, in a fence of its own', () => {
  const text = write(
    'How do I list keys?',
    'To list your keys, run:\n\nfootnote keys list \\\n  --all\n\nThe weather is fine today in most places.',
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

test('rows of a table stand under its header, each with its number', () => {
  const text = write(
    'What is the default of top_k?',
    'Name | Default | Notes\nlimit | 20 | capped at 50\ntop_k | 10 | capped at 100',
  )
  expect(text).toBe(
    '| Name | Default | Notes |\n| --- | --- | --- |\n| top_k | 10 | capped at 100 [1] |',
  )
  expect(kindsOf(text)).toEqual(['table'])
})

test('a sentence that two passages share is quoted once', () => {
  const sentence = 'A revoked credential stops working within five seconds everywhere.'
  const text = write(
    'Which revoked keys do gateways, proxies and workers refuse?',
    `${sentence} Nothing more is known.`,
    `Something different comes first. ${sentence}`,
    'Gateways are described elsewhere in the manual.',
  )
  expect(text.split(sentence)).toHaveLength(2)
})

test('pages are named when there are several', () => {
  const text = writeExtract('Where are keys and widgets made?', [
    rankedPassage('Keys are made in the console by owners.', {
      title: 'Keys',
      relevance: 0.9,
    }),
    rankedPassage('Widgets are made in the editor by members.', { title: 'Widgets' }),
  ]).join('')
  expect(text).toMatch(/^\*\*Keys\*\*\n\n.*\[1\]\n\n\*\*Widgets\*\*\n\nWidgets .*\[2\]$/s)
})

test('sentences of one passage stand in the order in which it has them', () => {
  const text = write(
    'How are alpha tokens and beta tokens renewed?',
    'Beta tokens are renewed by the server every night. Nothing else happens. Alpha tokens are renewed by their owner.',
  )
  expect(text.indexOf('Beta tokens are')).toBeLessThan(text.indexOf('Alpha tokens are'))
})

test('what would break the markdown or pass for a citation is taken out or escaped', () => {
  const text = write(
    'What does the gateway accept?',
    'The gateway <!-- hidden --> accepts ![logo](x.png) [tokens](https://x.example) in header[2], see [7], a <name> tag, *.example.com and __init__.',
  )
  expect(text).toContain(
    'accepts logo tokens in header\\[2\\], see \\[7\\], a `<name>` tag, \\*.example.com and \\_\\_init\\_\\_. [1]',
  )
  expect(text).not.toContain('hidden')
  expect(text.match(/(?<!\\)\[\d+\]/g)).toEqual(['[1]'])
})

test('a line that only points elsewhere gives way to one that answers', () => {
  const text = write(
    'How are exports scheduled?',
    'See the page about production environments to learn how exports are scheduled there.',
    'The worker has exports scheduled every hour.',
  )
  expect(text.startsWith('The worker has exports scheduled every hour. [2]')).toBe(true)
})

test('a line that announces what is not there gives way to one that answers', () => {
  const text = write(
    'How are exports scheduled?',
    'In the default configuration exports are scheduled like this:',
    'The worker has exports scheduled every hour.',
  )
  expect(text.startsWith('The worker has exports scheduled every hour. [2]')).toBe(true)
})

test('an extract stays short, however much the passages say', () => {
  const list = Array.from(
    { length: 6 },
    (_, item) => `- Key number ${item} ${'opens a door '.repeat(8)}.`,
  )
  const contents = Array.from(
    { length: 8 },
    (_, index) =>
      `Keys of kind${index} open these doors:\n\n${list.join('\n').replaceAll('door ', `door${index} `)}`,
  )
  const text = write('Which doors do keys open?', ...contents)
  expect(text).toContain('open these doors: [')
  expect(text.length).toBeLessThan(1500)
})

const words = fc.constantFrom(
  'key',
  'Key.',
  'The',
  'token',
  '```',
  '~~~',
  '|',
  '- item',
  '1. step',
  '\n',
  '\n\n',
  '  code()',
  '[3]',
  '<a>',
  '**',
  '`',
  'is:',
  '證明書',
  '?',
  '#',
)

test('whatever the passages hold, the markdown is whole and every number is a passage', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 40 }), { maxLength: 4 }), (contents) => {
      const passages = contents.map((content) => rankedPassage(content.join(' ')))
      const pieces = writeExtract('How do I make a key or token?', passages)
      const text = pieces.join('')
      expect(writeExtract('How do I make a key or token?', passages)).toEqual(pieces)
      const tree = unified().use(remarkParse).use(remarkGfm).parse(text)
      const prose = JSON.stringify(tree.children.filter(({ type }: Nodes) => type !== 'code'))
      expect(text === '' || /\[\d\]/.test(prose)).toBe(true)
      for (const [, number] of text
        .replaceAll(/^```[^]*?^```/gm, '')
        .matchAll(/(?<!\\)\[(\d+)\]/g)) {
        expect(Number(number)).toBeLessThanOrEqual(passages.length)
      }
      expect((text.match(/^`{3,}$/gm)?.length ?? 0) % 2).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test.each(['-', '- ', '| ', '<!--', '[', '* ', '`', 'a: ', 'A b ', '$ ', '("'])(
  'a hundred passages of nothing but %j take no time to speak of',
  (part) => {
    const passages = Array.from({ length: 100 }, () =>
      rankedPassage(`key token ${part.repeat(3000 / part.length)} end.`),
    )
    const start = performance.now()
    writeExtract('How do I make a key or token?', passages)
    expect(performance.now() - start).toBeLessThan(3000)
  },
)
