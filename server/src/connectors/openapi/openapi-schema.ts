import { SourceError } from '../connector.ts'
import { isObject, listAt, objectAt, resolve, textAt } from './openapi-document.ts'
import type { Json } from './openapi-document.ts'

export type Field = { name: string; type: string; required: boolean; description: string }

const MAX_DEPTH = 6
const MAX_FIELDS = 200
/** Schemas that refer to ten others each are 10⁷ at the seventh level; a page shows some hundred. */
const MAX_VISITS = 10_000
/** Over all operations: 5,000 at the limit above would take many minutes. */
const MAX_VISITS_IN_ALL = 2_000_000

/** How many schemas of a document may still be visited, for this operation and in total. */
export type SchemaWalk = { readonly document: Json; visitsLeft: number; visitsLeftInAll: number }

export const startSchemaWalk = (document: Json): SchemaWalk => ({
  document,
  visitsLeft: MAX_VISITS,
  visitsLeftInAll: MAX_VISITS_IN_ALL,
})

export function beginOperation(walk: SchemaWalk): void {
  walk.visitsLeft = MAX_VISITS
}

/** False: the limit of this operation is reached, and the rest of it stays `any`. */
function mayVisit(walk: SchemaWalk): boolean {
  if (walk.visitsLeft === 0) return false
  if (walk.visitsLeftInAll === 0) {
    throw new SourceError('Its schemas refer to each other too often.')
  }
  walk.visitsLeft -= 1
  walk.visitsLeftInAll -= 1
  return true
}

/** In words: `string (uuid)`, `array of Pet`, `"a" or "b"`. */
export function getType(walk: SchemaWalk, stated: unknown, depth = 0): string {
  if (!mayVisit(walk)) return 'any'
  const schema = resolve(walk.document, stated)
  if (!isObject(schema) || depth > MAX_DEPTH) return 'any'
  const values = listAt(schema, 'enum')
  if (values.length > 0)
    return values
      .slice(0, 20)
      .map((each) => JSON.stringify(each))
      .join(' or ')
  for (const name of ['oneOf', 'anyOf']) {
    const kinds = listAt(schema, name).slice(0, 10)
    if (kinds.length > 0) return kinds.map((each) => getType(walk, each, depth + 1)).join(' or ')
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  const known = types.filter((type) => typeof type === 'string')
  const named = known.length > 0 ? known.join(' or ') : guessedType(schema)
  if (named === 'array') return `array of ${getType(walk, schema['items'], depth + 1)}`
  const format = textAt(schema, 'format')
  return format === '' ? named : `${named} (${format})`
}

const guessedType = (schema: Json): string => {
  if (isObject(schema['properties']) || listAt(schema, 'allOf').length > 0) return 'object'
  return isObject(schema['items']) ? 'array' : 'any'
}

/** The fields of an object and of those inside it, as `owner.name` and `tags[].id`. */
export function getFields(walk: SchemaWalk, stated: unknown): Field[] {
  const fields: Field[] = []
  collect(walk, stated, '', [], fields)
  return fields
}

function collect(
  walk: SchemaWalk,
  stated: unknown,
  prefix: string,
  above: readonly unknown[],
  fields: Field[],
): void {
  if (!mayVisit(walk)) return
  const schema = resolve(walk.document, stated)
  // A recursive schema, such as a comment with replies, is shown once.
  if (!isObject(schema) || above.includes(schema) || above.length > MAX_DEPTH) return
  const inside = [...above, schema]
  for (const part of listAt(schema, 'allOf')) collect(walk, part, prefix, inside, fields)
  if (isObject(schema['items'])) {
    collect(walk, schema['items'], `${prefix}[]`, inside, fields)
  }
  const required = listAt(schema, 'required')
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    if (fields.length >= MAX_FIELDS) return
    const path = prefix === '' ? name : `${prefix}.${name}`
    fields.push({
      name: path,
      type: getType(walk, property),
      required: required.includes(name),
      description: textAt(resolve(walk.document, property), 'description'),
    })
    collect(walk, property, path, inside, fields)
  }
}
