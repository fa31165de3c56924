import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { REFUSALS, STREAM_FAILURES } from '@footnote/contract/errors'
import { buildOpenapi } from './openapi.ts'
import type { JsonSchema } from './openapi-document.ts'
import { json, type Route } from '@footnote/contract/route'
import { adminRoutes, publicRoutes, servedRoutes } from '@footnote/contract/routes'
import { checkEach } from '../../../../../test/support/documentation/check-each.ts'

const routes = [...publicRoutes, ...adminRoutes]
const document = buildOpenapi(routes, { version: '1.2.3' })

const toOperation = ({ path, method }: Route) => document.paths[path]?.[method]

test('the same routes give the same document', () => {
  expect(JSON.stringify(buildOpenapi(routes, { version: '1.2.3' }))).toBe(JSON.stringify(document))
})

test('every reference points at a schema or an example of the document', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? []
  const { schemas, examples } = document.components
  const known = new Set(
    Object.entries({ schemas, examples }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `"$ref":"#/components/${kind}/${name}"`),
    ),
  )
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter((reference) => !known.has(reference))).toEqual([])
})

test('operation ids and addresses are unique', () => {
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length)
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
})

const accountRoutes = servedRoutes.filter(({ tag }) => tag === 'account')

test('what is served is in the table of all routes', () => {
  const others = servedRoutes.filter((route) => !routes.includes(route))
  expect(others).toEqual(accountRoutes)
  expect(accountRoutes.length).toBeGreaterThan(10)
})

test('account routes say who may use them, and with which credential', () => {
  const { paths } = buildOpenapi(servedRoutes, { version: '1' })
  const schemesFor = {
    anyone: [],
    operator: ['adminToken', 'session'],
    session: ['session'],
    own_sign_in: ['session'],
  }
  for (const route of accountRoutes) {
    if (route.openTo === undefined) throw new Error(`${route.operationId} does not say`)
    const { security = [] } = paths[route.path]?.[route.method] ?? {}
    expect(security.flatMap((choice) => Object.keys(choice))).toEqual(schemesFor[route.openTo])
  }
})

test('a document of some routes lists no other', () => {
  const { paths } = buildOpenapi(servedRoutes, { version: '1' })
  const listed = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )
  expect(listed.sort()).toEqual(servedRoutes.map(({ operationId }) => operationId).sort())
})

describe('each operation', () => {
  const operationId = (route: { operationId: string }) => route.operationId

  test('has every parameter that its path names', () => {
    checkEach(routes, operationId, (route) => {
      const operation = toOperation(route)
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = operation?.parameters?.filter(({ in: place }) => place === 'path') ?? []
      expect(described.map(({ name }) => name)).toEqual(named)
      expect(described.every(({ required }) => required)).toBe(true)
    })
  })

  test('documents each refusal under its status', () => {
    checkEach(routes, operationId, (route) => {
      const operation = toOperation(route)
      for (const code of route.refusals) {
        const response = operation?.responses[REFUSALS[code].status]
        const schema = response?.content?.['application/json']?.schema
        expect(schema?.properties?.code).toMatchObject({
          enum: expect.arrayContaining([code]) as unknown,
        })
      }
    })
  })

  test('takes a reader token where readers ask, and a CAPTCHA token where the route is gated', () => {
    checkEach(routes, operationId, (route) => {
      const operation = toOperation(route)
      const headers = operation?.parameters?.filter(({ in: place }) => place === 'header') ?? []
      expect(headers.map(({ name }) => name)).toEqual([
        ...(route.tag === 'public' ? ['X-Reader-Token'] : []),
        ...(route.captcha ? ['X-Recaptcha-Token'] : []),
      ])
      expect(route.refusals.includes('CAPTCHA_REQUIRED')).toBe(route.captcha !== undefined)
    })
  })

  test('takes the credential of its side', () => {
    checkEach(routes, operationId, (route) => {
      const operation = toOperation(route)
      const schemes = operation?.security.flatMap((choice) => Object.keys(choice))
      const reader = ['publicKey', 'clientId', 'clientSecret']
      expect(schemes).toEqual(route.tag === 'public' ? reader : ['adminToken', 'session'])
    })
  })

  test('says which role it needs, and that a lower one is refused', () => {
    checkEach(routes, operationId, (route) => {
      const operation = toOperation(route)
      expect(operation?.['x-role']).toBe(route.role)
      const refused = operation?.responses[403]?.description.includes('FORBIDDEN') ?? false
      expect(refused).toBe(route.role !== undefined || route.refusals.includes('FORBIDDEN'))
    })
  })
})

