import { z } from 'zod'
import type { JsonSchema } from './openapi-document.ts'

type OverrideContext = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
>[0]

/** Drops what zod adds but the wire does not promise. */
function tidy({ zodSchema, jsonSchema }: OverrideContext): void {
  // Responses may gain fields; only a strict object promises none.
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall) {
    delete jsonSchema.additionalProperties
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // zod spells out the calendar in 300 characters; the format says the same.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  delete jsonSchema.id
}

/**
 * Says a default in words. Generators of types take a field of a component that has `default` for one
 * that is always there, as in a response, and would demand it of whoever sends a request.
 */
function defaultsInWords(schema: JsonSchema): JsonSchema {
  const { properties, required = [], oneOf, anyOf, items } = schema
  return {
    ...schema,
    ...(properties ? { properties: inWords(properties, required) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(defaultsInWords) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(defaultsInWords) } : {}),
    ...(isSchema(items) ? { items: defaultsInWords(items) } : {}),
  }
}

function inWords(
  properties: NonNullable<JsonSchema['properties']>,
  required: readonly string[],
): NonNullable<JsonSchema['properties']> {
  const worded = Object.entries(properties).map(([name, property]) => {
    if (!isSchema(property)) return [name, property] as const
    const inner = defaultsInWords(property)
    if (inner.default === undefined || required.includes(name)) return [name, inner] as const
    const { default: value, ...rest } = inner
    const text = `${rest.description ?? ''} Default: \`${JSON.stringify(value)}\`.`
    return [name, { ...rest, description: text.trim() }] as const
  })
  return Object.fromEntries(worded)
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withComponentRefs(schema: JsonSchema): JsonSchema {
  const rewritten: JsonSchema = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  return rewritten
}

/** A self-contained schema: an object itself, not a reference to one of its parts. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $ref, ...root } = z.toJSONSchema(schema, { io, override: tidy })
  const { [$ref?.replace('#/$defs/', '') ?? '']: own, ...parts } = root.$defs ?? {}
  return own ? { ...root, ...own, $defs: parts } : root
}

/** Converts zod schemas, and collects those with an id as components. */
export function createSchemaConverter() {
  const components = new Map<string, JsonSchema>()

  function addComponent(name: string, schema: JsonSchema): void {
    const known = components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Schema ${name} differs between a request and a response`)
    }
    components.set(name, schema)
  }

  const converted = {
    input: new Map<z.ZodType, JsonSchema>(),
    output: new Map<z.ZodType, JsonSchema>(),
  }

  /** Once for each schema: every operation has the same errors. */
  function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const known = converted[io].get(schema) ?? convertAnew(schema, io)
    converted[io].set(schema, known)
    return known
  }

  function convertAnew(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: tidy })
    for (const [name, definition] of Object.entries($defs)) {
      addComponent(name, withComponentRefs(defaultsInWords(definition)))
    }
    return withComponentRefs(root)
  }

  /** Sorted, so that the document does not depend on the order of the routes. */
  function sortedComponents(): Record<string, JsonSchema> {
    return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  return { convert, sortedComponents }
}

export type SchemaConverter = ReturnType<typeof createSchemaConverter>
