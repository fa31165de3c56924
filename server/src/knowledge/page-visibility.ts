import type { VisibilityRule } from '@footnote/contract/admin/sources'
import type { DocumentVisibility } from '../platform/database.ts'
import { createGlob } from '../platform/path-filter.ts'

export type VisibilityRules = {
  visibility: DocumentVisibility
  visibility_rules: readonly VisibilityRule[]
}

/** The first rule that fits the path of the page decides. */
export function visibilityOf(source: VisibilityRules, url: string): DocumentVisibility {
  const path = pathOf(url)
  const rule = source.visibility_rules.find((one) => createGlob(one.path)(path))
  return rule?.visibility ?? source.visibility
}

/** As people write it: `/a b`, not `/a%20b`. */
function pathOf(url: string): string {
  const { pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname // such as `/100%`
  }
}
