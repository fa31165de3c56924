import type { SourceRule } from '@footnote/contract/admin/source-rules'
import { isOverContainers } from '@footnote/contract/admin/source-rules'
import type { Labels } from '@footnote/contract/labels'
import { LabelValue } from '@footnote/contract/labels'
import type { DocumentVisibility } from '../platform/database/database.ts'
import { createTemplate } from '../platform/path-template.ts'
import { readablePath } from '../platform/readable-path.ts'

/** What decides about the pages of a source. */
export type RuledSource = {
  readonly visibility: DocumentVisibility
  readonly group_id: string | null
  readonly rules: readonly SourceRule[]
}

/** Where a page is. */
export type PagePlace = { readonly url: string; readonly containers: readonly string[] }

export type Ruling = {
  visibility: DocumentVisibility
  group_id: string | null
  labels: Labels
  /** Numbers of the rules that match. */
  matching: number[]
  /** Numbers of those that decide something. */
  deciding: number[]
}

export type RulePage = (place: PagePlace) => Ruling

/**
 * What a source says of its pages: of visibility, group and each label the first rule that matches and says
 * it, else the source itself.
 */
export function createRuling({ visibility, group_id, rules }: RuledSource): RulePage {
  const compiled = rules.map((rule) => ({ ...rule, fit: createFit(rule.match) }))
  return ({ url, containers }) => {
    const path = readablePath(url)
    const said: Partial<Pick<Ruling, 'visibility' | 'group_id'>> = {}
    const labels: Labels = {}
    const matching: number[] = []
    const deciding: number[] = []
    for (const [number, rule] of compiled.entries()) {
      const values = rule.fit(path, containers)
      if (!values) continue
      matching.push(number)
      let isDeciding = false
      if (rule.visibility !== undefined && said.visibility === undefined) {
        said.visibility = rule.visibility
        isDeciding = true
      }
      if (rule.group_id !== undefined && said.group_id === undefined) {
        said.group_id = rule.group_id
        isDeciding = true
      }
      for (const [name, given] of Object.entries({ ...toLists(values), ...rule.labels })) {
        if (labels[name]) continue
        labels[name] = given
        isDeciding = true
      }
      if (isDeciding) deciding.push(number)
    }
    return { visibility, group_id, ...said, labels, matching, deciding }
  }
}

type Values = Record<string, string>

/** The values of its `{names}` where it fits the path or a container. */
function createFit(match: string): (path: string, containers: readonly string[]) => Values | null {
  const fit = createTemplate(match)
  if (!isOverContainers(match)) return (path) => fit(path)
  return (_, containers) => {
    for (const container of containers) {
      const values = fit(container)
      if (values) return values
    }
    return null
  }
}

/** What is no value of a label, such as a very long segment, is left out. */
const toLists = (values: Readonly<Values>): Labels =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => LabelValue.safeParse(value).success)
      .map(([name, value]) => [name, [value]]),
  )
