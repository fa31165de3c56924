import type { AdminClient } from '@footnote/sdk/admin'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'

export type FirstKnowledgeBase = {
  readonly workspaceId: string
  readonly knowledgeBaseId: string
  readonly clientKey: string
}

/** Where `--knowledge-base` says, or a new one that is printed before anything is put into it. */
export async function chooseKnowledgeBase(
  admin: AdminClient,
  { knowledgeBase, create }: { knowledgeBase?: string; create?: string },
): Promise<{ knowledgeBaseId: string; first?: FirstKnowledgeBase }> {
  if (create !== undefined) {
    const first = await createFirstKnowledgeBase(admin, create)
    console.log(`${renderFirstKnowledgeBase(first)}\n`)
    return { knowledgeBaseId: first.knowledgeBaseId, first }
  }
  if (knowledgeBase !== undefined) return { knowledgeBaseId: knowledgeBase }
  throw new Failure(
    'Say where to put the documents: --knowledge-base <id>, or --create <name> for a new one.',
    USAGE_EXIT_CODE,
  )
}

/** All that a first search needs, under one name. */
async function createFirstKnowledgeBase(
  admin: AdminClient,
  name: string,
): Promise<FirstKnowledgeBase> {
  const workspace = await admin.workspaces.create({ name })
  const knowledgeBase = await admin.knowledgeBases.create(workspace.id, { name })
  const key = await admin.keys.create(knowledgeBase.id, { name: 'First key', kind: 'public' })
  if (key.client_key === undefined) throw new Error('The server sent no public key')
  return {
    workspaceId: workspace.id,
    knowledgeBaseId: knowledgeBase.id,
    clientKey: key.client_key,
  }
}

const renderFirstKnowledgeBase = (first: FirstKnowledgeBase): string =>
  [
    'Created:',
    `  workspace       ${first.workspaceId}`,
    `  knowledge base  ${first.knowledgeBaseId}`,
    `  public key      ${first.clientKey}  (shown this once)`,
  ].join('\n')

export const renderTrySearch = (first: FirstKnowledgeBase, baseUrl: string): string =>
  [
    'Try a search:',
    `  curl -sS '${baseUrl}/api/v1/public/knowledge-bases/${first.knowledgeBaseId}/search' \\`,
    `    -H 'X-Client-Key: ${first.clientKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"query": "How do I get started?"}'`,
    'or, to read it more easily:',
    `  footnote search 'How do I get started?' --url '${baseUrl}' \\`,
    `    --knowledge-base ${first.knowledgeBaseId} --key ${first.clientKey}`,
  ].join('\n')
