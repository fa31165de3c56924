import { t as shared } from '../../texts.ts'

const aiTools = {
  title: 'AI tools',
  lead: 'Claude, Cursor, VS Code and other tools can ask this knowledge base.',
  mcp: 'Connect by MCP',
  mcpOff: 'MCP is off',
  mcpOffReason: 'Turn it on, and tools that speak MCP can ask and search.',
  toSettings: 'Open the settings',
  address: 'Address',
  bySignIn: 'Readers sign in when their tool connects. No key is needed.',
  byKey: 'A tool sends a public key. Make one for AI tools alone, so that you can revoke it alone.',
  makeKey: 'Make a key for AI tools',
  keyName: 'AI tools',
  needsKey: 'The snippet needs a public key. Keys are shown once, so make one for it.',
  openIn: (tool: string) => `Open in ${tool}`,
  file: (tool: string, path: string) => `${tool}: ${path}`,
  readable: 'Files for tools that read on their own',
  llmsOff: 'llms.txt is off. Turn it on to list your public pages, for anybody and without a key.',
  markdownOff:
    'Pages as markdown are off. Turn them on to serve each public page as markdown, without a key.',
  llms: 'llms.txt: your public pages with their addresses',
  llmsFull: 'llms-full.txt: every public page in full',
  markdown: 'One page as markdown',
}

export const t = { ...shared, aiTools }
