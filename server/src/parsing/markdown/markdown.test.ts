import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'

const blocks = (content: string) => parseMarkdown(content).blocks
const texts = (content: string) => blocks(content).map((block) => block.text)

test('a heading carries the anchor GitHub gives it, and a second of that name its own', () => {
  expect(blocks('# What’s new in v1.2?\n\n## Setup\n\nA\n-\n\n## Setup ##')).toEqual([
    { kind: 'heading', text: 'What’s new in v1.2?', depth: 1, anchor: 'whats-new-in-v12' },
    { kind: 'heading', text: 'Setup', depth: 2, anchor: 'setup' },
    { kind: 'heading', text: 'A', depth: 2, anchor: 'a' },
    { kind: 'heading', text: 'Setup', depth: 2, anchor: 'setup-1' },
  ])
})

test('an id written after a heading is its anchor', () => {
  expect(blocks('## Controller functions {#functions-of-the-ccm}')).toEqual([
    { kind: 'heading', text: 'Controller functions', depth: 2, anchor: 'functions-of-the-ccm' },
  ])
})

test.each([
  ['---\ntitle: "Say \\"hi\\""\nweight: 1\n---\n# Other', 'Say "hi"'],
  ['---\ntitle: Pods # not shown\n---\n', 'Pods'],
  ['+++\ntitle = "Pods"\n+++\n', 'Pods'],
  ['text\n\n# First\n\n# Second', 'First'],
  ['## Not a title', null],
  ['---\ntitle: never closed', null],
])('the title comes from front matter, else from the first h1: %j', (content, title) => {
  expect(parseMarkdown(content).title).toBe(title)
})

test('front matter is no text', () => {
  expect(texts('---\ntitle: A\ntags: [b]\n---\nBody.')).toEqual(['Body.'])
})

test('links, images, emphasis, code and references are shown by their text', () => {
  const source =
    'See [the **docs**](https://a.b/c_(d) "t"), ![a pod](p.png), `a_b`, _so_ ~~old~~, [x][y], [z] and [w].\n\n[y]: /y\n[z]: /z'
  expect(texts(source)).toEqual(['See the docs, a pod, `a_b`, so old, x, z and [w].'])
})

test.each([
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['*.yaml and *.json', '*.yaml and *.json'],
  ['a\\*b &lt;c&gt; &copy; &#39;', "a*b <c> © '"],
  ['``a ` b`` and `unclosed', 'a ` b and `unclosed'],
  ['<https://a.b> List<String> a<br>b <span class="x">c</span>', 'https://a.b List<String> a\nb c'],
  ['soft\nbreak, hard  \nbreak', 'soft break, hard\nbreak'],
  ['before <!-- hidden --> after', 'before after'],
])('inline markup is read as a reader sees it: %j', (source, text) => {
  expect(texts(source)).toEqual([text])
})

test('a code block is kept whole, with its language', () => {
  expect(
    blocks('```yaml title="x"\na:\n\n  # no heading\n  - b\n```\n\n    indented\n\n      more'),
  ).toEqual([
    { kind: 'code', text: 'a:\n\n  # no heading\n  - b', language: 'yaml' },
    { kind: 'code', text: 'indented\n\n  more' },
  ])
})

test('a list keeps its order and nesting, and counts on from its first number', () => {
  expect(texts('1. one\n   more\n1. two\n   - inner\n\n   still two\n1. three\n\nafter')).toEqual([
    '1. one more\n2. two\n  - inner\n  still two\n3. three',
    'after',
  ])
})

test('code inside a list item is a block of its own, between the items', () => {
  expect(blocks('1. Run:\n\n   ```sh\n   ls\n     -a\n   ```\n\n2. Done')).toEqual([
    { kind: 'list', text: '1. Run:' },
    { kind: 'code', text: 'ls\n  -a', language: 'sh' },
    { kind: 'list', text: '2. Done' },
  ])
})

test('a table has its header row apart from its rows', () => {
  expect(blocks('| Name | Use |\n|:--|--:|\n| `a` | x \\| y |\n| b | |\n\nafter')).toEqual([
    { kind: 'table', headerRow: 'Name | Use', text: '`a` | x | y\nb' },
    { kind: 'text', text: 'after' },
  ])
})

test('a quote is text, and an alert says its name', () => {
  expect(texts('> [!WARNING]\n> Do not.\n>\n> ```\n> code\n> ```\n- a\n    > quoted')).toEqual([
    'Warning: Do not.',
    'code',
    '- a',
    'quoted',
  ])
})

test('Hugo shortcodes leave what they show', () => {
  const source = [
    'A {{< glossary_tooltip text="cluster" term_id="cluster" >}} has nodes.',
    '{{< note >}}\nMind this.\n{{< /note >}}',
    '{{< comment >}}\nhidden\n{{< /comment >}}',
    '## {{% heading "prerequisites" %}}',
    '{{< highlight yaml >}}\na: 1\n{{< /highlight >}}',
    '{{< unclosed',
  ].join('\n\n')
  expect(blocks(source)).toEqual([
    { kind: 'text', text: 'A cluster has nodes.' },
    { kind: 'text', text: 'Note: Mind this.' },
    { kind: 'heading', text: 'Before you begin', depth: 2, anchor: 'before-you-begin' },
    { kind: 'code', text: 'a: 1', language: 'yaml' },
    { kind: 'text', text: '{{< unclosed' },
  ])
})

test('of MDX the text stays, modules and component tags go', () => {
  const source = [
    "import Tabs from '@theme/Tabs'\nimport B from 'b'",
    'export const a = {\n  b: 1,\n}',
    '<Tabs\n  groupId="os"\n>',
    '<TabItem value="mac">\n\nUse *brew*.\n\n</TabItem>',
    'Inline <Icon name="x" /> text.',
    ':::tip[Good to know]\n\nRead.\n\n:::',
    '```js\nimport x from "y"\n```',
  ].join('\n\n')
  expect(texts(source)).toEqual([
    'Use brew.',
    'Inline text.',
    'Good to know',
    'Read.',
    'import x from "y"',
  ])
})

test('HTML inside markdown is read as HTML, its tables as tables', () => {
  const source =
    '<!-- a\n\nb -->\n\n<table>\n<thead><tr><th>Name</th></tr></thead>\n<tbody>\n\n<tr><td>a</td></tr>\n\n</tbody>\n</table>\n\n<details>\n<summary>More</summary>\n\n*Text*\n\n</details>'
  expect(blocks(source)).toEqual([
    { kind: 'table', headerRow: 'Name', text: 'a' },
    { kind: 'text', text: 'More' },
    { kind: 'text', text: 'Text' },
  ])
})

test('a footnote appears where it is defined, and its mark is dropped', () => {
  expect(texts('A claim[^1].\n\n[^1]: The proof.')).toEqual(['A claim.', 'The proof.'])
})
