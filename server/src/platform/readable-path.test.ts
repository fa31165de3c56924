import { expect, test } from 'vitest'
import { createSite } from '../connectors/website/site.ts'
import { createRuling } from '../sources/page-ruling.ts'
import { readablePath } from './readable-path.ts'

test.each([
  ['https://a.example/gr%C3%B6%C3%9Fe/a%20b', '/größe/a b'],
  ['https://a.example/internal%2Fplan', '/internal/plan'],
  ['https://a.example/a%3Fb%23c', '/a?b#c'],
  ['https://a.example/%FF', '/%FF'],
  ['https://a.example/100%', '/100%'],
])('the path of %s is %s', (url, path) => {
  expect(readablePath(url)).toBe(path)
})

const site = (include: string[], exclude: string[]) =>
  createSite(
    { type: 'website', url: 'https://a.example/', include, exclude, render: false, max_pages: 10 },
    {
      fetchPage: () => Promise.reject(new Error('Nothing is fetched')),
      userAgent: 'FootnoteBot/1.0',
      maxPageBytes: 1_000,
      renderer: null,
      signsIn: false,
    },
  )

test.each(['/internal/plan', '/internal%2Fplan', '/internal/a%20b'])(
  'a rule, an include and an exclude pattern fit %s alike',
  (path) => {
    const url = `https://a.example${path}`
    const rule = createRuling({
      visibility: 'public',
      group_id: null,
      rules: [{ match: '/internal/**', visibility: 'restricted', labels: {} }],
    })
    expect(rule({ url, containers: [] }).visibility).toBe('restricted')
    expect(site(['/internal/**'], []).isWanted(url)).toBe(true)
    expect(site([], ['/internal/**']).isWanted(url)).toBe(false)
  },
)
