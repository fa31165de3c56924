import type { JsonSchema } from './openapi-document.ts'

export type Field = {
  name: string
  type: string
  required: boolean
  notes: string[]
}

export type Schemas = Readonly<Record<string, JsonSchema>>

const REF_PREFIX = '#/components/schemas/'

/** Follows `$ref`; what stands beside it, such as a description, wins. */
export function resolve(schema: JsonSchema | boolean | undefined, schemas: Schemas): JsonSchema {
  if (typeof schema !== 'object') return {}
  const { $ref, ...own } = schema
  if ($ref === undefined) return schema
  return { ...resolve(schemas[$ref.slice(REF_PREFIX.length)], schemas), ...own }
}

function itemsOf(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return Array.isArray(schema.items) ? {} : resolve(schema.items, schemas)
}

function typeName(schema: JsonSchema, schemas: Schemas): string {
  if (schema.anyOf) {
    return schema.anyOf.map((option) => typeName(resolve(option, schemas), schemas)).join(' | ')
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const item = typeName(itemsOf(schema, schemas), schemas)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.format === 'date-time') return 'timestamp'
  if (schema.format === 'uuid') return 'id'
  if (schema.format === 'uri') return 'URL'
  return schema.type ?? 'any'
}

const number = new Intl.NumberFormat('en')

function range(minimum: number | undefined, maximum: number | undefined, unit = ''): string[] {
  if (minimum !== undefined && maximum !== undefined) {
    return [`${number.format(minimum)} to ${number.format(maximum)}${unit}.`]
  }
  if (minimum !== undefined) return [`At least ${number.format(minimum)}${unit}.`]
  if (maximum !== undefined) return [`At most ${number.format(maximum)}${unit}.`]
  return []
}

/** A nullable schema's limits stand in the branch that is not null. */
function withBranchLimits(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const branches = (schema.anyOf ?? [])
    .map((option) => resolve(option, schemas))
    .filter((option) => option.type !== 'null')
  return branches.length === 1 ? { ...branches[0], ...schema } : schema
}

function notesOf(schema: JsonSchema, schemas: Schemas): string[] {
  const limited = withBranchLimits(schema, schemas)
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = limited
  return [
    ...(limited.description === undefined ? [] : [limited.description]),
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum),
    ...range(minItems, maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`Default: \`${JSON.stringify(schema.default)}\`.`]),
  ]
}

/** The fields of an object, nested ones as `results[].chunk.id`. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).flatMap(([key, property]) => {
    const value = resolve(property, schemas)
    const name = `${prefix}${key}`
    const field: Field = {
      name,
      type: typeName(value, schemas),
      required: required.includes(key),
      notes: notesOf(value, schemas),
    }
    const nested =
      value.type === 'array'
        ? fieldsOf(itemsOf(value, schemas), schemas, `${name}[].`)
        : fieldsOf(value, schemas, `${name}.`)
    return [field, ...nested]
  })
}

/** A parameter is a field by itself. */
export function fieldOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  schemas: Schemas,
): Field {
  const value = resolve(schema, schemas)
  return { name, type: typeName(value, schemas), required, notes: notesOf(value, schemas) }
}
