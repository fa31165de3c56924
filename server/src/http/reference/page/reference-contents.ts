import { html, type Html } from '../../../text/html.ts'
import type { OpenapiDocument, Operation } from '../openapi/openapi-document.ts'

export type Entry = { path: string; method: string; operation: Operation }

const TAG_TITLES: Record<string, string> = {
  public: 'Public API',
  admin: 'Admin API',
  websocket: 'WebSocket',
  mcp: 'MCP',
  published: 'Published pages',
  hooks: 'Webhooks',
  events: 'Events',
  service: 'Health and metrics',
}

export const getTitle = (tag: string): string => TAG_TITLES[tag] ?? tag

export function getEntries(document: OpenapiDocument, tag: string): Entry[] {
  return Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

/** More than these are folded up by what they are about. */
const MAX_FLAT_ENTRIES = 20

/** `Answer model` for `/api/v1/admin/knowledge-bases/{knowledgeBaseId}/answer-model`. */
function findSubject({ path }: Entry): string {
  const nouns = path.split('/').filter((part) => !part.startsWith('{'))
  // After the empty text before the first slash, `api`, `v1` and `admin`.
  const [first = '', second] = nouns.slice(4)
  const isWithin = first === 'knowledge-bases' || second === 'knowledge-bases'
  const noun = (isWithin ? second : undefined) ?? first
  return noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ')
}

function links(entries: readonly Entry[]): Html {
  return html`<ul>
    ${entries.map(
      ({ operation }) =>
        html`<li><a href="#${operation.operationId}">${operation.summary}</a></li> `,
    )}
  </ul> `
}

function folded(entries: readonly Entry[]): Html[] {
  const bySubject = Object.entries(Object.groupBy(entries, findSubject))
  return bySubject.map(
    ([subject, some = []]) =>
      html`<details>
        <summary>${subject}</summary>
        ${links(some)}
      </details> `,
  )
}

export function contents(document: OpenapiDocument): Html[] {
  return document.tags.map(({ name }) => {
    const entries = getEntries(document, name)
    return html`<h2>${getTitle(name)}</h2>
      ${entries.length > MAX_FLAT_ENTRIES ? folded(entries) : links(entries)}`
  })
}
