import { describe, expect, test } from 'vitest'
import type { Block } from '../blocks.ts'
import { parseHtml } from './html.ts'

const shown = (block: Block): string => {
  if (block.kind === 'heading') return `${'#'.repeat(block.depth)} ${block.text} {${block.anchor}}`
  if (block.kind === 'code') return `<${block.language}> ${block.text}`
  return block.kind === 'table' ? `${block.headerRow}\n${block.text}` : block.text
}
const blocks = (html: string) => parseHtml(html).blocks.map(shown)

const DOCUSAURUS = `<html lang="en-GB"><head><title>Install | Site</title>
  <link rel="canonical" href="https://docs.example.org/install"></head><body>
  <div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_x" href="#main">Skip to main content</a></div>
  <nav class="navbar">Docs Blog</nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container">Menu</aside>
  <main><div class="row"><div class="col"><article><nav class="theme-doc-breadcrumbs">Home</nav><span class="theme-doc-version-badge">Version 2</span>
  <div class="tocCollapsible_x theme-doc-toc-mobile"><button>On this page</button></div>
  <div class="theme-doc-markdown markdown"><header><h1>Install</h1></header>
  <h2 class="anchor" id="steps">Steps<a href="#steps" class="hash-link" aria-label="Direct link" title="x">​</a></h2>
  <div class="theme-admonition theme-admonition-warning alert alert--warning"><div class="admonitionHeading_a"><span class="admonitionIcon_b"><svg><path/></svg></span>warning</div><div class="admonitionContent_c"><p>Back up first.</p></div></div>
  <div class="theme-tabs-container tabs-container"><ul role="tablist" class="tabs"><li role="tab" class="tabs__item">npm</li><li role="tab">Yarn</li></ul>
  <div class="margin-top--md"><div role="tabpanel"><div class="language-bash codeBlockContainer_d theme-code-block"><div class="codeBlockContent_e"><pre class="prism-code language-bash"><code><span class="token-line"><span>npm install x</span><br></span></code></pre><div class="buttonGroup_f"><button>Copy</button></div></div></div></div>
  <div role="tabpanel" hidden=""><pre class="language-bash"><code>yarn add x</code></pre></div></div></div>
  <details><summary>Why?</summary><div><p>Because.</p></div></details></div>
  <footer><a class="theme-edit-this-page">Edit this page</a></footer></article><nav class="pagination-nav">Next</nav></div>
  <div class="col col--3"><div class="tableOfContents_g theme-doc-toc-desktop"><ul><li>Steps</li></ul></div></div></div></main></div></div></body></html>`

const MKDOCS = `<body><header class="md-header">Site</header><div class="md-container"><main class="md-main"><div class="md-sidebar md-sidebar--primary"><nav>Menu</nav></div>
  <div class="md-content"><article class="md-content__inner md-typeset"><a href="x" title="Edit this page" class="md-content__button">Edit this page</a>
  <h1 id="keys">Keys<a class="headerlink" href="#keys">¶</a></h1>
  <div class="admonition note"><p class="admonition-title">Note</p><p>Keys expire.</p></div>
  <div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked id="a1" name="a" type="radio"><input id="a2" name="a" type="radio"><div class="tabbed-labels"><label for="a1">Linux</label><label for="a2">macOS</label></div>
  <div class="tabbed-content"><div class="tabbed-block"><p>Run apt.</p></div><div class="tabbed-block"><p>Run brew.</p></div></div></div>
  <div class="language-py highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span>1
2</span></pre></div></td><td class="code"><div><pre><code>def f():
    pass
</code></pre></div></td></tr></table></div></article></div></main></div><footer>Made with MkDocs</footer></body>`

const SPHINX = `<body><div class="related" role="navigation"><h3>Navigation</h3></div><div class="document"><div class="body" role="main"><section id="intro"><h1>Intro<a class="headerlink" href="#intro">¶</a></h1>
  <div class="admonition seealso"><p class="admonition-title">See also</p><p>More.</p></div>
  <div class="highlight-python notranslate"><div class="highlight"><pre><span></span>x = 1
</pre></div></div>
  <dl class="simple"><dt>timeout</dt><dd><p>Seconds to wait.</p></dd><dt>retries</dt><dd><p>How often.</p></dd></dl>
  <dl class="py function"><dt id="f">f(x)<a class="headerlink" href="#f">¶</a></dt><dd><p>Does it.</p><pre>f(1)</pre></dd></dl></section></div></div>
  <div class="sphinxsidebar">Sidebar</div><div class="footer">Copyright</div></body>`

const GITHUB = `<body><div role="banner">GitHub</div><div class="repository-content"><article class="markdown-body"><h2 id="user-content-use"><a id="use" class="anchor" href="#use"></a>Use</h2>
  <div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title"><svg></svg>Tip</p><p>Try it.</p></div>
  <div class="highlight highlight-source-shell"><pre>ls -l</pre></div><ol start="3"><li><p>Third</p><pre><code class="language-sh">  cd x</code></pre></li><li>Fourth<ul><li>inner</li></ul></li></ol></article></div></body>`

