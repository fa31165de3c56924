import { z } from 'zod'
import type { TitleOf } from './inline-html.ts'
import type { PropertyValue as Value } from './notion-objects.ts'
import { plainText, PropertyValue, RichText } from './notion-objects.ts'

const Named = z.object({ name: z.string().nullish() })
const Day = z.object({ start: z.string(), end: z.string().nullish() })

/** One parser for each type of property; those that are not here show nothing, such as a button. */
const VALUES: Readonly<Record<string, z.ZodType<string>>> = {
  rich_text: RichText.transform(plainText),
  number: z
    .number()
    .nullable()
    .transform((value) => (value === null ? '' : String(value))),
  string: z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
  select: Named.nullable().transform((value) => value?.name ?? ''),
  status: Named.nullable().transform((value) => value?.name ?? ''),
  multi_select: z.array(Named).transform(names),
  people: z.array(Named).transform(names),
  files: z.array(Named).transform(names),
  date: Day.nullable().transform(days),
  checkbox: z.boolean().transform(yesOrNo),
  boolean: z
    .boolean()
    .nullable()
    .transform((value) => (value === null ? '' : yesOrNo(value))),
  url: z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
  email: z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
  phone_number: z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
  unique_id: z
    .object({ prefix: z.string().nullish(), number: z.number().nullish() })
    .transform(({ prefix, number }) => [prefix, number].filter(isGiven).join('-')),
  place: z
    .object({ name: z.string().nullish(), address: z.string().nullish() })
    .nullable()
    .transform((value) => joined([value?.name ?? '', value?.address ?? ''])),
  verification: z
    .object({ state: z.string() })
    .nullable()
    .transform((value) => (value === null || value.state === 'unverified' ? '' : value.state)),
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

function names(values: readonly z.infer<typeof Named>[]): string {
  return joined(values.map(({ name }) => name ?? ''))
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined

function days(value: z.infer<typeof Day> | null): string {
  return [value?.start, value?.end].filter(isGiven).join(' – ')
}

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No'
}

export const Relation = z.array(z.object({ id: z.string() }))
const Rollup = z.looseObject({ type: z.string() })
const RollupArray = z.array(PropertyValue)

/** The value of a property in words. Empty: there is none, or none that is shown. */
export function propertyText(property: Value, titleOf: TitleOf): string {
  const { type } = property
  const value = property[type]
  if (type === 'relation') {
    const related = Relation.safeParse(value).data ?? []
    return joined(related.map(({ id }) => titleOf(id) ?? ''))
  }
  if (type === 'formula' || type === 'rollup') {
    const inner = Rollup.safeParse(value).data
    if (!inner) return ''
    if (inner.type !== 'array') return propertyText(inner, titleOf)
    const values = RollupArray.safeParse(inner['array']).data ?? []
    // One level: a rollup of rollups is not sent.
    return joined(values.map((one) => (one.type === 'rollup' ? '' : propertyText(one, titleOf))))
  }
  if (type === 'title') return plainText(RichText.safeParse(value).data)
  return VALUES[type]?.safeParse(value).data ?? ''
}
