import { parse } from 'yaml'
import { decodeEscapes } from '../../platform/readable-path.ts'
import { SourceError } from '../connector.ts'
import { storableText } from '../../text/storable-text.ts'

export type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
const MAX_OPERATIONS = 5_000
/** A hundred aliases of a hundred aliases are ten thousand values; real documents have a few. */
const MAX_ALIASES = 100
const MAX_REFERENCES = 20

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectAt = (value: unknown, name: string): Json => {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(found) ? found : {}
}
export const textAt = (value: unknown, name: string): string => {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof found === 'string' ? found.trim() : ''
}
export const listAt = (value: unknown, name: string): readonly unknown[] => {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return Array.isArray(found) ? found : []
}

export type Operation = {
  /** `GET /pets/{id}` */
  key: string
  id: string
  tag: string
  method: string
  path: string
  operation: Json
  /** The path's parameters first. */
  parameters: readonly unknown[]
}

/** JSON is YAML too, but JSON.parse is a hundred times faster. */
export function parseOpenApi(text: string): Json {
  const document = readText(text)
  if (!isObject(document)) throw new SourceError('It is not an OpenAPI document.')
  if (textAt(document, 'swagger') !== '') {
    throw new SourceError('It is a Swagger 2 document. Convert it to OpenAPI 3 first.')
  }
  if (!/^3\.[01]\./.test(`${textAt(document, 'openapi')}.`)) {
    throw new SourceError('It is not an OpenAPI document of version 3.0 or 3.1.')
  }
  return document
}

function readText(text: string): unknown {
  try {
    if (/^\s*[{[]/.test(text)) return JSON.parse(text)
    return parse(text, { maxAliasCount: MAX_ALIASES, logLevel: 'error' })
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    throw new SourceError(`The OpenAPI document cannot be read: ${reason}`)
  }
}

export function toOperations(document: Json): Operation[] {
  const operations: Operation[] = []
  for (const [name, stated] of Object.entries(objectAt(document, 'paths'))) {
    const item = resolve(document, stated)
    const path = storableText(name)
    for (const method of METHODS) {
      const operation = isObject(item) ? item[method] : undefined
      if (!isObject(operation)) continue
      if (operations.length === MAX_OPERATIONS) {
        throw new SourceError(`It has more than ${MAX_OPERATIONS} operations.`)
      }
      const tag = listAt(operation, 'tags').find((each) => typeof each === 'string') ?? 'default'
      const id = textAt(operation, 'operationId') || slug(`${method} ${path}`)
      operations.push({
        key: `${method.toUpperCase()} ${path}`,
        // In addresses, which cannot be made of half a surrogate pair.
        id: storableText(id),
        tag: storableText(tag),
        method: method.toUpperCase(),
        path,
        operation,
        parameters: [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')],
      })
    }
  }
  return operations
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Follows references within the document. Others are not fetched, and cycles end. */
export function resolve(document: Json, value: unknown): unknown {
  let current = value
  for (let steps = 0; steps < MAX_REFERENCES; steps += 1) {
    const reference = textAt(current, '$ref')
    if (reference === '') return current
    if (!reference.startsWith('#/')) return {}
    current = reference.slice(2).split('/').map(unescapePointer).reduce<unknown>(step, document)
  }
  return {}
}

const step = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const unescapePointer = (part: string): string =>
  decodeEscapes(part.replaceAll('~1', '/').replaceAll('~0', '~'))
