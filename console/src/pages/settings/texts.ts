import { t as shared } from '../../texts.ts'
import { formatCount } from '../../ui/format.ts'

const settings = {
  title: 'Knowledge base',
  general: 'General',
  name: 'Name',
  id: 'ID',
  splitQuestions: 'Search for each part of a question',
  splitQuestionsHint:
    'The answer model splits questions that compare things or have several parts.',
  defaultFilter: 'Default filter',
  defaultFilterHint:
    'Questions search only pages with these labels, unless they ask for others. One per line, such as version=2.',
  starters: 'Starter questions',
  starterMode: 'Questions to show',
  starterModes: {
    generated: 'Generated from your pages',
    own: 'Your own',
    none: 'None',
  },
  own: 'Your questions',
  ownHint: 'Up to 8, one per line.',
  contact: 'Ask a person',
  contactBy: 'Messages from readers',
  contactHint:
    'The widget offers a form below answers that do not help. It includes the conversation if the reader agrees.',
  contactWays: {
    none: 'Not offered',
    email: 'By email',
    webhook: 'By webhook',
  },
  contactEmail: 'Email address',
  contactWebhook: 'Offered once a webhook of this workspace receives “Message to a person”.',
  machines: 'AI tools and crawlers',
  mcp: 'MCP',
  mcpHint: 'AI tools such as Claude and Cursor can ask and search, with a public key.',
  mcpOauth: 'Require readers to sign in',
  mcpOauthHint: 'Instead of a key. Needs PUBLIC_URL, and email or an OpenID provider.',
  mcpAddress: 'MCP server URL',
  llmsTxt: 'llms.txt',
  llmsTxtHint: 'Lists your public pages, without a key.',
  pageMarkdown: 'Pages as Markdown',
  pageMarkdownHint: 'Serves each public page as Markdown, without a key.',
  danger: 'Delete',
  dangerLead: 'Removes the knowledge base with its pages, keys, widgets and conversations.',
  delete: 'Delete knowledge base',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteEffect: (pages: number) =>
    `${formatCount(pages, 'page')} will disappear from answers at once, and every key and widget stops working. This cannot be undone.`,
  deleted: 'Deleting the knowledge base',
}

export const t = { ...shared, settings }
