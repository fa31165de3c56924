import { expect, test } from 'vitest'
import { parseHtml } from './html.ts'

const blocks = (html: string) => parseHtml(html).blocks

test('only the main content is read', () => {
  const page = `<!doctype html><title>Page – Site</title><body><header>Logo</header><nav>Menu</nav>
    <main><header><h1 id="t">Title</h1></header><p>Text.</p><aside>Aside</aside><svg><text>x</text></svg>
    <form>Form</form><script>if (a < b) { '</p>' }</script><style>p{}</style><nav>Next</nav></main><footer>Foot</footer>`
  expect(parseHtml(page)).toEqual({
    title: 'Title',
    blocks: [
      { kind: 'heading', text: 'Title', depth: 1, anchor: 't' },
      { kind: 'text', text: 'Text.' },
    ],
  })
})

test('without a main element the articles are read, and without those the body', () => {
  expect(blocks('<p>x</p><article>a</article><article>b</article>').map((b) => b.text)).toEqual([
    'a',
    'b',
  ])
  expect(parseHtml('<head><title>T &amp; U</title></head><header>h</header><p>x')).toEqual({
    title: 'T & U',
    blocks: [{ kind: 'text', text: 'x' }],
  })
})

test("a heading's anchor is its own id, else that of the section or link before it", () => {
  const html =
    '<h2 id="own">A<a class="headerlink" href="#own">¶</a></h2><section id="sec"><h3>B</h3><p>t</p></section><a id="link"></a><h3>C</h3><p>t</p><h4>D</h4>'
  expect(blocks(html).filter((block) => block.kind === 'heading')).toEqual([
    { kind: 'heading', text: 'A', depth: 2, anchor: 'own' },
    { kind: 'heading', text: 'B', depth: 3, anchor: 'sec' },
    { kind: 'heading', text: 'C', depth: 3, anchor: 'link' },
    { kind: 'heading', text: 'D', depth: 4 },
  ])
})

test('code is kept whole, spaces and line ends included', () => {
  const html =
    '<pre><code class="hljs language-js">\n<span>if</span> (a &lt; b) {\n    c()<br>}\n</code><button>Copy</button></pre>'
  expect(blocks(html)).toEqual([{ kind: 'code', text: 'if (a < b) {\n    c()\n}', language: 'js' }])
})

test('inline code keeps its limits in text, items and cells, and not in headings', () => {
  const html =
    '<h2>The <code>id</code></h2><p>Run <code>ls <span>-l</span></code>, then stop.</p><ul><li>Set <code>A</code>.</ul><table><tr><td><code>x</code><td>y</table>'
  expect(blocks(html).map(({ text }) => text)).toEqual([
    'The id',
    'Run `ls -l`, then stop.',
    '- Set `A`.',
    '`x` | y',
  ])
})

test('tables are read by rows, with a header only where the page marks one', () => {
  const html =
    '<table><caption>Options</caption><tr><th>Name<th>Use<tr><td>a<td><p>one</p><p>two</p></table><table><tr><td colspan=2>-h</td></tr><tr><td></td><td>help</td></tr></table>'
  expect(blocks(html)).toEqual([
    { kind: 'text', text: 'Options' },
    { kind: 'table', headerRow: 'Name | Use', text: 'a | one two' },
    { kind: 'table', text: '-h\nhelp' },
  ])
})

test('lists keep nesting and numbers, with or without end tags', () => {
  expect(blocks('<ol><li>one<ul><li>inner</ul><li><p>two</p><p>more</p></ol>after')).toEqual([
    { kind: 'list', text: '1. one\n  - inner\n2. two\n  more' },
    { kind: 'text', text: 'after' },
  ])
})

test('white space is one space, a br is a line end, an image is its alt text', () => {
  expect(blocks('<p>a\n   <b>b</b>&nbsp;c<br>d <img alt="e &quot;f&quot;" src=x></p>')).toEqual([
    { kind: 'text', text: 'a b c\nd e "f"' },
  ])
})

test('a note of Asciidoctor and Antora is read by its title and its text, not as a table', () => {
  const html = `<div class="admonitionblock warning"><table><tbody><tr><td class="icon"><i class="fa icon-warning" title="Warning"></i><div class="title">Warning</div></td>
    <td class="content"><div class="paragraph"><p>Do not share it.</p></div><pre>rm key</pre></td></tr></tbody></table></div>`
  expect(blocks(html)).toEqual([
    { kind: 'text', text: 'Warning:' },
    { kind: 'text', text: 'Do not share it.' },
    { kind: 'code', text: 'rm key' },
  ])
})
