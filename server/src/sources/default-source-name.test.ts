import { MAX_NAME_CHARACTERS } from '@footnote/contract/limits'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import { expect, test } from 'vitest'
import { defaultSourceName } from './default-source-name.ts'

const website = (url: string) => SourceSettings.parse({ type: 'website', url })
const git = (repository: string) =>
  SourceSettings.parse({ type: 'git', repository, page_url: 'https://a.example/{path}' })

test.each([
  ['docs.example.com', website('https://docs.example.com/')],
  ['docs.example.com/v2', website('https://docs.example.com/v2/?lang=en#top')],
  ['code.example/acme/api.git', git('https://code.example/acme/api.git')],
  ['code.example/acme/docs', git('https://reader:secret@code.example/acme/docs')],
  ['/srv/docs', git('/srv/docs/')],
  [
    'api.example/openapi.json',
    SourceSettings.parse({
      type: 'openapi',
      url: 'https://api.example/openapi.json',
      page_url: 'https://docs.example/{operation}',
    }),
  ],
  [
    'files.example/handbook',
    SourceSettings.parse({ type: 'files', base_url: 'https://files.example/handbook/' }),
  ],
])('a source is called %s', (name, settings) => {
  expect(defaultSourceName(settings, [])).toBe(name)
})

test('a name that is taken gets a number', () => {
  const site = website('https://a.example/')
  expect(defaultSourceName(site, ['a.example'])).toBe('a.example (2)')
  expect(defaultSourceName(site, ['a.example', 'a.example (2)'])).toBe('a.example (3)')
})

test('a long address still fits', () => {
  const long = website(`https://a.example/${'x'.repeat(500)}`)
  const first = defaultSourceName(long, [])
  const second = defaultSourceName(long, [first])
  expect(second.length).toBeLessThanOrEqual(MAX_NAME_CHARACTERS)
  expect(second).not.toBe(first)
})
