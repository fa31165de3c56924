import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderErrorPage } from './error-page.ts'

const FOLDER = new URL('../../../../../docs/errors/', import.meta.url)
const NAMES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''))
const getPage = (name: string): string =>
  renderErrorPage(readFileSync(new URL(`${name}.md`, FOLDER), 'utf8'))

test.each(NAMES)('%s: no Markdown is left, and each link leads to an error page', (name) => {
  const page = getPage(name)
  const main = page.slice(page.indexOf('<main>'), page.indexOf('</main>'))
  expect(main.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/\*\*|`|\]\(|\||^#|^\s*[-*] /m)
  for (const [, code = ''] of main.matchAll(/href="\/docs\/errors\/([^"]*)"/g)) {
    expect(NAMES).toContain(code)
  }
})

test('headings, tables, links, bold text and code are what they are in the Markdown', () => {
  const page = renderErrorPage(
    '# LOST (410)\n\n**Why:** it is `lost` & [gone](GONE.md), [why](../guides/a.md#b).\n\n' +
      '## More\n\n| Code |\n| ---- |\n| [GONE](GONE.md) |\n',
  )
  expect(page).toContain('<h1>LOST (410)</h1>')
  expect(page).toContain(
    '<p><strong>Why:</strong> it is <code>lost</code> &amp; <a href="/docs/errors/GONE">gone</a>, why.</p>',
  )
  expect(page).toContain('<h2>More</h2>')
  expect(page).toContain('<th scope="col">Code</th>')
  expect(page).toContain('<td><a href="/docs/errors/GONE">GONE</a></td>')
})

test('each entry of a list is one, after its paragraph or alone', () => {
  const page = renderErrorPage(
    '# LOST (410)\n\n**Fix:** look here:\n- in the `box`,\n  below\n- under [gone](GONE.md) - or not\n\n' +
      '1. first\n2. second\n\nNo - list.',
  )
  const plain = page.replaceAll(/\s+/g, ' ').replaceAll('> <', '><')
  expect(plain).toContain(
    '<p><strong>Fix:</strong> look here:</p><ul><li>in the <code>box</code>, below</li>' +
      '<li>under <a href="/docs/errors/GONE">gone</a> - or not</li></ul>' +
      '<ol><li>first</li><li>second</li></ol><p>No - list.</p>',
  )
})
