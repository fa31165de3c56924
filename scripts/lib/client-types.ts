import type {
  JsonSchema,
  OpenapiDocument,
} from '../../server/src/http/reference/openapi/openapi-document.ts'

const REFERENCE = '#/components/schemas/'
export const NOTE = '// Written by `npm run openapi` from the contract. Do not edit.\n'

export type ClientTypes = { reader: string; admin: string }

/**
 * The schemas of the OpenAPI document as TypeScript, so that the published client needs no zod: what
 * readers' operations use, and the rest.
 */
export function clientTypes({ paths, components }: OpenapiDocument): ClientTypes {
  const { schemas } = components
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const forReaders = namesIn(
    operations.filter((operation) => !isForOperators(operation)),
    schemas,
  )
  const forAdmin = namesIn(operations.filter(isForOperators), schemas)
  const typed = (names: readonly string[]) =>
    names.map((name) => declaration(name, schemas[name] ?? {})).join('\n')
  const shared = [...forAdmin].filter((name) => forReaders.has(name)).sort()
  const queries = operations.flatMap((operation) => {
    const { operationId, parameters = [] } = operation
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    return isForOperators(operation) && inQuery.length > 0 ? [queryType(operationId, inQuery)] : []
  })
  const own = typed([...forAdmin].filter((name) => !forReaders.has(name)).sort())
  const imported = shared.filter((name) => new RegExp(`\\b${name}\\b`).test(own + queries.join('')))
  return {
    reader: `${NOTE}\n${typed([...forReaders].sort())}`,
    admin: `${NOTE}import type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './public.ts'\n\n${[own, ...queries].join('\n')}`,
  }
}

export const isForOperators = ({ tags }: { tags: readonly string[] }): boolean =>
  tags.includes('admin') || tags.includes('account')

/** Every schema that these mention, and those mention in turn. */
export function namesIn(
  roots: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): Set<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (names.has(name)) continue
      names.add(name)
      visit(schemas[name])
    }
  }
  visit(roots)
  return names
}

const declaration = (name: string, schema: JsonSchema): string =>
  `${comment(schema.description, '')}export type ${name} = ${getType(schema, '')}\n`

type QueryParameter = { name: string; required: boolean; description?: string; schema: JsonSchema }

function queryType(operationId: string, parameters: readonly QueryParameter[]): string {
  const fields = parameters.map(({ name, required, description, schema }) =>
    field(name, { ...schema, ...(description === undefined ? {} : { description }) }, required, ''),
  )
  return `export type ${queryTypeName(operationId)} = {\n${fields.join('')}}\n`
}

export const queryTypeName = (operationId: string): string =>
  `${operationId.replace(/^./, (letter) => letter.toUpperCase())}Query`

export function getType(schema: JsonSchema, indent: string): string {
  if (schema.$ref) return schema.$ref.replace(REFERENCE, '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map((choice) => getType(choice, indent)))
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => getType({ ...schema, type }, indent)))
  }
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent)
    case 'array':
      return arrayOf(getType(getObject(schema.items ?? {}), indent))
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`No TypeScript for ${JSON.stringify(schema)}`)
  }
}

/** The contract has neither `true` for anything nor a list of items for a tuple. */
export function getObject(schema: JsonSchema | boolean | (JsonSchema | boolean)[]): JsonSchema {
  if (typeof schema === 'object' && !Array.isArray(schema)) return schema
  throw new Error(`No type for ${JSON.stringify(schema)}`)
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const arrayOf = (type: string): string => (type.includes(' | ') ? `(${type})[]` : `${type}[]`)

function objectType(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, property]) =>
    field(name, getObject(property), required.includes(name), inner),
  )
  if (typeof additionalProperties === 'object') {
    // Not `Record`, which may not refer to itself.
    if (fields.length === 0) return `{ [key: string]: ${getType(additionalProperties, inner)} }`
    // The others are optional, and an index of anything narrower would not allow for that.
    fields.push(`${inner}[key: string]: unknown\n`)
  }
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`
}

function field(name: string, schema: JsonSchema, isRequired: boolean, indent: string): string {
  const inner = indent === '' ? '  ' : indent
  const type = getType(schema, inner)
  return `${comment(schema.description, inner)}${inner}${name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}\n`
}

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`
