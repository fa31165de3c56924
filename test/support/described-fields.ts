import type { JsonSchema } from '../../server/src/http/reference/openapi/openapi-document.ts'
import { REF_PREFIX, type Schemas } from '../../server/src/http/reference/page/reference-fields.ts'

type Part = JsonSchema | boolean | undefined

/** What a schema says of itself: on the spot, by its name, or in its one branch that is not null. */
export function getDescription(schema: Part, schemas: Schemas): string | undefined {
  if (typeof schema !== 'object') return undefined
  if (schema.description !== undefined) return schema.description
  if (schema.$ref !== undefined) {
    return getDescription(schemas[schema.$ref.slice(REF_PREFIX.length)], schemas)
  }
  const branches = (schema.anyOf ?? []).filter(
    (branch) => typeof branch === 'object' && branch.type !== 'null',
  )
  return branches.length === 1 ? getDescription(branches[0], schemas) : undefined
}

/** Schemas within this one, named ones left out: those are looked at by themselves. */
function splitParts({
  items,
  anyOf = [],
  oneOf = [],
  additionalProperties,
}: JsonSchema): JsonSchema[] {
  return [items, anyOf, oneOf, additionalProperties]
    .flat()
    .filter((part): part is JsonSchema => typeof part === 'object')
}

/** The fields that say nothing of themselves, such as `Key.name`. */
export function undescribedFields(name: string, schema: Part, schemas: Schemas): string[] {
  if (typeof schema !== 'object') return []
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = `${name}.${key}`
    const missing = getDescription(property, schemas) === undefined ? [field] : []
    return [...missing, ...undescribedFields(field, property, schemas)]
  })
  return [...own, ...splitParts(schema).flatMap((part) => undescribedFields(name, part, schemas))]
}
