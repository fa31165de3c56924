import type { z } from 'zod'
import { createSchemaConverter, type SchemaConverter } from './json-schemas.ts'
import type {
  JsonSchema,
  OpenapiDocument,
  Operation,
  Parameter,
  SecurityScheme,
} from './openapi-document.ts'
import { responsesOf, streamFailuresOf } from './openapi-responses.ts'
import type { Route } from './route.ts'

const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Key',
    description: 'A public client key, `fnp_…`. Safe to put in a web page.',
  },
  clientId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Id',
    description: 'The id of a secret pair, `fnc_…`. Sent with `X-Client-Secret`.',
  },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Secret',
    description: 'The secret of a secret pair, `fns_…`. Keep it on a server.',
  },
  adminToken: { type: 'http', scheme: 'bearer', description: "The operator's admin token." },
}

const SECURITY: Record<Route['tag'], Record<string, string[]>[]> = {
  public: [{ publicKey: [] }, { clientId: [], clientSecret: [] }],
  admin: [{ adminToken: [] }],
}

const CAPTCHA_PARAMETER: Parameter = {
  name: 'X-Recaptcha-Token',
  in: 'header',
  required: false,
  description:
    'A fresh reCAPTCHA v3 token. Needed with a public key when `captcha_required` is true in its widget configuration.',
  schema: { type: 'string' },
}

function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodObject,
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
    }
  })
}

function parametersOf(route: Route, converter: SchemaConverter): Parameter[] {
  return [
    ...(route.params ? parametersIn('path', route.params, converter) : []),
    ...(route.query ? parametersIn('query', route.query, converter) : []),
    ...(route.captcha ? [CAPTCHA_PARAMETER] : []),
  ]
}

function operationOf(route: Route, converter: SchemaConverter): Operation {
  const parameters = parametersOf(route, converter)
  const streamFailures = streamFailuresOf(route)
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    security: SECURITY[route.tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: converter.convert(route.body, 'input') } },
          },
        }
      : {}),
    ...(route.rawBody
      ? { requestBody: { required: true as const, content: { [route.rawBody]: { schema: {} } } } }
      : {}),
    responses: responsesOf(route, converter),
    ...(streamFailures ? { 'x-stream-failures': streamFailures } : {}),
  }
}

/** The OpenAPI 3.1 document of these routes. The same routes always give the same document. */
export function buildOpenapi(
  routes: readonly Route[],
  options: { version: string },
): OpenapiDocument {
  const converter = createSchemaConverter()
  const paths: OpenapiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, converter) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footnote',
      version: options.version,
      description:
        'Answers from a knowledge base, with a source for every sentence. Ids are UUIDv7 in lower case, timestamps ISO 8601 in UTC; lengths count Unicode code points.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      {
        name: 'public',
        description: 'For readers. Send a public key, or a secret pair from a server.',
      },
      { name: 'admin', description: 'For the operator. Send the admin token.' },
    ],
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: converter.sortedComponents(),
    },
  }
}