const SOUP = `<body><div id="app"><header>Shop Docs Login</header><div class="cookie-banner">We use cookies. Accept</div><div class="layout"><div class="sidebar-left">Menu A B</div>
  <div id="content"><h1>Returns</h1><p>Send it back within 30 days.</p><p style="color:red; display: none">Secret</p><p aria-hidden="true">★</p>
  <table><thead><tr><td>Item</td><td>Days</td></tr></thead><tbody><tr><td rowspan="2">Shoes</td><td>30</td></tr><tr><td>14 on sale</td></tr></tbody></table></div></div>
  <div class="newsletter-signup">Subscribe!</div></div></body>`

describe('the content of the page is parsed, and nothing around it', () => {
  test.each([
    [
      'Docusaurus',
      DOCUSAURUS,
      [
        'Version 2',
        '# Install {undefined}',
        '## Steps {steps}',
        'Warning:',
        'Back up first.',
        'npm:',
        '<bash> npm install x',
        'Yarn:',
        '<bash> yarn add x',
        'Why?',
        'Because.',
      ],
    ],
    [
      'MkDocs',
      MKDOCS,
      [
        '# Keys {keys}',
        'Note:',
        'Keys expire.',
        'Linux:',
        'Run apt.',
        'macOS:',
        'Run brew.',
        '<py> def f():\n    pass',
      ],
    ],
    [
      'Sphinx',
      SPHINX,
      [
        '# Intro {intro}',
        'See also:',
        'More.',
        '<python> x = 1',
        '- timeout: Seconds to wait.\n- retries: How often.',
        'f(x):',
        'Does it.',
        '<undefined> f(1)',
      ],
    ],
    [
      'GitHub',
      GITHUB,
      [
        '## Use {user-content-use}',
        'Tip:',
        'Try it.',
        '<shell> ls -l',
        '3. Third',
        '<sh>   cd x',
        '4. Fourth\n  - inner',
      ],
    ],
    [
      'divisions without a name for anything',
      SOUP,
      [
        '# Returns {content}',
        'Send it back within 30 days.',
        'Item | Days\nShoes | 30\nShoes | 14 on sale',
      ],
    ],
  ])('%s', (_, html, expected) => {
    expect(blocks(html)).toEqual(expected)
  })
})

describe('a name that looks like furniture', () => {
  test.each(['Cookies', 'Pagination', 'Feedback', 'Consent & cookies', 'Sidebar', 'Newsletter 2'])(
    'is the id of a section about %s, and the section is read',
    (title) => {
      const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
      const inside = `<h2>${title}<a class="headerlink" href="#${id}">¶</a></h2><p>All of it.</p>`
      const expected = [`## ${title} {${id}}`, 'All of it.']
      expect(blocks(`<main><section id="${id}">${inside}</section></main>`)).toEqual(expected)
      // docutils before 0.18.
      expect(blocks(`<main><div class="section" id="${id}">${inside}</div></main>`)).toEqual(
        expected,
      )
      expect(blocks(`<main><div id="${id}-1">${inside}</div></main>`)).toHaveLength(2)
    },
  )

  test('is furniture where a division has it, and its heading says something else', () => {
    const banner = '<div id="cookie-consent"><h2>We value your privacy</h2><p>Accept</p></div>'
    const classes = '<section class="newsletter"><h2>Newsletter</h2><p>Subscribe!</p></section>'
    expect(blocks(`<main><p>Text.</p>${banner}${classes}</main>`)).toEqual(['Text.'])
  })
})

test('an aside that is a note is parsed, and a sidebar is not', () => {
  const note = (name: string, text: string) => `<aside class="${name}"><p>${text}</p></aside>`
  const starlight = `<aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Caution</p><div class="starlight-aside__content"><p>Back up first.</p></div></aside>`
  const notes = `${starlight}<aside class="admonition">A</aside><aside class="callout callout-x">B</aside>`
  const beside = ['', 'sidebar note', 'related', 'multiple', 'footnotes', 'tooltip']
    .map((name) => note(name, `${name} beside`))
    .join('')
  expect(blocks(`<main><p>Text.</p>${notes}${beside}</main>`)).toEqual([
    'Text.',
    'Back up first.',
    'A',
    'B',
  ])
})

describe('what a page says of itself', () => {
  test('its language and its own address', () => {
    expect(parseHtml(DOCUSAURUS)).toMatchObject({
      language: 'en-GB',
      canonicalUrl: 'https://docs.example.org/install',
    })
    expect(parseHtml('<link rel=canonical href="javascript:x">').canonicalUrl).toBeUndefined()
    expect(parseHtml('<link rel=canonical href="/relative">').canonicalUrl).toBeUndefined()
  })

  test.each([
    '<meta property="article:published_time" content="2024-03-02T10:00:00Z"><time datetime="2025-01-01">',
    '<script type="application/ld+json">{"@graph":[{"@type":"Article","datePublished":"2024-03-02T10:00:00Z"}]}</script>',
    '<time datetime="12:30"></time><time itemprop="datePublished" datetime="2024-03-02T10:00Z">',
    '<script type="application/ld+json">{"a":1,}</script><time datetime="2024-03-02T10:00Z">',
  ])('the day it was published: %s', (html) => {
    expect(parseHtml(html).publishedAt).toEqual(new Date('2024-03-02T10:00:00Z'))
  })

  test('and nothing where it does not', () => {
    const { language, canonicalUrl, publishedAt } = parseHtml('<p>2024-03-02 https://a.test</p>')
    expect([language, canonicalUrl, publishedAt]).toEqual([undefined, undefined, undefined])
  })
})
