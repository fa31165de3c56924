import type { AdminClient, DocumentInput } from '@footnote/client/admin'
import type { Client } from '@footnote/client'
import { createClient } from '@footnote/client'
import { checkedFetch } from './check-response.ts'
import type { Service } from './service.ts'

/** A knowledge base with a public key, as an operator would set it up over the admin API. */
export type Knowledge = {
  workspaceId: string
  knowledgeBaseId: string
  clientKey: string
  client: Client
}

export async function createKnowledge(service: Service, name = 'Docs'): Promise<Knowledge> {
  const { admin } = service
  const workspace = await admin.workspaces.create({ name })
  const knowledgeBase = await admin.knowledgeBases.create(workspace.id, { name })
  const clientKey = await createPublicKey(admin, knowledgeBase.id)
  return {
    workspaceId: workspace.id,
    knowledgeBaseId: knowledgeBase.id,
    clientKey,
    client: clientFor(service, knowledgeBase.id, clientKey),
  }
}

export async function createPublicKey(
  admin: AdminClient,
  knowledgeBaseId: string,
  allowedGroupIds: string[] = [],
): Promise<string> {
  const key = await admin.keys.create(knowledgeBaseId, {
    name: 'test',
    kind: 'public',
    allowed_group_ids: allowedGroupIds,
  })
  if (key.client_key === undefined) throw new Error('A public key has a client_key')
  return key.client_key
}

export const clientFor = (service: Service, knowledgeBaseId: string, clientKey: string): Client =>
  createClient({
    baseUrl: service.baseUrl,
    knowledgeBaseId,
    credential: { clientKey },
    fetch: checkedFetch,
  })

export type PageInput = Partial<DocumentInput> & { url: string; content: string }

/** Puts pages and waits until the worker has indexed them all. Returns their ids, in order. */
export async function putPages(
  service: Service,
  knowledgeBaseId: string,
  pages: readonly PageInput[],
): Promise<string[]> {
  const ids: string[] = []
  for (const page of pages) {
    const input = { content_type: 'text/markdown' as const, ...page }
    ids.push((await service.admin.documents.put(knowledgeBaseId, input)).id)
  }
  await untilIndexed(service, knowledgeBaseId)
  return ids
}

export async function untilIndexed(
  { admin }: Pick<Service, 'admin'>,
  knowledgeBaseId: string,
  timeoutMs = 240_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { pending, failed } = await admin.documents.summary(knowledgeBaseId)
    if (failed > 0) throw new Error(`${failed} documents failed`)
    if (pending === 0) return
    if (Date.now() > deadline) throw new Error(`${pending} documents still wait`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
