import type { ListedObject } from './notion-objects.ts'
import { titleIn } from './notion-objects.ts'
import { readId } from './notion-tags.ts'

type Listed = { kind: 'page' | 'database'; title: string; parent: string | null }

/** What is listed, by its id, to tell what pages are in. */
export type NotionTree = Map<string, Listed>

const normalise = (id: string): string => readId(id) ?? id

export function addToTree(tree: NotionTree, kind: Listed['kind'], object: ListedObject): void {
  const { parent, database_parent } = object
  const above = parent?.page_id ?? parent?.data_source_id ?? database_parent?.page_id ?? null
  tree.set(normalise(object.id), {
    kind,
    title: titleIn(object),
    parent: above === null ? null : normalise(above),
  })
}

/** The databases that a page is in, and the topmost page that it is below or is itself. */
export function findContainers(tree: NotionTree, id: string): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  let root: string | null = null
  let at: string | null = normalise(id)
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const one: Listed | undefined = tree.get(at)
    if (one?.kind === 'database') found.push(`database:${one.title}`)
    if (one) root = one.kind === 'page' ? `root:${one.title}` : null
    at = one?.parent ?? null
  }
  return root === null ? found : [...found, root]
}
