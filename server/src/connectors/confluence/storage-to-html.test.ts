import { describe, expect, test } from 'vitest'
import { readAsParsed as read } from '../../../../test/support/storage-format.ts'
import { storageToHtml } from './storage-to-html.ts'

describe('text that is HTML already', () => {
  test.each([
    ['<h2>Keys</h2><p>Made with <strong>care</strong>.</p>', ['## Keys', 'Made with care.']],
    ['<p>one<br/>two</p><hr/><blockquote><p>said</p></blockquote>', ['one\ntwo', 'said']],
    [
      '<ul><li><p>a</p><ol><li>b</li></ol></li></ul><ol start="3"><li>c</li></ol>',
      ['- a\n  1. b', '3. c'],
    ],
    [
      '<table data-layout="default"><colgroup><col style="width: 50%;" /></colgroup><tbody><tr><th><p>Plan</p></th><th>Days</th></tr><tr><td rowspan="2">Pro</td><td>30</td></tr><tr><td>45</td></tr></tbody></table>',
      ['Plan | Days\nPro | 30\nPro | 45'],
    ],
    ['<pre>ls -l\n  x</pre><p>Run <code>ls</code>.</p>', ['<undefined> ls -l\n  x', 'Run `ls`.']],
    [
      '<p>a&nbsp;b &mdash; c &lt;d&gt; &amp; &eacute;&hellip; &unknown;</p>',
      ['a b — c <d> & é… &unknown;'],
    ],
    [
      '<p><span style="color: rgb(255,0,0);">red</span> <u>line</u> H<sub>2</sub>O</p>',
      ['red line H2O'],
    ],
    ['<p><a href="https://example.org/x">a site</a></p>', ['a site']],
    [
      '<script>var x</script><style>p{}</style><p>kept</p><custom>this too</custom>',
      ['kept', 'this too'],
    ],
  ])('%s', (storage, expected) => {
    expect(read(storage)).toEqual(expected)
  })
})

describe('links, pictures and other elements of the storage format', () => {
  test.each([
    [
      '<p>See <ac:link><ri:page ri:content-title="Rotate keys" ri:space-key="DOC" /></ac:link>.</p>',
      ['See Rotate keys.'],
    ],
    [
      '<p><ac:link><ri:page ri:content-title="Keys" /><ac:plain-text-link-body><![CDATA[the <keys>]]></ac:plain-text-link-body></ac:link></p>',
      ['the <keys>'],
    ],
    [
      '<p><ac:link ac:anchor="top"><ac:link-body>up to the <em>top</em></ac:link-body></ac:link></p>',
      ['up to the top'],
    ],
    [
      '<p><ac:link><ri:page ri:content-title="Keys"/><ac:link-body><ac:image ac:alt="A key"><ri:url ri:value="https://x.test/k.png"/></ac:image></ac:link-body></ac:link></p>',
      ['A key'],
    ],
    ['<p><ac:link ac:anchor="limits" /></p>', ['limits']],
    [
      '<p><ac:link><ri:blog-post ri:content-title="We moved" ri:posting-day="2026/02/01"/></ac:link></p>',
      ['We moved'],
    ],
    [
      '<p><ac:link><ri:attachment ri:filename="plan.pdf"><ri:page ri:content-title="Plans"/></ri:attachment></ac:link></p>',
      ['plan.pdf'],
    ],
    [
      '<p><ac:link><ri:space ri:space-key="HELP"/></ac:link> <ac:link><ri:shortcut ri:key="jira" ri:parameter="ABC-7"/></ac:link></p>',
      ['HELP ABC-7'],
    ],
    [
      '<p>Ask <ac:link><ri:user ri:account-id="5b10a"/></ac:link> or <ac:link><ri:user ri:userkey="ff80"/><ac:link-body>Ada</ac:link-body></ac:link></p>',
      ['Ask or Ada'],
    ],
    [
      '<p>x</p><ac:image ac:alt="The start page"><ri:attachment ri:filename="a.png"/></ac:image><p>y</p>',
      ['x', 'The start page', 'y'],
    ],
    [
      '<ac:image ac:title="Menu"><ri:url ri:value="https://x.test/a.png"/><ac:caption><p>The <em>menu</em></p></ac:caption></ac:image>',
      ['Menu', 'The menu'],
    ],
    ['<p>a<ac:image><ri:attachment ri:filename="image-2026.png"/></ac:image></p>', ['a']],
    [
      '<p>Done <ac:emoticon ac:name="tick" /> <ac:emoticon ac:name="blue-star" ac:emoji-shortname=":rocket:" ac:emoji-id="1f680" ac:emoji-fallback="🚀" /><ac:emoticon ac:name="other"/></p>',
      ['Done ✅ 🚀'],
    ],
    [
      '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-uuid>7c</ac:task-uuid><ac:task-status>complete</ac:task-status><ac:task-body>Stop <em>it</em></ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Start it</ac:task-body></ac:task></ac:task-list>',
      ['- ✓ Stop it\n- Start it'],
    ],
    [
      '<p>by <time datetime="2026-03-31" /> <ac:placeholder ac:type="mention">Name somebody</ac:placeholder></p>',
      ['by 2026-03-31'],
    ],
    [
      '<p>The <ac:inline-comment-marker ac:ref="8d">marked</ac:inline-comment-marker> word</p>',
      ['The marked word'],
    ],
    [
      '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell>left</ac:layout-cell><ac:layout-cell><p>right</p></ac:layout-cell></ac:layout-section><ac:layout-section ac:type="single"><ac:layout-cell><p>below</p></ac:layout-cell></ac:layout-section></ac:layout>',
      ['left', 'right', 'below'],
    ],
    [
      '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">success</ac:adf-attribute><ac:adf-content><p>It works.</p></ac:adf-content></ac:adf-node><ac:adf-fallback><div class="panel"><p>It works.</p></div></ac:adf-fallback></ac:adf-extension>',
      ['Success:', 'It works.'],
    ],
    [
      '<ac:adf-extension><ac:adf-node type="decision-list"><ac:adf-node type="decision-item"><ac:adf-attribute key="state">DECIDED</ac:adf-attribute><ac:adf-content>Use one key</ac:adf-content></ac:adf-node></ac:adf-node><ac:adf-fallback><ul class="decision-list"><li>Use one key</li></ul></ac:adf-fallback></ac:adf-extension>',
      ['- Use one key'],
    ],
    [
      '<ac:adf-extension><ac:adf-node type="x"><ac:adf-attribute key="k">v</ac:adf-attribute><ac:adf-content>only here</ac:adf-content></ac:adf-node></ac:adf-extension>',
      ['only here'],
    ],
    [
      '<p>a <ac:unheard-of>word</ac:unheard-of> <ri:unheard-of ri:value="x">here</ri:unheard-of></p>',
      ['a word here'],
    ],
  ])('%s', (storage, expected) => {
    expect(read(storage)).toEqual(expected)
  })
})

test.each([
  ['an element that is not closed', '<p>one <strong>two</p><p>three</p>', ['one two', 'three']],
  ['characters that XML has not', '<p>a\u0001b</p>', ['a\u0001b']],
  [
    'the name of a property of every object',
    '<p>&constructor; &toString;</p>',
    ['&constructor; &toString;'],
  ],
])('%s: what can be read is', (_name, storage, expected) => {
  expect(read(storage)).toEqual(expected)
})

test('elements in elements without end are read', () => {
  const depth = 50_000
  const html = storageToHtml(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}<p>after</p>`)
  expect(html).toContain('deep')
  expect(html).toContain('<p>after</p>')
})
