import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AnswerErrorBody, ErrorBody } from '@footnote/contract/errors'
import { EXAMPLE_PATH_PARAMETERS } from '@footnote/contract/operations/example-ids'
import { OPERATION_TEXTS } from '@footnote/contract/operations/operation-texts'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { getDescription, undescribedFields } from '../../../../test/support/described-fields.ts'
import { buildOpenapi } from './openapi/openapi.ts'
import { checkEach } from '../../../../test/support/documentation/check-each.ts'

const document = buildOpenapi(servedRoutes, { version: '1' })
const { schemas, examples } = document.components

const toOperation = ({ path, method }: Route) => document.paths[path]?.[method]
const readText = ({ operationId }: Route) => OPERATION_TEXTS[operationId]

const isFrames = ({ response }: Route) => response.contentType === 'text/event-stream'

/** Objects drop what they do not know, so whatever is missing afterwards is no field of the schema. */
function expectAccepted(schema: z.ZodType, example: unknown): void {
  expect(schema.parse(example)).toEqual(example)
}

test('every text belongs to an operation', () => {
  const ids = new Set(servedRoutes.map(({ operationId }) => operationId))
  expect(Object.keys(OPERATION_TEXTS).filter((id) => !ids.has(id))).toEqual([])
})

test('every field of every schema is described', () => {
  const inline = servedRoutes.flatMap((route) => {
    const operation = toOperation(route)
    const bodies = [operation?.requestBody, operation?.responses[route.response.status]]
    const media = bodies.flatMap((body) => Object.values(body?.content ?? {}))
    return media.map(({ schema }) => [route.operationId, schema] as const)
  })
  const missing = [...Object.entries(schemas), ...inline].flatMap(([name, schema]) =>
    undescribedFields(name, schema, schemas),
  )
  expect(missing).toEqual([])
})

test('a field without a description is noticed, wherever it is', () => {
  const said = { type: 'string', description: 'Said.' } as const
  const found = undescribedFields(
    'Some',
    {
      properties: {
        said,
        bare: { type: 'string' },
        byName: { $ref: '#/components/schemas/Named' },
        nullable: { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
        nameless: { $ref: '#/components/schemas/Nameless' },
        list: { ...said, type: 'array', items: { properties: { inList: {} } } },
        choice: { ...said, anyOf: [{ properties: { inChoice: {} } }, { type: 'null' }] },
      },
    },
    { Named: said, Nameless: { type: 'string' } },
  )
  expect(found).toEqual(['Some.bare', 'Some.nameless', 'Some.list.inList', 'Some.choice.inChoice'])
})

describe('each operation', () => {
  const operationId = (route: { operationId: string }) => route.operationId

  test('says in one to three sentences what it does', () => {
    checkEach(servedRoutes, operationId, (route) => {
      const operation = toOperation(route)
      const { description = '', summary = '' } = operation ?? {}
      expect(description).toMatch(/^[A-Z].*[.]$/)
      expect(description).not.toBe(summary)
      expect(description.split(/(?<=[.])\s/).length).toBeLessThanOrEqual(3)
    })
  })

  test('describes each parameter, and has an example for each that is required', () => {
    checkEach(servedRoutes, operationId, (route) => {
      const text = readText(route)
      const operation = toOperation(route)
      for (const parameter of operation?.parameters ?? []) {
        const description = parameter.description ?? getDescription(parameter.schema, schemas)
        expect(description, parameter.name).toEqual(expect.any(String))
      }
      const required = operation?.parameters?.filter((each) => each.required) ?? []
      expect(required.filter(({ example }) => example === undefined)).toEqual([])
      const ids = Object.keys(route.params?.shape ?? {})
      const params = Object.fromEntries(ids.map((name) => [name, EXAMPLE_PATH_PARAMETERS[name]]))
      expectAccepted(route.params ?? z.object({}), params)
      expect(route.query?.safeParse(text?.query ?? {}).success ?? true).toBe(true)
    })
  })

  test('has an example of its request that its schema accepts', () => {
    checkEach(servedRoutes, operationId, (route) => {
      const text = readText(route)
      const operation = toOperation(route)
      const [media] = Object.values(operation?.requestBody?.content ?? {})
      expect(media?.example).toEqual(text?.request)
      expect(text?.request !== undefined).toBe(Boolean(route.body ?? route.rawBody))
      route.body?.parse(text?.request)
    })
  })

  test('has an example of its response that its schema accepts', () => {
    checkEach(servedRoutes, operationId, (route) => {
      const text = readText(route)
      const operation = toOperation(route)
      const { schema } = route.response
      const [media] = Object.values(operation?.responses[route.response.status]?.content ?? {})
      expect(media?.example !== undefined).toBe(schema !== null)
      expect(text?.response !== undefined).toBe(schema !== null)
      const given = isFrames(route) ? framesIn(String(media?.example)) : [media?.example]
      for (const each of given) expectAccepted(schema ?? z.undefined(), each)
    })
  })

  test('has an example of the body of each refusal', () => {
    checkEach(servedRoutes, operationId, (route) => {
      const operation = toOperation(route)
      for (const [status, { content }] of Object.entries(operation?.responses ?? {})) {
        if (Number(status) < 400) continue
        const media = content?.['application/json']
        const code = media?.schema.properties?.code
        expect(Object.keys(media?.examples ?? {})).toEqual(typeof code === 'object' && code.enum)
      }
    })
  })
})

function framesIn(stream: string): unknown[] {
  return stream
    .trimEnd()
    .split('\n\n')
    .map((event): unknown => JSON.parse(event.replace(/^data: /, '')))
}

test.each(Object.entries(examples))('the example of %s is an error body', (code, { value }) => {
  expect(value).toMatchObject({ code })
  expectAccepted(ErrorBody.shape.code.safeParse(code).success ? ErrorBody : AnswerErrorBody, value)
})
