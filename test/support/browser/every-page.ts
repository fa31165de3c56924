import type { Page } from 'playwright-core'
import { createKnowledge, putPages } from '../knowledge.ts'
import type { Service } from '../service.ts'
import { buildPath } from './console.ts'

/** A knowledge base with something on every page of the console. */
export async function fillEveryPage(service: Service) {
  const { admin } = service
  const docs = await createKnowledge(service, 'Acme docs')
  const id = docs.knowledgeBaseId
  const [documentId = ''] = await putPages(
    service,
    id,
    ['Keys', 'Sources', 'Widgets'].map((title) => ({
      url: `https://docs.acme.example/${title.toLowerCase()}`,
      title,
      content: `# ${title}\n\nAll there is to say about ${title}, and how to rotate them.`,
    })),
  )
  await admin.groups.create(id, { name: 'Customers' })
  const widget = await admin.widgets.create(id, { name: 'Help centre', allowed_origins: [] })
  const source = await admin.sources.create(id, {
    name: 'Handbook',
    settings: { type: 'files', base_url: 'https://files.acme.example/' },
    sync: false,
  })
  await admin.invitations.create(docs.workspaceId, { email: 'grace@example.com', role: 'editor' })
  await docs.client.search({ query: 'keys' })
  for await (const frame of docs.client.ask({ query: 'How do I rotate Keys?' })) void frame
  const [asked] = (await admin.messages.list(id)).messages
  const path = buildPath(docs)
  /** Each page, with something of its data that shows. */
  const pages: [string, string][] = [
    [path, 'How do I rotate Keys?'],
    [`${path}/questions`, 'How do I rotate Keys?'],
    [`${path}/questions?open=${asked?.id}`, 'How it was answered'],
    [`${path}/gaps`, 'Two similar questions'],
    [`${path}/evaluations`, 'No question sets yet'],
    [`${path}/analytics?view=speed&group=source`, 'By channel'],
    [`${path}/playground`, 'Not stored or counted'],
    [`${path}/sources`, 'Handbook'],
    [`${path}/sources/${source.id}`, 'Upload files'],
    [`${path}/pages`, 'https://docs.acme.example/sources'],
    [`${path}/pages/${documentId}`, 'All there is to say about Keys'],
    [`${path}/groups`, 'Customers'],
    [`${path}/widgets`, 'Help centre'],
    [`${path}/widgets/${widget.id}`, 'Create a key for this snippet'],
    [`${path}/keys`, 'Public key'],
    [`${path}/settings`, 'Starter questions'],
    [`${path}/models`, 'No model has a price yet'],
    [`${path}/limits`, 'Current usage'],
    [`${path}/forms`, 'Create a key for this snippet'],
    [`${path}/ai-tools`, 'Create a key for AI tools'],
    [`${path}/people`, 'grace@example.com'],
    [`${path}/audit`, 'widget.create'],
    [`${path}/retention`, 'Erase a reader'],
    [`${path}/webhooks`, 'No webhooks yet'],
    [`${path}/system`, 'PostgreSQL'],
    [`${path}/account`, 'You are signed in with the admin token'],
  ]
  return { docs, path, pages, documentId, widgetId: widget.id }
}

/** Within the console, as a link would go: a reload would sign out. */
export async function go(page: Page, baseUrl: string, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(`${baseUrl}/console${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}
