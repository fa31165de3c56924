import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { html, prose } from '../../../text/html.ts'
import { buildOpenapi } from '../openapi/openapi.ts'
import { toCurl } from './reference-examples.ts'
import { renderReference } from './reference-page.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { json, type Route } from '@footnote/contract/route'
import { adminRoutes, publicRoutes } from '@footnote/contract/routes'
import { checkEach } from '../../../../../test/support/documentation/check-each.ts'

const routes = [...publicRoutes, ...adminRoutes]
const document = buildOpenapi(routes, { version: '1.2.3' })
const page = renderReference(document)

/** The part of the page about one operation. */
function getSection(operationId: string): string {
  const section = page.split('<section').find((part) => part.includes(` id="${operationId}"`))
  return section?.split('</section>')[0] ?? ''
}

test('each operation is listed, linked, and links each refusal', () => {
  checkEach(
    routes,
    ({ operationId }) => operationId,
    (route) => {
      const section = getSection(route.operationId)
      expect(page.includes(`href="#${route.operationId}"`)).toBe(true)
      expect(section).toContain(`<code>${route.path}</code>`)
      expect(section).toContain(`>${route.method.toUpperCase()}</span>`)
      for (const code of route.refusals) expect(section).toContain(`href="/docs/errors/${code}"`)
    },
  )
})

test('a long list of operations is folded up by what they are about', () => {
  const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'))
  const subjects = [...nav.matchAll(/<summary>([^<]*)</g)].map(([, subject]) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining(['Workspaces', 'Knowledge bases', 'Answer model', 'Sources']),
  )
})

test('nested response fields are shown with their path', () => {
  expect(getSection('search')).toContain('<code>results[].chunk.heading_path</code>')
})

test('each kind of stream frame has its fields', () => {
  const section = getSection('chat')
  for (const part of [
    'FirstFrame',
    'DeltaFrame',
    'LastFrame',
    'ErrorFrame',
    '<code>delta</code>',
  ]) {
    expect(section).toContain(part)
  }
  expect(section).toContain('href="/docs/errors/QUOTA_EXCEEDED"')
})

test('a required field, a default and a limit can be read', () => {
  const section = getSection('search').replace(/\s+/g, ' ')
  expect(section).toMatch(/<code>query<\/code> <span class="type">string<\/span> <b[^>]*>required</)
  expect(section).toContain('1 to 4,000 characters.')
  expect(section).toContain('Default: <code>10</code>.')
})

test('an operation has its description, and a command with its response', () => {
  const section = getSection('search')
  expect(section).toContain('Returns the passages that match the query best')
  expect(section).toContain(
    'curl -X POST &quot;$FOOTNOTE_URL/api/v1/public/knowledge-bases/0199c1f2-',
  )
  expect(section).toContain('-H &quot;X-Client-Key: $CLIENT_KEY&quot;')
  expect(section).toContain('&quot;query&quot;: &quot;rotate api key&quot;')
  expect(section).toContain('Response: 200')
  expect(section).toContain('&quot;rrf_score&quot;: 0.0328')
  expect(getSection('chat')).toContain('data: {&quot;delta&quot;:&quot;Create a second key')
  expect(getSection('restoreDeletedPage')).toContain('?page=https%3A%2F%2Fdocs.example.com')
})

test('refusals show the body that they have', () => {
  expect(getSection('createKey')).toMatch(/Refusals[^]*&quot;code&quot;: &quot;BAD_REQUEST&quot;/)
})

test('fields of each kind of object are shown, and which kind they belong to', () => {
  const section = getSection('createSource').replace(/\s+/g, ' ')
  expect(section).toContain('fields of <code>settings</code>')
  expect(section).toMatch(
    /<code>settings.repository<\/code>.{1,200}When <code>type<\/code> is <code>git<\/code>/,
  )
})

test('fields of an object that may be null are shown', () => {
  expect(getSection('getSource')).toContain('<code>settings.repository</code>')
  expect(getSection('getSource')).toContain('<code>last_sync.counts.found</code>')
})

test('what is not in the table of routes has its messages, tools and codes', () => {
  const all = renderReference(buildOpenapi(routes, { version: '1', transports: true }))
  for (const part of [
    '<h5>AskMessage</h5>',
    '<h5>ErrorFrameMessage</h5>',
    '<td>4408</td>',
    'Tool: <code>search</code>',
    'Accept: application/json, text/event-stream',
    'href="#llmsTxt"',
    'href="#sourceHook"',
    'href="#metrics"',
    'href="#syncFailedEvent"',
    '<code>data.gap_id</code>',
    '<figcaption>You get</figcaption>',
  ]) {
    expect(all).toContain(part)
  }
})

test('a single quote in an example does not end the command', () => {
  const operation = document.paths['/api/v1/public/feedback']?.['post']
  const requestBody = {
    required: true,
    content: { 'application/json': { schema: {}, example: { comment: "it's" } } },
  }
  expect(operation && toCurl('/x', 'post', { ...operation, requestBody })).toContain(
    String.raw`"comment": "it'\''s"`,
  )
})

test('the page runs no script and loads nothing', () => {
  expect(page).not.toMatch(/<script|<link|<img|\son\w+=|url\(|@import/i)
})

test('every id on the page is there once', () => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('the content of the document is escaped', () => {
  const attack = `"><script>alert('x')</script>&`
  const route: Route = {
    operationId: attack,
    method: 'post',
    path: `/${attack}`,
    tag: 'admin',
    summary: attack,
    params: z.object({ [attack]: z.string().describe(attack) }),
    body: z.strictObject({ [attack]: z.enum([attack]).describe(`\`${attack}\``).default(attack) }),
    response: json(200, z.object({ [attack]: z.literal(attack).describe(attack) })),
    refusals: [],
  }
  const attacked = renderReference(buildOpenapi([route], { version: attack }))

  test('in every place', () => {
    expect(attacked).not.toContain('<script')
    expect(attacked).not.toContain('">&lt;')
    expect(attacked.split('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)').length).toBeGreaterThan(8)
  })

  test('in examples too', () => {
    const [operation] = Object.values(document.paths['/api/v1/public/feedback'] ?? {})
    const content = { 'application/json': { schema: {}, example: attack } }
    const description = attack
    const changed = { description, requestBody: { required: true, content } }
    const post = operation && {
      ...operation,
      ...changed,
      responses: { '200': { content, description } },
    }
    const shown = renderReference({ ...document, paths: { '/x': post ? { post } : {} } })
    expect(shown).not.toContain('<script')
    expect(shown.split('&lt;script&gt;').length).toBeGreaterThan(3)
  })

  test('by the template itself', () => {
    expect(html`<b title="${attack}">${attack}</b>`.html).toBe(
      '<b title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</b>',
    )
    expect(prose('a `<b>` c').map((part) => part.html)).toEqual([
      'a ',
      '<code>&lt;b&gt;</code>',
      ' c',
    ])
  })
})

test('its colours are those of the console', () => {
  const tokens = readFileSync(
    join(import.meta.dirname, '../../../../../console/src/styles/tokens.css'),
    'utf8',
  )
  const colours = REFERENCE_STYLE.match(/#[0-9a-f]{3,6}\b/g) ?? []
  expect(colours.length).toBeGreaterThan(20)
  expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([])
})
