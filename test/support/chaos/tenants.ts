import { createClient } from '@footnote/client'
import { ADMIN_TOKEN } from '../service.ts'
import type { Service } from '../service.ts'
import { call, inParallel } from './call.ts'
import { wordFor } from './chance.ts'
import { until } from './load.ts'
import { untilIndexed } from '../knowledge.ts'

/** The page that each tenant's widget may be used on. */
export const ORIGIN = 'https://docs.example.com'

/** A tenant with one of everything, and its canary in every name and text. */
export type ChaosTenant = {
  canary: string
  workspaceId: string
  knowledgeBaseId: string
  groupId: string
  documentId: string
  widgetId: string
  /** The source of one uploaded file, `own.md`. */
  sourceId: string
  /** A finished sync of that source. */
  syncId: string
  /** A stored answer, with the canary in question and answer. */
  messageId: string
  threadId: string
  keyId: string
  /** Open, and never accepted. */
  invitationId: string
  tokenId: string
  /** Only where a test gives it one. */
  signerId?: string
  channelId?: string
  verifiedAnswerId?: string
  searchRuleId?: string
  webhookId?: string
  deliveryId?: string
  clientKey: string
  clientId: string
  clientSecret: string
}

export const CANARY = /canary[0-9a-f]{16}/g

type UnaskedTenant = Omit<ChaosTenant, 'threadId' | 'messageId'>

/** In this test file. */
let madeTenants = 0

export async function createTenants(service: Service, count: number): Promise<ChaosTenant[]> {
  const unasked: UnaskedTenant[] = []
  await inParallel(4, Array(count).keys(), async (index) => {
    unasked[index] = await createTenant(service)
  })
  for (const { knowledgeBaseId } of unasked) await untilIndexed(service, knowledgeBaseId)
  const tenants: ChaosTenant[] = []
  await inParallel(4, unasked.entries(), async ([index, tenant]) => {
    // From a form, so that its outcome can be reported too.
    const { knowledgeBaseId, clientKey } = tenant
    const credential = { clientKey }
    const client = createClient({ baseUrl: service.baseUrl, knowledgeBaseId, credential })
    const asked = await client.formDeflect({ description: `What is ${tenant.canary}?` })
    const { thread_id: threadId, message_id: messageId } = asked
    if (threadId === undefined || messageId === undefined) throw new Error('It was not stored')
    tenants[index] = { ...tenant, threadId, messageId }
  })
  return tenants
}

async function createTenant(service: Service): Promise<UnaskedTenant> {
  const { admin } = service
  const canary = wordFor('canary', (madeTenants += 1))
  const workspace = await admin.workspaces.create({ name: `Workspace ${canary}` })
  const { id: knowledgeBaseId } = await admin.knowledgeBases.create(workspace.id, {
    name: `Knowledge base ${canary}`,
  })
  const group = await admin.groups.create(knowledgeBaseId, { name: `Group ${canary}` })
  const page = (name: string) => ({
    url: `https://docs.example.com/${canary}/${name}`,
    title: `About ${canary}`,
    labels: { version: canary },
    content: `# Rotating keys\n\nThe ${name} page says that ${canary} is the word of this tenant.`,
    content_type: 'text/markdown' as const,
  })
  const document = await admin.documents.put(knowledgeBaseId, {
    ...page('grouped'),
    group_id: group.id,
  })
  await admin.documents.put(knowledgeBaseId, page('plain'))
  await admin.documents.put(knowledgeBaseId, { ...page('hidden'), visibility: 'restricted' })
  const publicKey = await admin.keys.create(knowledgeBaseId, { name: canary, kind: 'public' })
  const pair = await admin.keys.create(knowledgeBaseId, { name: canary, kind: 'secret' })
  const invitation = await admin.invitations.create(workspace.id, {
    email: `invited-${canary}@example.com`,
    role: 'viewer',
  })
  const token = await admin.accessTokens.create(workspace.id, { name: canary, role: 'viewer' })
  return {
    canary,
    workspaceId: workspace.id,
    invitationId: invitation.id,
    tokenId: token.id,
    knowledgeBaseId,
    groupId: group.id,
    documentId: document.id,
    widgetId: await createWidget(service, knowledgeBaseId, canary),
    ...(await createSource(service, knowledgeBaseId, canary)),
    keyId: publicKey.id,
    clientKey: publicKey.client_key ?? '',
    clientId: pair.client_id ?? '',
    clientSecret: pair.client_secret ?? '',
  }
}

async function createSource(service: Service, knowledgeBaseId: string, canary: string) {
  const { admin } = service
  const { id: sourceId } = await admin.sources.create(knowledgeBaseId, {
    name: `Source ${canary}`,
    settings: { type: 'files', base_url: `https://docs.example.com/${canary}/files/` },
    sync: false,
  })
  await call({
    method: 'PUT',
    url: `${service.baseUrl}/api/v1/admin/knowledge-bases/${knowledgeBaseId}/sources/${sourceId}/files?path=own.md`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    bytes: new TextEncoder().encode(`# File\n\nThe file of ${canary}.`),
  })
  const { id: syncId } = await admin.syncs.start(knowledgeBaseId, sourceId)
  const isOver = async () => {
    const { state } = await admin.syncs.get(knowledgeBaseId, sourceId, syncId)
    return state === 'completed'
  }
  await until('the sync of a source', isOver, 60_000)
  return { sourceId, syncId }
}

async function createWidget(service: Service, knowledgeBaseId: string, canary: string) {
  const { text } = await call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/admin/knowledge-bases/${knowledgeBaseId}/widgets`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: { name: `Widget ${canary}`, voice: canary, allowed_origins: [ORIGIN] },
  })
  const widget: { id: string } = JSON.parse(text)
  return widget.id
}
