import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HTTP = join(import.meta.dirname, '../../server/src/http')

/** Where the contract's schemas are handed to Fastify. */
const SERVE = 'serve.ts'

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

/** A path begins a string, an attribute, or what follows `${…}`; after `}` it may be a regex's flags. */
const PATH_LITERAL =
  /['"`]\/[\w.:{].*|\}\/(?![dgimsuvy]{1,4}\b)[\w.:{].*|\^\\\/[\w.(].*|api\\?\/v\d.*/g
const SCHEMA_LITERAL = /\bschema: \{\s*(?:params|querystring|body|response|headers)\b.*/g

const literalsIn = (source: string, pattern: RegExp): string[] =>
  withoutComments(source).match(pattern) ?? []

const files = readdirSync(HTTP, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

test.each([
  `app.get('/extra', handler)`,
  'app.get(`/extra/${id}`, handler)',
  'const url = `${publicUrl}/mcp/${id}`',
  'const url = `${base}/page.md`',
  'html`<a href="/docs">`',
  String.raw`const READERS = /^\/(api|mcp)/`,
  String.raw`const PATH = /^\/mcp/`,
  String.raw`const PATH = /\/api\/v1\/public/`,
  'const example = `curl {address}/api/v1/public`',
])('a path in %s is found', (source) => {
  expect(literalsIn(source, PATH_LITERAL)).toHaveLength(1)
})

test.each([
  `import { serve } from '../serve.ts'`,
  '/** `POST /api/v1/hooks` */',
  "  // As '/mcp' is.",
  String.raw`path.replaceAll(/\{(\w+)\}/g, ':$1')`,
  '`${folder}/${file.path}`',
  'html`<p>${text}</p>`',
])('%s has no path', (source) => {
  expect(literalsIn(source, PATH_LITERAL)).toEqual([])
})

test('the server states no path: each is in the contract', () => {
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((name) =>
    literalsIn(readFileSync(join(HTTP, name), 'utf8'), PATH_LITERAL).map((at) => `${name}: ${at}`),
  )
  expect(found).toEqual([])
})

test('the server hands Fastify no schema but the contract’s', () => {
  expect(literalsIn('{ schema: { params: Params } }', SCHEMA_LITERAL)).toHaveLength(1)
  expect(literalsIn('{ schema: {\n body: z.object({}) } }', SCHEMA_LITERAL)).toHaveLength(1)
  const found = files
    .filter((name) => name !== SERVE)
    .flatMap((name) =>
      literalsIn(readFileSync(join(HTTP, name), 'utf8'), SCHEMA_LITERAL).map(
        (at) => `${name}: ${at}`,
      ),
    )
  expect(found).toEqual([])
})
