import type { DiscourseSettings } from '@footnote/contract/admin/source-settings'
import { SourceError } from '../connector.ts'
import type { Category } from './discourse-objects.ts'

export type Categories = ReadonlyMap<number, Category>

/** A category, and those that it is in. */
export function withParents(categories: Categories, id: number | null | undefined): Category[] {
  const found: Category[] = []
  let category = categories.get(id ?? -1)
  while (category && !found.includes(category)) {
    found.push(category)
    category = categories.get(category.parent_category_id ?? -1)
  }
  return found
}

/** Those to read: the chosen ones with what is in them, or all. Throws if one is not there. */
export function chooseCategories(
  { categories: chosen }: DiscourseSettings,
  categories: Categories,
  who: string,
): Category[] {
  const all = [...categories.values()]
  if (all.length === 0) throw new SourceError(`Discourse shows no category: ${who} may see none.`)
  if (chosen.length === 0) return all
  const isMeant = ({ slug, id }: Category, name: string) =>
    slug.toLowerCase() === name.toLowerCase() || String(id) === name
  const missing = chosen.filter((name) => !all.some((one) => isMeant(one, name)))
  if (missing.length > 0) {
    throw new SourceError(
      `Discourse has no category ${missing.join(', ')}, or ${who} may not see it.`,
    )
  }
  return all.filter((category) =>
    withParents(categories, category.id).some((one) => chosen.some((name) => isMeant(one, name))),
  )
}

/** Where its topics are listed, below the address of the forum. */
export function categoryPath(categories: Categories, { id }: Category): string {
  const slugs = withParents(categories, id)
    .toReversed()
    .map((one) => encodeURIComponent(one.slug === '' ? `${one.id}-category` : one.slug))
  return `c/${slugs.join('/')}/${id}.json`
}
