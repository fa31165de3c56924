import type { Citation } from '@footnote/contract/public/citation'
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { DISCORD_DIALECT } from '../discord/discord-dialect.ts'
import { GITHUB_DIALECT } from '../github/github-dialect.ts'
import { SLACK_DIALECT } from '../slack/slack-dialect.ts'
import { plainText, renderAnswer, renderSources } from './render-answer.ts'
import { splitParts } from './split-parts.ts'

// 200 long answers are parsed again and again; a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000 })

/** Slack’s, and one whose messages are as short as those of other products. */
const DIALECTS = [
  ['Slack', SLACK_DIALECT],
  ['Discord', DISCORD_DIALECT],
  ['GitHub', GITHUB_DIALECT],
  ['short messages', { ...SLACK_DIALECT, maxCharacters: 2_000, maxHeading: 3 }],
] as const

const citation = (index: number, url: string, title = `Page ${index}`): Citation => ({
  index,
  url,
  title,
  document_id: `d${index}`,
  chunk_id: `c${index}`,
  heading_path: [title],
  excerpt: '',
})
const CITATIONS = [
  citation(1, 'https://docs.acme.example/keys#rotate'),
  citation(2, 'https://docs.acme.example/a(b)?x=1|2', 'Odd [page] <!channel>'),
  citation(3, 'javascript:alert(1)'),
]
const ALLOWED = new Set([
  'https://docs.acme.example/keys#rotate',
  'https://docs.acme.example/keys',
  'https://docs.acme.example/a%28b%29?x=1%7C2',
])

const parser = unified().use(remarkParse).use(remarkGfm)

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesOf(child)
}

/** What a product would link to, the addresses that it finds in text among them. */
const linkOf = (node: Nodes): string[] =>
  node.type === 'link' || node.type === 'image' || node.type === 'definition' ? [node.url] : []

/** Each word once, so that what is lost or moved is seen. */
const words = (marked: string) => [...marked.matchAll(/w\d+x/g)].map(([word]) => word)

/** Texts in which `%` stands for the next word. */
const INLINE = [
  '%',
  '**%**',
  '*%*',
  '~~%~~',
  '`% %`',
  '`` a`%`b ``',
  '**% *%* %**',
  '[%](https://docs.acme.example/keys)',
  '[%](https://evil.example/%)',
  '[%](javascript:alert%)',
  '<https://evil.example/%>',
  'https://evil.example/%?q=1',
  'www.evil.example/%',
  'me%@evil.example',
  '![%](https://evil.example/i.png)',
  '% [1]',
  '% [2][1]',
  '% [3] [9]',
  '<!channel> % <@U123>',
  '@everyone %',
  '||%||',
  'snake_%_case_%',
  '5 * % * 3',
  '% 👩‍👩‍👧‍👦 %',
  'مرحبا % بالعالم',
  '\\*%\\*',
  '%\\\n%',
  '中文%。',
  'a<b>%</b>',
  '&lt;!here&gt; %',
]
const line = fc
  .array(fc.constantFrom(...INLINE), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(' '))
