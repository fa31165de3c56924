import type {
  JsonSchema,
  MediaTypes,
  OpenapiDocument,
  Operation,
} from '../../server/src/http/reference/openapi/openapi-document.ts'
import { isForOperators, NOTE, queryTypeName, getType } from './client-types.ts'

/** All of them are below it. */
const BASE = '/api/v1/admin'
const JSON_TYPE = 'application/json'
/** What the client reads or writes; files for people, such as CSV, are downloaded in other ways. */
const RESULTS = new Set([JSON_TYPE, 'text/event-stream'])

type Served = { method: string; path: string; operation: Operation }

/**
 * The operations of the admin API as the client sends them: a table with the method, what follows the
 * path's ids and the path of each, and a type with a function for each that sends and gets JSON.
 */
export function clientCalls({ paths }: OpenapiDocument): string {
  const served = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): Served => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => isForOperators(operation) && isCalled(operation))
    .sort((one, other) => (one.operation.operationId < other.operation.operationId ? -1 : 1))
  const types = served.filter(({ operation }) => sendsAndGetsJson(operation)).map(callType)
  const names = new Set(types.flatMap(({ named }) => named).sort())
  return `${NOTE}import type { CallOptions } from '../transport/http.ts'
import type {
${[...names].map((name) => `  ${name},\n`).join('')}} from './admin.ts'

/** The paths are below \`${BASE}\`. */
export const ADMIN_OPERATIONS = {
${served.map(tableRow).join('')}} as const

export type AdminCalls = {
${types.map(({ text }) => text).join('')}}
`
}

function tableRow({ method, path, operation }: Served): string {
  if (!path.startsWith(`${BASE}/`)) throw new Error(`${path} is not below ${BASE}.`)
  return `  ${operation.operationId}: ['${method}', '${sentBy(operation)}', '${path.slice(BASE.length).replaceAll(/{\w+}/g, '{}')}'],\n`
}

function callType({ operation }: Served): { text: string; named: string[] } {
  const { operationId, parameters = [] } = operation
  const ids = parameters.filter((parameter) => parameter.in === 'path')
  const body = schemaIn(operation.requestBody?.content)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const queryName = query.length > 0 ? queryTypeName(operationId) : null
  const isNeeded = query.some(({ required }) => required)
  const bodyType = body ? getType(body, '') : null
  const result = resultType(operation)
  const given = [
    ...ids.map(({ name }) => `${name}: string`),
    ...(bodyType === null ? [] : [`body: ${bodyType}`]),
    ...(queryName === null ? [] : [`query${isNeeded ? '' : '?'}: ${queryName}`]),
    'options?: CallOptions',
  ]
  return {
    text: `  ${operationId}: (${given.join(', ')}) => Promise<${result}>\n`,
    named: [bodyType, queryName, result].flatMap((name) =>
      name === null || name === 'void' ? [] : [name],
    ),
  }
}

/** The reader's and the admin's types alike are exported from `admin.ts`. */
function resultType({ operationId, responses }: Operation): string {
  const types = new Set(
    successes(responses).map(({ content }) => {
      const schema = schemaIn(content)
      return schema ? getType(schema, '') : 'void'
    }),
  )
  const [only = 'void', ...others] = types
  if (others.length > 0) throw new Error(`${operationId} has several results.`)
  return only
}

function sentBy({ operationId, parameters = [], requestBody }: Operation): string {
  const query = parameters.some((parameter) => parameter.in === 'query')
  if (!requestBody) return query ? 'query' : ''
  if (!requestBody.content[JSON_TYPE]) return 'bytes'
  if (query) throw new Error(`${operationId} has a body and a query.`)
  return 'body'
}

const successes = (responses: Operation['responses']) =>
  Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [response] : [],
  )

const isCalled = ({ responses }: Operation): boolean =>
  successes(responses).every(({ content = {} }) =>
    Object.keys(content).every((type) => RESULTS.has(type)),
  )

const sendsAndGetsJson = ({ requestBody, responses }: Operation): boolean =>
  [requestBody?.content ?? {}, ...successes(responses).map(({ content = {} }) => content)].every(
    (content) => Object.keys(content).every((type) => type === JSON_TYPE),
  )

const schemaIn = (content: MediaTypes = {}): JsonSchema | undefined => content[JSON_TYPE]?.schema
