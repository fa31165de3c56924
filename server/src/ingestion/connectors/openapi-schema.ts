import { SourceError } from './connector.ts'
import { isObject, listAt, objectAt, resolve, textAt } from './openapi-document.ts'
import type { Json } from './openapi-document.ts'

export type Field = { name: string; type: string; required: boolean; description: string }

const MAX_DEPTH = 6
const MAX_FIELDS = 200
/** Schemas that name each other ten times each are 10⁷ at the seventh level; a page shows some hundred. */
const MAX_VISITS = 10_000
/** Of all operations; 5,000 that take as long as they may would take many minutes. */
const MAX_VISITS_IN_ALL = 2_000_000

/** Of one document: how many schemas may be looked at, for this operation and in all. */
export type SchemaReading = { readonly document: Json; visitsLeft: number; visitsLeftInAll: number }

export const readSchemas = (document: Json): SchemaReading => ({
  document,
  visitsLeft: MAX_VISITS,
  visitsLeftInAll: MAX_VISITS_IN_ALL,
})

export function beginOperation(reading: SchemaReading): void {
  reading.visitsLeft = MAX_VISITS
}

/** False: so many were looked at that the rest of this operation stays unnamed. */
function mayVisit(reading: SchemaReading): boolean {
  if (reading.visitsLeft === 0) return false
  if (reading.visitsLeftInAll === 0) {
    throw new SourceError('Its schemas refer to each other too often to be read.')
  }
  reading.visitsLeft -= 1
  reading.visitsLeftInAll -= 1
  return true
}

/** In words: `string (uuid)`, `array of Pet`, `"a" or "b"`. */
export function typeOf(reading: SchemaReading, stated: unknown, depth = 0): string {
  if (!mayVisit(reading)) return 'any'
  const schema = resolve(reading.document, stated)
  if (!isObject(schema) || depth > MAX_DEPTH) return 'any'
  const values = listAt(schema, 'enum')
  if (values.length > 0)
    return values
      .slice(0, 20)
      .map((each) => JSON.stringify(each))
      .join(' or ')
  for (const name of ['oneOf', 'anyOf']) {
    const kinds = listAt(schema, name).slice(0, 10)
    if (kinds.length > 0) return kinds.map((each) => typeOf(reading, each, depth + 1)).join(' or ')
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  const known = types.filter((type) => typeof type === 'string')
  const named = known.length > 0 ? known.join(' or ') : guessedType(schema)
  if (named === 'array') return `array of ${typeOf(reading, schema['items'], depth + 1)}`
  const format = textAt(schema, 'format')
  return format === '' ? named : `${named} (${format})`
}

const guessedType = (schema: Json): string => {
  if (isObject(schema['properties']) || listAt(schema, 'allOf').length > 0) return 'object'
  return isObject(schema['items']) ? 'array' : 'any'
}

/** The fields of an object and of those inside it, as `owner.name` and `tags[].id`. */
export function fieldsOf(reading: SchemaReading, stated: unknown): Field[] {
  const fields: Field[] = []
  collect(reading, stated, '', [], fields)
  return fields
}

function collect(
  reading: SchemaReading,
  stated: unknown,
  prefix: string,
  above: readonly unknown[],
  fields: Field[],
): void {
  if (!mayVisit(reading)) return
  const schema = resolve(reading.document, stated)
  // A schema inside of itself, as a comment with replies, is shown once.
  if (!isObject(schema) || above.includes(schema) || above.length > MAX_DEPTH) return
  const inside = [...above, schema]
  for (const part of listAt(schema, 'allOf')) collect(reading, part, prefix, inside, fields)
  if (isObject(schema['items'])) {
    collect(reading, schema['items'], `${prefix}[]`, inside, fields)
  }
  const required = listAt(schema, 'required')
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    if (fields.length >= MAX_FIELDS) return
    const path = prefix === '' ? name : `${prefix}.${name}`
    fields.push({
      name: path,
      type: typeOf(reading, property),
      required: required.includes(name),
      description: textAt(resolve(reading.document, property), 'description'),
    })
    collect(reading, property, path, inside, fields)
  }
}
