import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { siteFaults } from '../../site/src/check-site.ts'
import { withContentPolicy } from '../../site/src/content-policy.ts'
import { siteLink } from '../../site/src/links.ts'
import { API_LINK, menu, menuFaults } from '../../site/src/menu.ts'
import { SECTIONS } from '../../site/src/sections.ts'
import { widgetSettings } from '../../site/src/widget-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeSite(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return join(folder, name)
}

test('every page of the docs is in one section of the site', () => {
  expect(menuFaults()).toEqual([])
})

test('a page in no section, in two, or that does not exist is a fault', () => {
  const [first, ...others] = SECTIONS
  const start = { title: 'Start', summary: '', pages: ['guides/console', 'guides/none'] }
  const faults = menuFaults([start, { ...start, pages: ['guides/console'] }, ...others])
  expect(first?.pages).toContain('guides/quick-start')
  expect(faults).toContain('docs/guides/quick-start.md is in no section of site/src/sections.ts')
  expect(faults).toContain('site/src/sections.ts names guides/none, which does not exist')
  expect(faults).toContain('site/src/sections.ts names guides/console twice')
})

test('the menu has the short names of docs/README.md, and the errors below their list', () => {
  const items = menu().flatMap((section) => section.items)
  expect(items).toContainEqual({ text: 'Sources', link: '/guides/sources' })
  expect(items).toContainEqual(API_LINK)
  const errors = items.find(({ link }) => link === '/errors/')
  expect(errors).toMatchObject({ collapsed: true })
  expect(errors !== undefined && 'items' in errors && errors.items[0]).toEqual({
    text: 'BAD_REQUEST (400)',
    link: '/errors/BAD_REQUEST',
  })
})

test.each([
  ['widgets.md#keys', 'docs/guides/widget.md', '/guides/widgets#keys'],
  ['../errors/README.md', 'docs/guides/widget.md', '/errors/'],
  ['docs/decisions/README.md', 'ARCHITECTURE.md', '/decisions/'],
  ['../../SECURITY.md#x', 'docs/guides/widget.md', '/project/security#x'],
  ['../../deploy/cluster', 'docs/guides/widget.md', '/files/deploy/cluster/'],
  ['../reference/openapi.json', 'docs/guides/widget.md', '/files/docs/reference/openapi.json'],
  ['../pictures/demo.png', 'docs/guides/widget.md', '../pictures/demo.png'],
  ['#modes', 'docs/guides/widget.md', '#modes'],
  ['https://example.com/a.md', 'docs/guides/widget.md', 'https://example.com/a.md'],
])('%s in %s leads to %s', (href, file, expected) => {
  expect(siteLink(href, file)).toBe(expected)
})

test('links and anchors without a target are faults, and so is what another origin serves', () => {
  const dist = makeSite('broken', {
    'index.html':
      '<a href="/guides/a#one"></a><a href="/guides/a#two"></a><a href="/none"></a><a href="#none"></a><script src="https://cdn.example/x.js"></script><a href="https://example.com/"></a>',
    'guides/a.html': '<h2 id="one"></h2><a href="../"></a><img src="b.png"><a href="b"></a>',
    'guides/b/index.html': '',
  })
  expect(siteFaults(dist)).toEqual([
    'guides/a.html: links to b.png, which does not exist',
    'index.html: links to /guides/a#two, which has no such heading',
    'index.html: links to /none, which does not exist',
    'index.html: links to #none, which has no such heading',
    'index.html: loads https://cdn.example/x.js',
  ])
  expect(siteFaults(dist, ['https://cdn.example'])).toHaveLength(4)
})

test('the policy names inline scripts by their hash, and no origin but the service', () => {
  const html = '<head><meta charset="utf-8"><script>1</script><script src="/a.js"></script></head>'
  const page = withContentPolicy(html, 'https://answers.example.com/')
  expect(page).toContain("default-src 'none'")
  expect(page).toContain(
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=' https://answers.example.com;",
  )
  expect(page).toContain("connect-src 'self' https://answers.example.com;")
  expect(withContentPolicy(html, undefined)).not.toContain('https:')
})

test('the widget needs all three settings, or none', () => {
  expect(widgetSettings({})).toBeUndefined()
  const given = {
    FOOTNOTE_SITE_SERVICE_URL: 'https://answers.example.com/',
    FOOTNOTE_SITE_KNOWLEDGE_BASE_ID: '0199c1f2',
  }
  expect(() => widgetSettings(given)).toThrow('FOOTNOTE_SITE_CLIENT_KEY')
  expect(widgetSettings({ ...given, FOOTNOTE_SITE_CLIENT_KEY: 'fnp_1' })).toEqual({
    serviceUrl: 'https://answers.example.com',
    knowledgeBaseId: '0199c1f2',
    clientKey: 'fnp_1',
  })
})
