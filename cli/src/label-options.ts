import { InvalidArgumentError } from 'commander'

export type LabelValues = Readonly<Record<string, string[]>>

/** `version=2`; given again, another label or another value of it. */
export function collectLabel(text: string, labels: LabelValues): LabelValues {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? []
  if (value.trim() === '') throw new InvalidArgumentError('It must look like version=2.')
  return { ...labels, [name]: [...(labels[name] ?? []), value] }
}

export const FILTER_OPTION = [
  '--filter <name=value>',
  'only documents with this label; repeat it for more',
  collectLabel,
  {},
] as const

/** As a field of what is asked. */
export const filterField = (filter: LabelValues): { filter?: Record<string, string[]> } =>
  Object.keys(filter).length > 0 ? { filter } : {}