test('the gated routes are those of the contract', () => {
  const gated = publicRoutes.filter(({ captcha }) => captcha).map(({ operationId }) => operationId)
  expect(gated.sort()).toEqual(['chat', 'contact', 'formDeflect', 'rate', 'search', 'threadChat'])
})

test('a stream lists each failure it may end with', () => {
  const chat = publicRoutes.find(({ operationId }) => operationId === 'chat')
  const failures = chat ? toOperation(chat)?.['x-stream-failures'] : []
  expect(failures?.map((failure) => failure.error_code)).toEqual(Object.keys(STREAM_FAILURES))
})

describe('the schemas', () => {
  const { schemas } = document.components

  test('show what a client sends, before defaults and caps', () => {
    expect(schemas.SearchBody).toMatchObject({ required: ['query'], additionalProperties: false })
    expect(schemas.SearchBody?.properties?.limit).toEqual({
      type: 'integer',
      minimum: 1,
      description: expect.stringMatching(/100.* Default: `10`\.$/) as unknown,
    })
    expect(schemas.FeedbackBody?.properties?.rating).toMatchObject({
      enum: ['up', 'down', 5, 1, '5', '1'],
    })
  })

  test('give lengths in code points, as JSON Schema counts them', () => {
    expect(schemas.SearchBody?.properties?.query).toMatchObject({ minLength: 1, maxLength: 4000 })
  })

  test('have names, since generators of types cannot use those that zod numbers', () => {
    expect(Object.keys(schemas).filter((name) => !/^[A-Z]\w+$/.test(name))).toEqual([])
  })

  test('refer to themselves only through a field, as types in TypeScript may', () => {
    for (const [name, { anyOf = [], oneOf = [] }] of Object.entries(schemas)) {
      expect(JSON.stringify([anyOf, oneOf]), name).not.toContain(`"#/components/schemas/${name}"`)
    }
  })

  test('have no default for a field that may be left out: generated types would demand it', () => {
    const demanded: string[] = []
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { properties = {}, required = [] } = value as JsonSchema
      for (const [name, property] of Object.entries(properties)) {
        const hasDefault = typeof property === 'object' && 'default' in property
        if (hasDefault && !required.includes(name)) demanded.push(`${path}.${name}`)
      }
      for (const [name, inner] of Object.entries(value)) look(inner, `${path}.${name}`)
    }
    look(schemas, 'schemas')
    expect(demanded).toEqual([])
  })

  test('let responses gain fields', () => {
    expect(schemas.SearchResponse).not.toHaveProperty('additionalProperties')
    expect(schemas.SearchResult).not.toHaveProperty('additionalProperties')
  })
})

test('one name for two shapes is a mistake that stops the build', () => {
  const route: Route = {
    operationId: 'doubled',
    method: 'post',
    path: '/doubled',
    tag: 'admin',
    summary: 'Doubled',
    body: z.strictObject({ value: z.string().meta({ id: 'Doubled' }) }),
    response: json(200, z.object({ value: z.int().meta({ id: 'Doubled' }) })),
    refusals: [],
  }
  expect(() => buildOpenapi([route], { version: '1' })).toThrow(/Doubled differs/)
})
