import type { Above, AskRestrictions, ListedContent, Parent } from './edition.ts'

/**
 * Whether only some people may see a page: it has a restriction, or something that it is below has. What
 * the listing of a space says is not asked for, and a folder is asked for once.
 */
export function createRestrictionCheck(
  contents: readonly ListedContent[],
  ask: AskRestrictions,
): (of: Parent) => Promise<boolean> {
  const listed = new Map(contents.map((content) => [content.id, content]))
  const known = new Map<string, boolean>()
  const climb = async (of: Parent, climbed: Set<string>): Promise<boolean> => {
    for (let at: Parent | null = of; at !== null;) {
      const before = known.get(at.id)
      if (before !== undefined) return before
      // Where this cannot be told, it is not shown.
      if (climbed.has(at.id)) return true
      climbed.add(at.id)
      const here = listed.get(at.id)
      if (here?.isRestricted ?? (await ask.isRestricted(at.id))) return true
      const found: Above | null = here ?? (await ask.readParent(at))
      if (found === null) return true
      at = found.parent
    }
    return false
  }
  return async (of) => {
    const climbed = new Set<string>()
    const isRestricted = await climb(of, climbed)
    for (const id of climbed) known.set(id, isRestricted)
    return isRestricted
  }
}
