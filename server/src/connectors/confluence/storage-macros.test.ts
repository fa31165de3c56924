import { describe, expect, test } from 'vitest'
import { readAsParsed as read } from '../../../../test/support/storage-format.ts'
import { parseHtml } from '../../parsing/html/html.ts'
import { htmlPage } from '../api/html-page.ts'
import { storageToHtml } from './storage-to-html.ts'

const macro = (name: string, inside = '', attributes = '') =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="4f1b"${attributes}>${inside}</ac:structured-macro>`
const parameter = (name: string, value: string) =>
  `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const rich = (body: string) => `<ac:rich-text-body>${body}</ac:rich-text-body>`
const plain = (body: string) => `<ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body>`

describe('macros', () => {
  test.each([
    [
      'code',
      macro(
        'code',
        parameter('language', 'bash') +
          parameter('title', 'Rotate') +
          parameter('linenumbers', 'true') +
          plain('if [ $a < 1 ]; then\n  x ]] > y &amp; z\nfi'),
      ),
      ['Rotate', '<bash> if [ $a < 1 ]; then\n  x ]] > y &amp; z\nfi'],
    ],
    ['code without a language', macro('code', plain('a')), ['<undefined> a']],
    [
      'code of two parts',
      macro(
        'code',
        parameter('language', 'c#') +
          `<ac:plain-text-body><![CDATA[a[b]]]]><![CDATA[>c]]></ac:plain-text-body>`,
      ),
      ['<c#> a[b]]>c'],
    ],
    ['noformat', macro('noformat', plain('a\n  b')), ['<undefined> a\n  b']],
    ['info', macro('info', rich('<p>Keys expire.</p>')), ['Info:', 'Keys expire.']],
    ['note', macro('note', rich('<p>x</p>')), ['Note:', 'x']],
    ['tip', macro('tip', parameter('icon', 'false') + rich('<p>x</p>')), ['Tip:', 'x']],
    [
      'warning with a title',
      macro(
        'warning',
        parameter('title', 'Before you delete') + rich('<p>x</p><ul><li>y</li></ul>'),
      ),
      ['Warning: Before you delete:', 'x', '- y'],
    ],
    [
      'panel',
      macro(
        'panel',
        parameter('bgColor', '#fff') + parameter('title', 'Opening hours') + rich('<p>x</p>'),
      ),
      ['Opening hours:', 'x'],
    ],
    ['panel without a title', macro('panel', rich('<p>x</p>')), ['x']],
    [
      'expand',
      macro(
        'expand',
        parameter('title', 'How long?') + rich(`<p>A day.</p>${macro('code', plain('wait'))}`),
      ),
      ['How long?', 'A day.', '<undefined> wait'],
    ],
    [
      'page properties',
      macro(
        'details',
        parameter('hidden', 'true') +
          rich('<table><tbody><tr><th>Owner</th><td>Support</td></tr></tbody></table>'),
      ),
      ['Owner | Support'],
    ],
    [
      'section and column',
      macro(
        'section',
        rich(
          macro('column', parameter('width', '30%') + rich('<p>a</p>')) +
            macro('column', rich('<p>b</p>')),
        ),
      ),
      ['a', 'b'],
    ],
    [
      'excerpt',
      `<p>${macro('excerpt', parameter('hidden', 'true') + rich('in short'))}</p>`,
      ['in short'],
    ],
    [
      'include',
      macro(
        'include',
        parameter(
          '',
          '<ac:link><ri:page ri:space-key="DOC" ri:content-title="Opening hours" /></ac:link>',
        ),
      ),
      ['Opening hours'],
    ],
    [
      'excerpt-include',
      macro(
        'excerpt-include',
        parameter('', '<ac:link><ri:page ri:content-title="Prices" /></ac:link>') +
          parameter('nopanel', 'true'),
      ),
      ['Prices'],
    ],
    [
      'status',
      `<p>It is ${macro('status', parameter('colour', 'Green') + parameter('title', 'LIVE'))} now.</p>`,
      ['It is LIVE now.'],
    ],
    [
      'contents and listings',
      macro('toc', parameter('maxLevel', '3')) +
        macro(
          'children',
          parameter('page', '<ac:link><ri:page ri:content-title="Keys"/></ac:link>'),
        ) +
        macro('attachments') +
        macro('contentbylabel', parameter('cql', 'label = "x"') + parameter('title', 'Others')),
      [],
    ],
    [
      'contents of a part',
      macro('toc-zone', rich('<h2>Part</h2><p>Text.</p>')),
      ['## Part', 'Text.'],
    ],
    [
      'jira',
      `<p>Fixed by ${macro('jira', parameter('server', 'Acme') + parameter('key', 'ABC-12'))}.</p>`,
      ['Fixed by ABC-12.'],
    ],
    [
      'a file',
      macro('viewpdf', parameter('name', '<ri:attachment ri:filename="plan.pdf" />')),
      ['plan.pdf'],
    ],
    [
      'a drawing',
      macro('drawio', parameter('diagramName', 'Network') + parameter('width', '800')),
      ['Network'],
    ],
    [
      'another site',
      macro(
        'widget',
        parameter('url', '<ri:url ri:value="https://video.example/1"/>') + parameter('width', '9'),
      ),
      ['https://video.example/1'],
    ],
    ['html', macro('html', plain('<p>From <b>HTML</b></p><script>x()</script>')), ['From HTML']],
    [
      'a macro that nobody knows',
      macro(
        'acme-steps',
        parameter('title', 'Steps') + parameter('style', 'dark') + rich('<p>First.</p>'),
      ),
      ['Steps', 'First.'],
    ],
    [
      'one in a sentence',
      `<p>a ${macro('highlight', parameter('color', 'red') + rich('bright'))} word</p>`,
      ['a bright word'],
    ],
    ['one with text', macro('mermaid', plain('a --> b')), ['<undefined> a --> b']],
    ['one with nothing', macro('acme-chart', parameter('width', '9')), []],
    [
      'one of Confluence 3',
      '<ac:macro ac:name="code"><ac:default-parameter>sql</ac:default-parameter><ac:plain-text-body><![CDATA[select 1]]></ac:plain-text-body></ac:macro>',
      ['<sql> select 1'],
    ],
    [
      'one within another within a list',
      `<ul><li>a${macro('info', rich(macro('expand', parameter('title', 'More') + rich('<p>b</p>'))))}</li></ul>`,
      ['- a\n  Info\n  More\n  b'],
    ],
  ])('%s', (_name, storage, expected) => {
    expect(read(storage)).toEqual(expected)
  })

  test('an anchor is that of the heading after it', () => {
    const html = storageToHtml(`<p>${macro('anchor', parameter('', 'limits'))}</p><h2>Limits</h2>`)
    const headings = parseHtml(htmlPage('Page', html)).blocks.slice(1)
    expect(headings).toEqual([{ kind: 'heading', depth: 2, text: 'Limits', anchor: 'limits' }])
  })
})
