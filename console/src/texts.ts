const common = {
  cancel: 'Cancel',
  clear: 'Clear filters',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  create: 'Create',
  delete: 'Delete',
  details: 'Details',
  export: 'Export as CSV',
  exportNeedsAccount: 'Sign in with an account to export',
  loadMore: 'Load more',
  loading: 'Loading',
  name: 'Name',
  never: 'Never',
  none: 'None',
  requestId: (id: string) => `Request ${id}`,
  retry: 'Try again',
  retryIn: (seconds: number) => `Try again in ${seconds} s`,
  save: 'Save',
  saved: 'Saved',
  skip: 'Skip to content',
  typeName: (name: string) => `Type “${name}” to go on`,
  unknownError: 'Something went wrong.',
}

const nav = {
  label: 'Main',
  open: 'Open navigation',
  close: 'Close navigation',
  groups: {
    readers: 'Readers',
    content: 'Content',
    quality: 'Quality',
    channels: 'Channels',
    settings: 'Settings',
    workspace: 'Workspace',
  },
  overview: 'Overview',
  playground: 'Playground',
  questions: 'Questions',
  analytics: 'Analytics',
  gaps: 'Gaps',
  evaluations: 'Evaluations',
  sources: 'Sources',
  pages: 'Pages',
  groupsPage: 'Groups',
  widgets: 'Widgets',
  keys: 'Keys',
  settings: 'Knowledge base',
  models: 'Models and cost',
  limits: 'Usage and limits',
  forms: 'Forms',
  aiTools: 'AI tools',
  people: 'People',
  signIn: 'Sign-in',
  audit: 'Audit log',
  retention: 'Retention',
  webhooks: 'Webhooks',
  system: 'System',
  switcher: 'Knowledge base',
  otherWorkspaces: 'Other workspaces',
  newKnowledgeBase: 'New knowledge base',
  needsALook: (count: number) => `${count} need a look`,
  theme: 'Theme',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  account: 'Sign-in and security',
  adminToken: 'Admin token',
  signOut: 'Sign out',
  search: 'Search or jump…',
}

const palette = {
  title: 'Search or jump',
  placeholder: 'A page, a knowledge base, an address, a question…',
  nothing: 'Nothing matches.',
  pages: 'Pages',
  knowledgeBases: 'Knowledge bases',
  actions: 'Actions',
  ask: (question: string) => `Ask “${question}”`,
  openPage: (url: string) => `Find the page ${url}`,
  connect: 'Connect a source',
  theme: (name: string) => `Theme: ${name}`,
}

const shortcuts = {
  title: 'Keyboard shortcuts',
  help: 'Show this list',
  rows: 'Next and previous row of a table',
  open: 'Open the row',
  single: 'Use single keys',
  singleHint:
    'Turn them off if you dictate, or if they get in your way. Ctrl K, or ⌘ K, always works.',
}

const roles = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  hints: {
    viewer: 'Reads everything, without who asked.',
    editor: 'Also changes sources and pages.',
    admin: 'Also keys, widgets, groups, models and people.',
    owner: 'Everything, deleting and retention included.',
  },
  needed: {
    viewer: 'a viewer',
    editor: 'an editor',
    admin: 'an admin',
    owner: 'an owner',
    installation: 'somebody who owns the installation',
  },
  readOnly: (own: string, needed: string) =>
    `You can look at this, not change it: you are ${own} here, and changes need ${needed}.`,
  reason: (needed: string) => `Needs ${needed}`,
  forbidden: 'Not for your role',
  forbiddenReason: (own: string, needed: string) =>
    `You are ${own} here, and this page needs ${needed}. Ask somebody who has that role.`,
}

const notFound = {
  title: 'Page not found',
  reason: 'There is nothing at this address.',
  toStart: 'Go to the start page',
}

/** Texts of the shell and of what every page uses. Those of a page stand beside it, and load with it. */
export const t = { common, nav, palette, shortcuts, roles, notFound }
