import { vi } from 'vitest'
import { acceptance, steeredBy } from '../../support/acceptance.ts'
import { ask, takeLast } from '../../support/ask.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge, putPages } from '../../support/knowledge.ts'
import { startEdge } from '../../support/network/cells-edge.ts'
import type { Service } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { getAdminUrl, createDatabase } from '../../support/store/services.ts'
import { asOperator, publicPath, send } from './wire.ts'
import type { Request } from './wire.ts'

/** nginx takes names for the same that differ in their case alone. */
export const [LOWER, UPPER] = ['0a', '0A']

export type Docs = Knowledge & { messageId: string; threadId: string; widgetId: string }

export async function fill(service: Service): Promise<Docs> {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const content = '# Keys\n\nReset a key under Settings, then copy the new key.'
  await putPages(service, knowledgeBaseId, [{ url: 'https://docs.example.com/keys', content }])
  const { id: widgetId } = await service.admin.widgets.create(knowledgeBaseId, { name: 'Widget' })
  const { message_id, thread_id } = takeLast(
    await ask(service, knowledge, { query: 'How do I reset a key?' }),
  )
  return { ...knowledge, messageId: message_id ?? '', threadId: thread_id ?? '', widgetId }
}

/** Two whole cells, and nginx in front of them with the configuration that `footnote cells` renders. */
export const test = acceptance()
  /** More settings of both. The public address is that of the first. */
  .test.extend('settings', { scope: 'file' }, (): Record<string, string> => ({}))
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, settings }, { onCleanup }) => {
      const { PUBLIC_URL } = settings
      const port = PUBLIC_URL === undefined ? {} : { PORT: new URL(PUBLIC_URL).port }
      const env = { ...steeredBy(embeddings), ...settings, ...port, CELL: LOWER }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('otherDatabase', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createDatabase()
    onCleanup(database.drop)
    return database
  })
  .extend(
    'other',
    { scope: 'file' },
    async ({ embeddings, otherDatabase, settings }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...settings, CELL: UPPER }
      const service = await startService({ databaseUrl: otherDatabase.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  /** As `footnote move` names them, with what serves each. */
  .extend('cells', { scope: 'file' }, ({ service, other, database, otherDatabase }) => ({
    lower: { ...database, cell: LOWER, adminUrl: getAdminUrl(database), service },
    upper: { ...otherDatabase, cell: UPPER, adminUrl: getAdminUrl(otherDatabase), service: other },
  }))
  .extend('docs', { scope: 'file' }, async ({ service }) => fill(service))
  .extend('theirs', { scope: 'file' }, async ({ other }) => fill(other))
  .extend('edge', { scope: 'file' }, async ({ service, other, docs }, { onCleanup }) => {
    // An id that names no cell, as those made before ids did.
    const nginx = await startEdge(
      { [LOWER]: service.baseUrl, [UPPER]: other.baseUrl },
      { [withDigits(docs.workspaceId, 'fff')]: UPPER },
    )
    onCleanup(() => nginx.close())
    return nginx
  })
  /** Whatever the reply is: which of the two has it in its log. */
  .extend('servedBy', { scope: 'file' }, async ({ edge, service, other }) => {
    return async (path: string, request: Request = {}): Promise<string> => {
      const id = (await send(edge, path, request)).headers.get('x-request-id')
      const has = ({ log }: Service) => log.some((line) => line['request_id'] === id)
      return vi.waitFor(() => {
        if (has(service)) return LOWER
        if (has(other)) return UPPER
        throw new Error(`Neither has ${path} in its log.`)
      }, 20_000)
    }
  })

export const withDigits = (id: string, digits: string): string =>
  `${id.slice(0, 15)}${digits}${id.slice(18)}`

/** Every kind of request that says whose it is: by its path, by its key, or by both. */
export const kinds = ({
  workspaceId,
  knowledgeBaseId: id,
  clientKey,
  messageId,
  threadId,
  widgetId,
}: Docs): Record<string, [path: string, request?: Request]> => {
  const headers = { 'x-client-key': clientKey }
  const query = { query: 'How do I reset a key?' }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const hook = `/api/v1/hooks/knowledge-bases/${id}/sources/${messageId}`
  return {
    search: [publicPath(id, 'search'), { json: query, headers }],
    'search, upper case': [publicPath(id.toUpperCase(), 'search'), { json: query, headers }],
    related: [publicPath(id, 'related?query=keys'), { headers }],
    chat: [publicPath(id, 'chat'), { json: query, headers }],
    'chat in a thread': [`/api/v1/public/threads/${threadId}/chat`, { json: query, headers }],
    'form-deflect': [publicPath(id, 'form-deflect'), { json: { description: 'Keys' }, headers }],
    feedback: ['/api/v1/public/feedback', { json: { message_id: messageId, vote: 'up' }, headers }],
    'starter questions': [publicPath(id, 'suggested-questions'), { headers }],
    'a saved widget': [`/api/v1/public/widget-integrations/${widgetId}/config`, { headers }],
    'a preflight': [publicPath(id, 'search'), { method: 'OPTIONS' }],
    'llms.txt': [publicPath(id, 'llms.txt')],
    MCP: [`/mcp/${id}`, { json: rpc, headers }],
    'MCP by key': ['/mcp', { json: rpc, headers }],
    'MCP by a token': [`/mcp/${id}`, { json: rpc, headers: { authorization: 'Bearer opaque' } }],
    'resource metadata': [`/.well-known/oauth-protected-resource/mcp/${id}`],
    'issuer metadata': [`/.well-known/oauth-authorization-server/oauth/${id}`],
    'token endpoint': [`/oauth/${id}/token`, { method: 'POST' }],
    webhook: [hook, { json: {} }],
    'a knowledge base': [`/api/v1/admin/knowledge-bases/${id}`, { headers: asOperator }],
    'a workspace': [`/api/v1/admin/workspaces/${workspaceId}/usage`, { headers: asOperator }],
    'a page of the console': [`/console/w/${workspaceId}/kb/${id}`],
  }
}
