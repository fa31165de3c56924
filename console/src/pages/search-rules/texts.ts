import { t as shared } from '../../texts.ts'

const page = {
  title: 'Search rules',
  lead: 'What you know about your readers’ words. Every search follows these rules.',
  add: { synonym: 'Add a synonym', pin: 'Pin a page' },
  edit: 'Edit the rule',
  empty: 'No search rules yet',
  emptyReason:
    'Readers and pages often use different words. A synonym lets “PAT” find pages that say “personal access token”; a pinned page comes first for its questions.',
  kind: 'Kind',
  kinds: { synonym: 'Synonym', pin: 'Pinned page' },
  rule: 'Rule',
  words: 'Readers write',
  wordsHint: 'One per line, up to 10. Each may have several words.',
  means: 'Pages say',
  meansHint: 'Searched for as well. One per line, up to 10.',
  bothWays: 'Both ways',
  bothWaysHint: 'Each of them also finds pages that say any other of them.',
  asked: 'Questions',
  askedHint:
    'One per line, up to 10. A question that has all words of a line shows the page first.',
  pinned: 'Page',
  pinnedHint: 'Readers who may not see it get what they got before.',
  findPage: 'Find a page by title or URL',
  foundPages: 'Pages found',
  chosen: (url: string) => `First: ${url}`,
  save: 'Save',
  saved: 'Saved. Searches follow it from now on.',
  editOne: 'Edit',
  delete: 'Delete',
  deleteTitle: (rule: string) => `Delete the rule “${rule}”?`,
  deleteEffect: 'Searches no longer follow it.',
  deleted: 'Search rule deleted',
}

export const t = { ...shared, page }
