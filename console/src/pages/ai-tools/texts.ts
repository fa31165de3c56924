import { t as shared } from '../../texts.ts'

const aiTools = {
  title: 'AI tools',
  lead: 'Claude, Cursor, VS Code and other tools can ask this knowledge base.',
  mcp: 'Connect with MCP',
  mcpOff: 'MCP is off',
  mcpOffReason: 'Turn it on to let MCP clients ask and search.',
  toSettings: 'Open settings',
  address: 'URL',
  bySignIn: 'Readers sign in when their tool connects. No key is needed.',
  byKey:
    'Tools send a public key. Create one just for AI tools, so that you can revoke it separately.',
  makeKey: 'Create a key for AI tools',
  keyName: 'AI tools',
  needsKey:
    'The snippet needs a public key. A key is shown only once, so create one for this snippet.',
  openIn: (tool: string) => `Open in ${tool}`,
  file: (tool: string, path: string) => `${tool}: ${path}`,
  readable: 'Files for crawlers and AI tools',
  llmsOff: 'llms.txt is off. Turn it on to list your public pages for anyone, without a key.',
  markdownOff:
    'Pages as Markdown are off. Turn them on to serve each public page as Markdown, without a key.',
  llms: 'llms.txt: your public pages with their URLs',
  llmsFull: 'llms-full.txt: every public page in full',
  markdown: 'One page as Markdown',
}

export const t = { ...shared, aiTools }
