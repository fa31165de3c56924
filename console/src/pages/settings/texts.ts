import { t as shared } from '../../texts.ts'
import { formatCount } from '../../ui/format.ts'

const settings = {
  title: 'Knowledge base',
  general: 'General',
  name: 'Name',
  id: 'Id',
  splitQuestions: 'Search for each part of a question',
  splitQuestionsHint: 'The answer model splits a question that compares or has parts.',
  defaultFilter: 'Default filter',
  defaultFilterHint:
    'Labels that questions are limited to unless they name some, one a line, such as version=2.',
  starters: 'Starter questions',
  starterMode: 'Shown before a reader types',
  starterModes: {
    generated: 'Written from your pages',
    own: 'Your own',
    none: 'None',
  },
  own: 'Your questions',
  ownHint: 'One a line, up to 8.',
  machines: 'For AI tools and machines',
  mcp: 'MCP',
  mcpHint: 'AI tools such as Claude and Cursor can ask and search, with a public key.',
  mcpOauth: 'Readers sign in to use it',
  mcpOauthHint: 'Instead of a key. Needs PUBLIC_URL, and mail or an OpenID provider.',
  mcpAddress: 'Address for AI tools',
  llmsTxt: 'llms.txt',
  llmsTxtHint: 'Lists your public pages, without a key.',
  pageMarkdown: 'Pages as markdown',
  pageMarkdownHint: 'Each public page as markdown, without a key.',
  danger: 'Delete',
  dangerLead: 'Removes the knowledge base with its pages, keys, widgets and conversations.',
  delete: 'Delete knowledge base',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteEffect: (pages: number) =>
    `${formatCount(pages, 'page')} will leave every answer at once, and every key and widget is refused. This cannot be undone.`,
  deleted: 'The knowledge base is being deleted',
}

export const t = { ...shared, settings }
