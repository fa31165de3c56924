import type { WidgetConfig } from '@footnote/client'

/** One way to connect a tool: something to copy, or a link that the tool itself handles. */
export type AiTool = {
  readonly name: string
  readonly copy?: string
  readonly href?: string
  /** Where to paste it, in the tool's own words. */
  readonly where?: string
}

type Given = Pick<WidgetConfig, 'mcp_url' | 'mcp_oauth' | 'knowledge_base_name'> & {
  readonly baseUrl: string
  readonly clientKey: string
}

/** A name that every tool takes: letters, digits and dashes. */
const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'docs'

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))

/** The key goes along only where readers do not sign in themselves. */
export function aiTools(given: Given): AiTool[] {
  const url = given.mcp_url ?? `${given.baseUrl}/mcp`
  const name = toSlug(given.knowledge_base_name)
  const headers = given.mcp_oauth ? undefined : { 'X-Client-Key': given.clientKey }
  const option = headers ? ` --header "X-Client-Key: ${given.clientKey}"` : ''
  const server = { url, ...(headers ? { headers } : {}) }
  const cursor = encodeURIComponent(toBase64(JSON.stringify(server)))
  const code = encodeURIComponent(JSON.stringify({ name, type: 'http', ...server }))
  return [
    // Both take an address and sign the reader in; neither can send a header.
    ...(given.mcp_oauth
      ? [
          { name: 'Claude', copy: url, where: 'Settings → Connectors → Add custom connector' },
          { name: 'ChatGPT', copy: url, where: 'Settings → Connectors → Create' },
        ]
      : []),
    { name: 'Claude Code', copy: `claude mcp add --transport http ${name} ${url}${option}` },
    {
      name: 'Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursor}`,
    },
    { name: 'VS Code', href: `vscode:mcp/install?${code}` },
  ]
}

export const mcpAddress = ({ mcp_url, baseUrl }: Given): string => mcp_url ?? `${baseUrl}/mcp`
