import { REFERENCE_PATHS } from '@footnote/contract/paths'
import type { z } from 'zod'
import { createSchemaConverter, type SchemaConverter } from './json-schemas.ts'
import type { JsonSchema, OpenapiDocument, Operation, Parameter } from './openapi-document.ts'
import { ROUTE_TAGS, TRANSPORT_TAGS } from './openapi-tags.ts'
import { mcpPaths } from './mcp-operations.ts'
import { publishedPaths } from './published-operations.ts'
import { SECURITY_SCHEMES, TRANSPORT_SECURITY_SCHEMES } from './security-schemes.ts'
import { servicePaths } from './service-operations.ts'
import { webhookEvents } from './webhook-events.ts'
import { websocketPaths } from './websocket-operation.ts'
import { toResponses, findStreamFailures } from './openapi-responses.ts'
import { EXAMPLE_PATH_PARAMETERS } from '@footnote/contract/operations/example-ids'
import { OPERATION_TEXTS } from '@footnote/contract/operations/operation-texts'
import type { Route } from '@footnote/contract/route'
import { errorExamples, requestExample } from './openapi-examples.ts'

type Security = Record<string, string[]>[]

const OPERATOR: Security = [{ adminToken: [] }, { session: [] }]

function toSecurity({ tag, openTo }: Route): Security {
  if (tag === 'public') return [{ publicKey: [] }, { clientId: [], clientSecret: [] }]
  if (openTo === 'anyone') return []
  return openTo === 'operator' || openTo === undefined ? OPERATOR : [{ session: [] }]
}

const CAPTCHA_PARAMETER: Parameter = {
  name: 'X-Recaptcha-Token',
  in: 'header',
  required: false,
  description:
    'A fresh reCAPTCHA v3 token. Needed with a public key when `captcha_required` is true in its widget configuration.',
  schema: { type: 'string' },
}

const READER_TOKEN_PARAMETER: Parameter = {
  name: 'X-Reader-Token',
  in: 'header',
  required: false,
  description:
    'A JWT that says who is asking, signed by a reader signer of the knowledge base. Without it only groups are read that are open to everybody who has the key.',
  schema: { type: 'string' },
}

function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodObject,
  examples: Readonly<Record<string, string>>,
  converter: SchemaConverter,
): Parameter[] {
  const { properties = {}, required = [] } = converter.convert(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest }: JsonSchema = typeof property === 'object' ? property : {}
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    }
  })
}

function toParameters(route: Route, converter: SchemaConverter): Parameter[] {
  const { query = {} } = OPERATION_TEXTS[route.operationId] ?? {}
  return [
    ...(route.params ? parametersIn('path', route.params, EXAMPLE_PATH_PARAMETERS, converter) : []),
    ...(route.query ? parametersIn('query', route.query, query, converter) : []),
    ...(route.tag === 'public' ? [READER_TOKEN_PARAMETER] : []),
    ...(route.captcha ? [CAPTCHA_PARAMETER] : []),
  ]
}

function toOperation(route: Route, converter: SchemaConverter): Operation {
  const parameters = toParameters(route, converter)
  const streamFailures = findStreamFailures(route)
  const text = OPERATION_TEXTS[route.operationId]
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(text ? { description: text.description } : {}),
    security: toSecurity(route),
    ...(route.role ? { 'x-role': route.role } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true as const,
            content: {
              'application/json': {
                schema: converter.convert(route.body, 'input'),
                ...requestExample(route),
              },
            },
          },
        }
      : {}),
    ...(route.rawBody
      ? {
          requestBody: {
            required: true as const,
            content: { [route.rawBody]: { schema: {}, ...requestExample(route) } },
          },
        }
      : {}),
    responses: toResponses(route, converter),
    ...(streamFailures ? { 'x-stream-failures': streamFailures } : {}),
  }
}

/**
 * The OpenAPI 3.1 document of these routes and, with `transports`, of everything else. The same
 * routes always give the same document.
 */
export function buildOpenapi(
  routes: readonly Route[],
  { version, transports = false }: { version: string; transports?: boolean },
): OpenapiDocument {
  const converter = createSchemaConverter()
  const paths: OpenapiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route, converter) }
  }
  if (transports) {
    Object.assign(
      paths,
      websocketPaths(converter),
      mcpPaths(converter),
      publishedPaths(converter),
      servicePaths(converter, version),
    )
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footnote',
      version,
      description:
        'Answers from a knowledge base, with a source for every sentence. Ids are UUIDv7 in lower case, timestamps ISO 8601 in UTC; lengths count Unicode code points. An error is JSON with a `code` that stays the same, a message to show, and whether to try again. A list with a `next_cursor` goes on: send it as `cursor`.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: REFERENCE_PATHS.errors, description: 'What each error code means.' },
    servers: [{ url: '/' }],
    tags: [...ROUTE_TAGS, ...(transports ? TRANSPORT_TAGS : [])],
    paths,
    ...(transports ? { webhooks: webhookEvents(converter) } : {}),
    components: {
      securitySchemes: transports
        ? { ...SECURITY_SCHEMES, ...TRANSPORT_SECURITY_SCHEMES }
        : SECURITY_SCHEMES,
      schemas: converter.sortedComponents(),
      examples: errorExamples(),
    },
  }
}
