import type { AdminClient, KnowledgeBase } from '@footnote/client/admin'
import { collectPages } from './collect-pages.ts'
import { count, plain } from './plain.ts'

/** What is deleted with a knowledge base, as lines to print. */
export async function describeKnowledgeBaseDeletion(
  admin: AdminClient,
  id: string,
): Promise<string[]> {
  const [{ pending, indexed, failed, passages }, { sources }, { keys }] = await Promise.all([
    admin.documents.summary(id),
    admin.sources.list(id),
    admin.keys.list(id),
  ])
  const active = keys.filter(({ revoked_at }) => revoked_at === null)
  return [
    `${count(pending + indexed + failed)} documents with ${count(passages)} passages`,
    `${count(sources.length)} sources and their files`,
    `${count(active.length)} keys, refused within 5 seconds`,
    'its source groups, widgets, readers, conversations and ratings',
  ]
}

export const allKnowledgeBases = (
  { knowledgeBases }: Pick<AdminClient, 'knowledgeBases'>,
  workspaceId: string,
): Promise<KnowledgeBase[]> =>
  collectPages(1000, async (page) => {
    const { knowledge_bases: items, next_cursor } = await knowledgeBases.list(workspaceId, page)
    return { items, next_cursor }
  })

/** What is deleted with a workspace. */
export async function describeWorkspaceDeletion(admin: AdminClient, id: string): Promise<string[]> {
  const bases = await allKnowledgeBases(admin, id)
  return [
    `${count(bases.length)} knowledge bases and everything in them`,
    ...bases.map((base) => `  ${base.id}  ${plain(base.name)}`),
    'its question counts',
  ]
}