const code = fc
  .array(
    fc.constantFrom(
      'const % = 1',
      '  return %',
      '# %',
      '``` %',
      'curl https://evil.example/% <id>',
      '',
    ),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((lines) => `~~~~ts\n${lines.join('\n')}\n~~~~`)
const table = fc
  .array(
    fc.tuple(
      fc.constantFrom('%', '`%`', '**%** [1]', ''),
      fc.constantFrom('%', '[%](https://evil.example)'),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((rows) =>
    ['| % | % |', '| --- | --- |', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'),
  )
const indent = (text: string, by: string) => text.replace(/\n/g, `\n${by}`)
const item = fc.oneof(
  line,
  fc.tuple(line, code).map(([text, block]) => `${text}\n\n${block}`),
  fc.tuple(line, line).map(([text, inner]) => `${text}\n- ${indent(inner, '  ')}\n  1. %\n  2. %`),
  line.map((text) => `[x] ${text}`),
)
const list = fc
  .tuple(fc.constantFrom('-', '1.'), fc.array(item, { minLength: 1, maxLength: 8 }))
  .map(([mark, items]) =>
    items.map((text) => `${mark} ${indent(text, ' '.repeat(mark.length + 1))}`).join('\n'),
  )
const long = fc
  .integer({ min: 100, max: 250 })
  .map((count) => Array(count).fill('% `% %`').join(' '))
const block = fc.oneof(
  line,
  line.map((text) => `## ${text.replace(/\n/g, ' ')}`),
  line.map((text) => `##### ${text.replace(/\n/g, ' ')}`),
  line.map((text) => `> ${indent(text, '> ')}\n> - %`),
  code,
  table,
  list,
  long,
  fc.constant('---'),
  fc.constant('# not\n\n\\# % \n\n\\- %\n\n1\\. %'),
)
const answer = fc.array(block, { minLength: 1, maxLength: 12 }).map((blocks) => {
  let number = 0
  return blocks.join('\n\n').replace(/%/g, () => `w${(number += 1)}x`)
})

describe.each(DIALECTS)('answers in %s', (_, dialect) => {
  const partsOf = (markdown: string) =>
    splitParts(renderAnswer(markdown, { dialect, citations: CITATIONS }), dialect.maxCharacters)

  verifies(
    'channels.links',
    'fit the messages, lose no word, keep their order, and link to nothing but citations',
    () => {
      fc.assert(
        fc.property(answer, (markdown) => {
          const parts = partsOf(markdown)
          for (const part of parts) {
            expect(part.length).toBeLessThanOrEqual(dialect.maxCharacters)
            expect(part.trim()).not.toBe('')
            expect(part.isWellFormed()).toBe(true)
            const nodes = [...nodesOf(parser.parse(part))]
            expect(nodes.flatMap(linkOf).filter((url) => !ALLOWED.has(url))).toEqual([])
            expect(nodes.filter(({ type }) => type === 'html' || type === 'image')).toEqual([])
          }
          const shown = words(parts.join('\n'))
          expect([...new Set(shown)].sort()).toEqual(words(markdown).sort())
          // A table names its columns in every row.
          if (!markdown.includes('| --- |')) expect(shown).toEqual(words(markdown))
        }),
        { numRuns: 200, seed: 37 },
      )
    },
  )

  test('keep code as it is, also over several messages', () => {
    const lines = Math.max(900, dialect.maxCharacters / 20)
    const source = Array.from({ length: lines }, (_line, at) => `  line ${at}: a < b && c_d`).join(
      '\n',
    )
    const parts = partsOf(
      `Before.\n\n- An item:\n\n  \`\`\`ts\n${source.replace(/^/gm, '  ')}\n  \`\`\`\n\nAfter.`,
    )
    expect(parts.length).toBeGreaterThan(1)
    const found = parts.flatMap((part) =>
      [...nodesOf(parser.parse(part))].flatMap((node) =>
        node.type === 'code' ? [node.value] : [],
      ),
    )
    expect(found.join('\n').replace(/^ +/gm, '')).toBe(source.replace(/^ +/gm, ''))
  })

  test('while an answer is written, its finished blocks are those of the whole', () => {
    fc.assert(
      fc.property(answer, fc.double({ min: 0, max: 1, noNaN: true }), (markdown, share) => {
        const rendering = { dialect, citations: [] }
        const part = markdown.slice(0, Math.floor(markdown.length * share))
        const begun = renderAnswer(part, rendering).slice(0, -1)
        const whole = renderAnswer(markdown, rendering)
        // A list may still become another one, and a table begins as a paragraph; most do not.
        const common = begun.filter((text, at) => whole[at] === text).length
        expect(common).toBeGreaterThanOrEqual(begun.length - 1)
      }),
      { numRuns: 50, seed: 37 },
    )
  })

  test('nobody is called: what would mention people or groups is text', () => {
    const [part = ''] = partsOf('Hello <!channel> and <@U123> and <#C1> and <@&1>.')
    expect(part.replace(/\\</g, '')).not.toMatch(/<[!@#]/)
    expect(part).toMatch(/channel.*U123.*C1/)
  })
})

const inSlack = (markdown: string) =>
  renderAnswer(markdown, { dialect: SLACK_DIALECT, citations: CITATIONS }).join('\n\n')

test.each([
  ['a marker', 'Rotate it [1].', 'Rotate it [[1]](https://docs.acme.example/keys#rotate).'],
  ['a marker of nothing', 'Rotate it [9].', 'Rotate it [9].'],
  ['a citation that is no page', 'Rotate it [3].', 'Rotate it [3].'],
  ['a foreign link', 'See [this](https://evil.example/x).', 'See this (`https://evil.example/x`).'],
  ['an address with a path', 'See evil.example/x now.', 'See `evil.example/x` now.'],
  ['a name with dots', 'Node.js runs index.html.', 'Node.js runs index.html.'],
  [
    'a table',
    '| Plan | Keys |\n|-|-|\n| Free | 1 |\n| Team | 5 |',
    '- **Plan**: Free · **Keys**: 1\n- **Plan**: Team · **Keys**: 5',
  ],
  ['tasks', '- [x] one\n- [ ] two', '- ☑ one\n- ☐ two'],
  ['lines of the source', 'one\ntwo', 'one two'],
  ['what looks like a heading', '\\# no heading', '\\# no heading'],
])('%s in Slack', (_name, markdown, shown) => {
  expect(inSlack(markdown)).toBe(shown)
})

test('the sources are numbered as their markers are', () => {
  expect(renderSources('Sources', { dialect: SLACK_DIALECT, citations: CITATIONS })).toEqual([
    [
      '**Sources**',
      '1. [Page 1](https://docs.acme.example/keys#rotate)',
      '2. [Odd [page] &lt;!channel&gt;](https://docs.acme.example/a%28b%29?x=1%7C2)',
      '3. Page 3',
    ].join('\n'),
  ])
})

test('a notification has the words alone', () => {
  expect(plainText('# Keys\n\n**Rotate** `it` [here](https://x.example).\n\n- a\n- b')).toBe(
    'Keys Rotate it here. a b',
  )
})
