/**
 * Prints a session with a Footnote MCP server: its tools, a question, a
 * search, a page. Usage: node scripts/mcp-session.ts URL KEY QUESTION [--protocol 2025-11-25]
 */
import { parseArgs } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { protocol: { type: 'string', default: '2026-07-28' } },
})
const [url, key, query] = positionals
if (url === undefined || key === undefined || query === undefined) {
  console.error('Usage: node scripts/mcp-session.ts URL KEY QUESTION [--protocol 2025-11-25]')
  process.exit(2)
}

const SHOWN_CHARACTERS = 400
const show = (what: string, value: unknown): void => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
  console.log(`→ ${what}\n${cut.replaceAll(/^/gm, '  ')}\n`)
}

const mode = values.protocol === '2025-11-25' ? 'legacy' : { pin: values.protocol }
const client = new Client({ name: 'mcp-session', version: '1' }, { versionNegotiation: { mode } })
await client.connect(
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  }),
)
show(`connected, protocol ${client.getNegotiatedProtocolVersion()}`, client.getServerVersion())

const { tools } = await client.listTools()
show('tools/list', tools.map(({ name, description }) => `${name}: ${description}`).join('\n'))

let notifications = 0
const asked = await client.callTool(
  { name: 'ask', arguments: { query } },
  { onprogress: () => (notifications += 1) },
)
show(`tools/call ask "${query}", ${notifications} progress notifications`, readText(asked))
show('its links', getLinks(asked).join('\n'))

const found = await client.callTool({ name: 'search', arguments: { query, limit: 1 } })
show('tools/call search, limit 1', readText(found))

const { resources } = await client.listResources()
show(`resources/list: ${resources.length} pages, the first`, resources[0])
const [uri] = getLinks(asked)
if (uri !== undefined) {
  const { contents } = await client.readResource({ uri })
  show(`resources/read ${uri}`, contents[0] && 'text' in contents[0] ? contents[0].text : '')
}
await client.close()

type Result = Awaited<ReturnType<typeof client.callTool>>

function readText({ content }: Result): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function getLinks({ content }: Result): string[] {
  return content.flatMap((block) => (block.type === 'resource_link' ? [block.uri] : []))
}
