import type {
  JsonSchema,
  OpenapiDocument,
  Operation,
} from '../../../server/src/http/reference/openapi/openapi-document.ts'

export type ServedOperation = {
  id: string
  method: string
  path: string
  isAdmin: boolean
}

/** A place in a request that takes an id. */
export type Slot = {
  operation: ServedOperation
  place: 'path' | 'query' | 'body'
  name: string
}

const ID_NAME = /(^|_)ids?$|Ids?$|cursor$/
const ID_SCHEMA = /"#\/components\/schemas\/(Path)?Id"|"format":"uuid"/

export function toOperations(document: OpenapiDocument): ServedOperation[] {
  return entries(document).map(({ served }) => served)
}

/** Every path parameter, and everything else named or typed as an id. */
export function getSlots(document: OpenapiDocument): Slot[] {
  return entries(document).flatMap(({ served, operation }) => {
    const parameters = (operation.parameters ?? []).filter(
      ({ in: place, name, schema }) =>
        place === 'path' || (place === 'query' && takesId(name, schema)),
    )
    return [
      ...parameters.map(({ in: place, name }) => ({
        operation: served,
        place: place === 'path' ? ('path' as const) : ('query' as const),
        name,
      })),
      ...bodySlots(document, operation).map((name) => ({
        operation: served,
        place: 'body' as const,
        name,
      })),
    ]
  })
}

function entries(document: OpenapiDocument): { served: ServedOperation; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Other transports have tests of their own.
      .filter(([, { tags }]) => tags.includes('public') || tags.includes('admin'))
      .map(([method, operation]) => ({
        operation,
        served: {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          isAdmin: operation.tags.includes('admin'),
        },
      })),
  )
}

function bodySlots(document: OpenapiDocument, { requestBody }: Operation): string[] {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? slotsIn(document, schema, '') : []
}

/** Names of nested fields are joined with a dot. */
function slotsIn(document: OpenapiDocument, schema: JsonSchema, prefix: string): string[] {
  const { properties = {} } = resolve(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property !== 'object') return []
    if (takesId(name, property)) return [prefix + name]
    return slotsIn(document, property, `${prefix}${name}.`)
  })
}

const takesId = (name: string, schema: JsonSchema): boolean =>
  ID_NAME.test(name) || ID_SCHEMA.test(JSON.stringify(schema))

function resolve(document: OpenapiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}
