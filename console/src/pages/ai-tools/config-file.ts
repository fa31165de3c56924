type Server = { mcp_url: string; mcp_oauth?: true; clientKey: string }

/** The file that the tool reads in a project, for those who share it with colleagues. */
export function configFile(
  tool: string,
  { mcp_url: url, mcp_oauth: signsIn, clientKey }: Server,
): { path: string; text: string } | null {
  const headers = signsIn ? {} : { headers: { 'X-Client-Key': clientKey } }
  if (tool === 'Cursor') {
    return { path: '.cursor/mcp.json', text: json({ mcpServers: { docs: { url, ...headers } } }) }
  }
  if (tool === 'VS Code') {
    return {
      path: '.vscode/mcp.json',
      text: json({ servers: { docs: { type: 'http', url, ...headers } } }),
    }
  }
  return null
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
