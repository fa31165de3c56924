import type { LabelRule } from '@footnote/contract/admin/sources'
import type { Labels } from '@footnote/contract/labels'
import { LabelValue } from '@footnote/contract/labels'
import { readablePath } from '../platform/readable-path.ts'
import { matchTemplate } from '../platform/path-template.ts'

/** What the rules of a source say of a page. Of one name the first rule that matches decides. */
export function getLabels(rules: readonly LabelRule[], url: string): Labels {
  const path = readablePath(url)
  const labels: Labels = {}
  for (const { match, labels: given } of rules) {
    const segments = matchTemplate(match, path)
    if (!segments) continue
    const found = { ...toLists(segments), ...given }
    for (const [name, values] of Object.entries(found)) labels[name] ??= values
  }
  return labels
}

/** What is no value of a label, such as a very long segment, is left out. */
const toLists = (values: Readonly<Record<string, string>>): Labels =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => LabelValue.safeParse(value).success)
      .map(([name, value]) => [name, [value]]),
  )
