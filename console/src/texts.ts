const common = {
  cancel: 'Cancel',
  clear: 'Clear filters',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  create: 'Create',
  delete: 'Delete',
  details: 'Details',
  discard: 'Discard changes',
  doneCopying: 'I have copied it',
  invalid: {
    missing: 'Fill in this field.',
    url: 'Enter a full URL, such as https://docs.example.com.',
    email: 'Enter an email address, such as ada@example.com.',
    number: 'Enter a number.',
    whole: 'Enter a whole number.',
    atLeast: (least: string) => `Enter ${least} or more.`,
    atMost: (most: string) => `Enter ${most} or less.`,
    short: (characters: number) => `Enter at least ${characters} characters.`,
    format: 'This is not in the expected format.',
  },
  export: 'Export CSV',
  exportNeedsAccount: 'Sign in with an account to export',
  leave: 'Leave without saving',
  leaveEffect: 'What you changed on this page has not been saved.',
  leaveTitle: 'Leave without saving?',
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
  typeName: (name: string) => `Type “${name}” to confirm`,
  undo: 'Undo',
  undone: 'Undone',
  unsaved: 'You have unsaved changes.',
  unknownError: 'Something went wrong. Try again.',
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
  verifiedAnswers: 'Verified answers',
  searchRules: 'Search rules',
  groupsPage: 'Groups',
  widgets: 'Widgets',
  keys: 'Keys',
  signedReaders: 'Signed readers',
  settings: 'Knowledge base',
  models: 'Models and cost',
  limits: 'Usage and limits',
  forms: 'Forms',
  aiTools: 'AI tools',
  chatChannels: 'Chat channels',
  people: 'People',
  signIn: 'Single sign-on',
  audit: 'Audit log',
  retention: 'Retention',
  webhooks: 'Webhooks',
  system: 'System',
  switcher: 'Knowledge base',
  otherWorkspaces: 'Other workspaces',
  newKnowledgeBase: 'New knowledge base',
  needsALook: (count: number) => `${count} need attention`,
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  account: 'Sign-in and security',
  adminToken: 'Admin token',
  signOut: 'Sign out',
  search: 'Search or jump to…',
}

const palette = {
  title: 'Search or jump to',
  placeholder: 'Page, action, knowledge base or question…',
  nothing: 'No results.',
  pages: 'Go to',
  documents: 'Page',
  knowledgeBases: 'Knowledge bases',
  actions: 'Actions',
  ask: (question: string) => `Ask “${question}”`,
  openPage: (url: string) => `Search pages for ${url}`,
  connect: 'Connect a source',
  sync: (source: string) => `Sync ${source}`,
  invite: 'Invite someone',
  createKey: 'Create a key',
  theme: (name: string) => `Theme: ${name}`,
}

const shortcuts = {
  title: 'Keyboard shortcuts',
  help: 'Show this list',
  rows: 'Next or previous row',
  open: 'Open the row',
  single: 'Use single-key shortcuts',
  singleHint:
    'Turn these off if you use dictation or press them by accident. Ctrl K or ⌘ K always works.',
}

const roles = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  hints: {
    viewer: 'Can see everything except who asked.',
    editor: 'Can also change sources and pages.',
    admin: 'Can also manage keys, widgets, groups, models and people.',
    owner: 'Can do everything, including deletion and retention.',
  },
  needed: {
    viewer: 'a viewer',
    editor: 'an editor',
    admin: 'an admin',
    owner: 'an owner',
    installation: 'an owner of the installation',
  },
  readOnly: (own: string, needed: string) =>
    `You are ${own} here, so you can view this page but not change it. Changes need ${needed}.`,
  reason: (needed: string) => `Needs ${needed}`,
  forbidden: 'You do not have access',
  forbiddenReason: (own: string, needed: string) =>
    `You are ${own} here, and this page needs ${needed}. Ask someone with that role.`,
}

const verified = {
  byTeam: 'Verified by the docs team',
  nearest: 'Nearest verified question:',
  notGiven: (reason: 'meaning' | 'words' | 'source', words: string) =>
    ({
      meaning: 'Not given: the questions differ in meaning.',
      words: `Not given: only one of the questions has ${words}.`,
      source: 'Not given: a source has no text to cite.',
    })[reason],
}

const notFound = {
  title: 'Page not found',
  reason: 'There is nothing at this URL.',
  toStart: 'Go to the start page',
}

/** Texts of the shell and of what every page uses. Those of a page stand beside it, and load with it. */
export const t = { common, nav, palette, shortcuts, roles, verified, notFound }
