import type { JsonSchema } from '../openapi/openapi-document.ts'

export type Field = {
  name: string
  type: string
  required: boolean
  notes: string[]
  /** Fields of an object, or of the objects in a list. */
  fields: Field[]
}

export type Schemas = Readonly<Record<string, JsonSchema>>

export const REF_PREFIX = '#/components/schemas/'

/** Follows `$ref`; its siblings, such as a description, win. */
export function resolve(schema: JsonSchema | boolean | undefined, schemas: Schemas): JsonSchema {
  if (typeof schema !== 'object') return {}
  const { $ref, ...own } = schema
  if ($ref === undefined) return schema
  return { ...resolve(schemas[$ref.slice(REF_PREFIX.length)], schemas), ...own }
}

function getItems(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return Array.isArray(schema.items) ? {} : resolve(schema.items, schemas)
}

function typeName(schema: JsonSchema, schemas: Schemas): string {
  const options = schema.anyOf ?? schema.oneOf
  if (options) {
    const names = options.map((option) => typeName(resolve(option, schemas), schemas))
    return [...new Set(names)].join(' | ')
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const item = typeName(getItems(schema, schemas), schemas)
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

function getNotes(schema: JsonSchema, schemas: Schemas): string[] {
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

/** The fields of an object, nested ones named as `results[].chunk.id`. */
export function getFields(schema: JsonSchema, schemas: Schemas, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).map(([key, property]) => {
    const value = resolve(property, schemas)
    const name = `${prefix}${key}`
    return {
      name,
      type: typeName(value, schemas),
      required: required.includes(key),
      notes: getNotes(value, schemas),
      fields:
        value.type === 'array'
          ? nestedFields(getItems(value, schemas), schemas, `${name}[].`)
          : nestedFields(value, schemas, `${name}.`),
    }
  })
}

/** Lists the fields of an object, or of each object that it may be, told apart by their `type`. */
function nestedFields(schema: JsonSchema, schemas: Schemas, prefix: string): Field[] {
  const options = objectsIn(schema, schemas)
  if (options.length === 0) return getFields(schema, schemas, prefix)
  return options.flatMap((option) => {
    const type = resolve(option.properties?.['type'], schemas).const
    const fields = getFields(option, schemas, prefix)
    if (options.length === 1 || type === undefined) return fields
    const note = `When \`type\` is \`${String(type)}\`.`
    return fields.map((field) =>
      field.name === `${prefix}type` ? field : { ...field, notes: [note, ...field.notes] },
    )
  })
}

/** The objects that a union may be, however deep. */
function objectsIn({ anyOf, oneOf }: JsonSchema, schemas: Schemas): JsonSchema[] {
  return (anyOf ?? oneOf ?? [])
    .map((option) => resolve(option, schemas))
    .flatMap((option) => (option.properties ? [option] : objectsIn(option, schemas)))
}

export type NamedSchema = { name: string; schema: JsonSchema }

/** The same, each by the name nearest to it. */
export function getOptions(schema: JsonSchema, schemas: Schemas, name = 'Object'): NamedSchema[] {
  const own = schema.$ref?.split('/').at(-1) ?? name
  const { anyOf } = resolve(schema, schemas)
  if (!anyOf) return [{ name: own, schema }]
  return anyOf.flatMap((option) =>
    typeof option === 'object' ? getOptions(option, schemas, own) : [],
  )
}

/** A parameter is a field by itself. */
export function getField(
  name: string,
  schema: JsonSchema,
  required: boolean,
  schemas: Schemas,
): Field {
  const value = resolve(schema, schemas)
  const type = typeName(value, schemas)
  return { name, type, required, notes: getNotes(value, schemas), fields: [] }
}
