import type { VisibilityRule } from '@footnote/contract/admin/sources'
import type { DocumentVisibility } from '../platform/database/database.ts'
import { createGlob } from '../platform/path-filter.ts'
import { readablePath } from '../platform/readable-path.ts'

export type VisibilityRules = {
  visibility: DocumentVisibility
  visibility_rules: readonly VisibilityRule[]
}

/** The first rule that matches the path of the page decides. */
export function getVisibility(source: VisibilityRules, url: string): DocumentVisibility {
  const path = readablePath(url)
  const rule = source.visibility_rules.find((one) => createGlob(one.path)(path))
  return rule?.visibility ?? source.visibility
}
