import type { SourceInput } from '@footnote/client/admin'
import { InvalidArgumentError } from 'commander'
import { collectLabel } from '../label-options.ts'

export type Rule = NonNullable<SourceInput['rules']>[number]
export type Visibility = NonNullable<SourceInput['visibility']>

export const VISIBILITIES: readonly Visibility[] = ['public', 'unlisted', 'restricted']

export const RULE_HELP = `
Rules: PATTERN=WHAT[,WHAT…], in their order, for pages by their path or by what they are in.
  '/internal/**=restricted'                 a visibility
  'space:HR=unlisted,group:0199c1f4-2e5f…'  a source group, by its id; group:none for none
  '/cli/**=product=cli'                     a label
  '/docs/v{version}/**'                     a label from the path`

/** `/internal/**=restricted`, `space:HR=unlisted,group:ID` or `/docs/{version}/**`. */
export function collectRule(text: string, rules: Rule[]): Rule[] {
  const [match = '', ...rest] = text.split('=')
  const given = rest.join('=')
  const isNamed = /\{.+\}/.test(match)
  if (match === '' || (given === '' && !isNamed)) throw unclear()
  let rule: Rule = { match }
  for (const what of given === '' ? [] : given.split(','))
    rule = { ...rule, ...readWhat(what, rule) }
  return [...rules, rule]
}

function readWhat(what: string, { labels = {} }: Rule): Partial<Rule> {
  const visibility = VISIBILITIES.find((one) => one === what)
  if (visibility) return { visibility }
  const [, group] = /^group:(.+)$/.exec(what) ?? []
  if (group !== undefined) return { group_id: group === 'none' ? null : group }
  if (!what.includes('=')) throw unclear()
  const [label] = Object.entries(collectLabel(what, {}))
  if (!label) throw unclear()
  const [name, values] = label
  return { labels: { ...labels, [name]: [...[labels[name] ?? []].flat(), ...values] } }
}

const unclear = () =>
  new InvalidArgumentError(
    "It must look like '/internal/**=restricted', '/cli/**=product=cli' or '/docs/{version}/**'.",
  )

/** As it is given. */
export const describeRule = ({ match, visibility, group_id, labels = {} }: Rule): string => {
  const what = [
    ...(visibility === undefined ? [] : [visibility]),
    ...(group_id === undefined ? [] : [`group:${group_id ?? 'none'}`]),
    ...Object.entries(labels).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}=${value}`),
    ),
  ]
  return what.length === 0 ? match : `${match}=${what.join(',')}`
}
