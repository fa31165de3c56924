import { fromCommas } from '../../ui/lines.ts'
import { t } from './texts.ts'

/** By the name of the field. A box that is ticked has `on`. */
export type SourceValues = Readonly<Record<string, string>>

export type SourceField = {
  name: string
  label: string
  hint?: string
  placeholder?: string
} & (
  | { kind: 'url' | 'text'; isRequired: boolean }
  | { kind: 'check' }
  | { kind: 'choice'; options: readonly (readonly [string, string])[] }
)

const texts = t.sources.form

export const address = (label: string, hint?: string, placeholder = 'https://'): SourceField => ({
  name: 'url',
  kind: 'url',
  isRequired: true,
  label,
  placeholder,
  ...(hint === undefined ? {} : { hint }),
})

export const optional = (
  field: Record<'name' | 'label' | 'hint' | 'placeholder', string>,
): SourceField => ({
  ...field,
  kind: 'text',
  isRequired: false,
})

export const pageAddress = (type: 'git' | 'openapi'): SourceField => ({
  name: 'pageUrl',
  kind: 'text',
  isRequired: true,
  label: texts.pageUrl,
  hint: texts.pageUrlHint[type],
  placeholder: texts.pageUrlExample[type],
})

/** Only for those who reach the product by another address, such as a proxy of theirs. */
export const apiAddress = (usual: string, hint: string = texts.apiUrlHint): SourceField => ({
  name: 'apiUrl',
  kind: 'url',
  isRequired: false,
  label: texts.apiUrl,
  hint,
  placeholder: usual,
})

export const readApiAddress = (values: SourceValues): { api_url?: string } =>
  read(values, 'apiUrl') === '' ? {} : { api_url: read(values, 'apiUrl') }

/** Of a help center. */
export const articles: readonly SourceField[] = [
  optional({
    name: 'locales',
    label: texts.locales,
    hint: texts.localesHint,
    placeholder: 'en-us, de',
  }),
  {
    name: 'restricted',
    kind: 'check',
    label: texts.restrictedArticles,
    hint: texts.restrictedArticlesHint,
  },
]

export const read = (values: SourceValues, name: string): string => values[name]?.trim() ?? ''
export const isOn = (values: SourceValues, name: string): boolean => values[name] === 'on'

export const readArticles = (values: SourceValues) => ({
  locales: fromCommas(read(values, 'locales')),
  restricted_articles: isOn(values, 'restricted') ? ('include' as const) : ('skip' as const),
})
