import { isObject, listAt, objectAt, resolve, textAt } from './openapi-document.ts'
import type { Json } from './openapi-document.ts'

export type Field = { name: string; type: string; required: boolean; description: string }

const MAX_DEPTH = 6
const MAX_FIELDS = 200

/** In words: `string (uuid)`, `array of Pet`, `"a" or "b"`. */
export function typeOf(document: Json, stated: unknown, depth = 0): string {
  const schema = resolve(document, stated)
  if (!isObject(schema) || depth > MAX_DEPTH) return 'any'
  const values = listAt(schema, 'enum')
  if (values.length > 0)
    return values
      .slice(0, 20)
      .map((each) => JSON.stringify(each))
      .join(' or ')
  for (const name of ['oneOf', 'anyOf']) {
    const kinds = listAt(schema, name).slice(0, 10)
    if (kinds.length > 0) return kinds.map((each) => typeOf(document, each, depth + 1)).join(' or ')
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  const known = types.filter((type) => typeof type === 'string')
  const named = known.length > 0 ? known.join(' or ') : guessedType(schema)
  if (named === 'array') return `array of ${typeOf(document, schema['items'], depth + 1)}`
  const format = textAt(schema, 'format')
  return format === '' ? named : `${named} (${format})`
}

const guessedType = (schema: Json): string => {
  if (isObject(schema['properties']) || listAt(schema, 'allOf').length > 0) return 'object'
  return isObject(schema['items']) ? 'array' : 'any'
}

/** The fields of an object and of those inside it, as `owner.name` and `tags[].id`. */
export function fieldsOf(document: Json, stated: unknown): Field[] {
  const fields: Field[] = []
  collect(document, stated, '', [], fields)
  return fields
}

function collect(
  document: Json,
  stated: unknown,
  prefix: string,
  above: readonly unknown[],
  fields: Field[],
): void {
  const schema = resolve(document, stated)
  // A schema inside of itself, as a comment with replies, is shown once.
  if (!isObject(schema) || above.includes(schema) || above.length > MAX_DEPTH) return
  const inside = [...above, schema]
  for (const part of listAt(schema, 'allOf')) collect(document, part, prefix, inside, fields)
  if (isObject(schema['items'])) {
    collect(document, schema['items'], `${prefix}[]`, inside, fields)
  }
  const required = listAt(schema, 'required')
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    if (fields.length >= MAX_FIELDS) return
    const path = prefix === '' ? name : `${prefix}.${name}`
    fields.push({
      name: path,
      type: typeOf(document, property),
      required: required.includes(name),
      description: textAt(resolve(document, property), 'description'),
    })
    collect(document, property, path, inside, fields)
  }
}
