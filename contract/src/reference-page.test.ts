import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { html, prose } from './html.ts'
import { buildOpenapi } from './openapi.ts'
import { renderReference } from './reference-page.ts'
import { json, type Route } from './route.ts'
import { adminRoutes, publicRoutes } from './routes.ts'

const routes = [...publicRoutes, ...adminRoutes]
const page = renderReference(buildOpenapi(routes, { version: '1.2.3' }))

/** The part of the page about one operation. */
function sectionOf(operationId: string): string {
  const section = page.split('<section').find((part) => part.includes(` id="${operationId}"`))
  return section?.split('</section>')[0] ?? ''
}

test.each(routes)('$operationId is listed, linked, and links each refusal', (route) => {
  const section = sectionOf(route.operationId)
  expect(page).toContain(`href="#${route.operationId}"`)
  expect(section).toContain(`<code>${route.path}</code>`)
  expect(section).toContain(`>${route.method.toUpperCase()}</span>`)
  for (const code of route.refusals) expect(section).toContain(`href="/docs/errors/${code}"`)
})

test('nested response fields are shown with their path', () => {
  expect(sectionOf('search')).toContain('<code>results[].chunk.heading_path</code>')
})

test('each kind of stream frame has its fields', () => {
  const section = sectionOf('chat')
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
  const section = sectionOf('search').replace(/\s+/g, ' ')
  expect(section).toMatch(/<code>query<\/code> <span class="type">string<\/span> <b[^>]*>required</)
  expect(section).toContain('1 to 4,000 characters.')
  expect(section).toContain('Default: <code>10</code>.')
})

test('the page runs no script and loads nothing', () => {
  expect(page).not.toMatch(/<script|<link|<img|\son\w+=|url\(|@import/i)
})

test('every id on the page is there once', () => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('whatever the document holds is escaped', () => {
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
