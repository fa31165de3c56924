import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const workspace = {
  id: EXAMPLE_IDS.workspace,
  name: 'Acme',
  plan: 'team',
  retention: 'standard',
  thread_retention_days: 90,
  redact: ['card', 'key'],
  asker_storage: 'hashed',
  audit_retention_days: 365,
  monthly_question_allowance: 10_000,
  state: 'active',
  created_at: '2026-03-01T08:00:00.000Z',
}

const knowledgeBase = {
  id: EXAMPLE_IDS.knowledgeBase,
  workspace_id: EXAMPLE_IDS.workspace,
  name: 'Acme Docs',
  starter_mode: 'generated',
  answerability: 'balanced',
  split_questions: true,
  default_filter: {},
  contact: null,
  own_questions: [],
  mcp_enabled: true,
  mcp_url: null,
  mcp_oauth: false,
  llms_txt: false,
  page_markdown: false,
  state: 'active',
  created_at: '2026-03-01T08:05:00.000Z',
}

const group = {
  id: EXAMPLE_IDS.group,
  name: 'API reference',
  signed_readers_only: false,
  created_at: '2026-03-01T08:10:00.000Z',
}

const system = {
  version: '0.1.0',
  migrations: { latest: '0014_notifications', applied: 14, pending: [] },
  workers: [{ name: 'worker-1:42' }],
  queue: { waiting: 3, active: 2, failed: 0, oldest_seconds: 1 },
  database: {
    version: '17.5',
    pgvector: '0.8.0',
    size_bytes: 734_003_200,
    latency_ms: 0.8,
  },
  redis: { latency_ms: 0.4 },
  checks: [
    { name: 'database', ok: true, message: 'PostgreSQL 17.5 answers.' },
    { name: 'workers', ok: true, message: '1 worker takes jobs.' },
  ],
}

export const workspaceOperations: OperationTexts = {
  getSystem: {
    description:
      'Returns what an operator looks at when something is slow: the database and its schema, the workers that are alive, the queue of all knowledge bases, Redis, and a check of each. It names no tenant. It answers within seconds even while the database hangs.',
    response: system,
  },
  followSystem: {
    description:
      'Sends the state of the deployment as server-sent events: one at once, and one every ten seconds. The last one says `done`, when the time is over.',
    query: { seconds: '60' },
    response: [
      { ...system, done: false },
      { ...system, done: true },
    ],
  },
  createWorkspace: {
    description:
      'Creates a workspace, the tenant: its plan, retention and question allowance apply to all its knowledge bases. Everything but the name has a default.',
    request: { name: 'Acme', plan: 'team', monthly_question_allowance: 10_000 },
    response: { ...workspace, thread_retention_days: null, redact: [] },
  },
  listWorkspaces: {
    description: 'Returns all workspaces, oldest first. Follow `next_cursor` until it is null.',
    response: { workspaces: [workspace], next_cursor: null },
  },
  getWorkspace: {
    description: 'Returns one workspace with its plan, retention and allowance.',
    response: workspace,
  },
  changeWorkspace: {
    description:
      'Changes the fields that you send and leaves the others as they are. Setting `retention` to `zero` erases stored conversations permanently. `redact` applies to what is stored from then on.',
    request: { thread_retention_days: 90, redact: ['card', 'key'] },
    response: workspace,
  },
  deleteWorkspace: {
    description:
      'Deletes a workspace with its knowledge bases, keys and conversations. Readers are refused within 5 seconds; the rows are removed in the background. This cannot be undone.',
    response: { ...workspace, state: 'deleting' },
  },
  createKnowledgeBase: {
    description:
      'Creates an empty knowledge base. Next, add a source or documents, then create a key for its readers.',
    request: { name: 'Acme Docs' },
    response: knowledgeBase,
  },
  listKnowledgeBases: {
    description: 'Returns the knowledge bases of a workspace, oldest first.',
    response: { knowledge_bases: [knowledgeBase], next_cursor: null },
  },
  getKnowledgeBase: {
    description: 'Returns one knowledge base with its settings.',
    response: knowledgeBase,
  },
  changeKnowledgeBase: {
    description:
      'Changes the fields that you send: the name, starter questions, MCP access, and whether `llms.txt` and page markdown are published. Published pages can be read without a key, so turn this on only for documents that everyone may see.',
    request: { starter_mode: 'own', own_questions: ['How do I rotate an API key?'] },
    response: {
      ...knowledgeBase,
      starter_mode: 'own',
      own_questions: ['How do I rotate an API key?'],
    },
  },
  deleteKnowledgeBase: {
    description:
      'Deletes a knowledge base with its documents, keys and conversations. Its keys are refused within 5 seconds; the content is removed in the background. This cannot be undone.',
    response: { ...knowledgeBase, state: 'deleting' },
  },
  createGroup: {
    description:
      'Creates a named part of a knowledge base. Put documents or sources in it, then limit keys or single searches to it.',
    request: { name: 'API reference' },
    response: group,
  },
  listGroups: {
    description: 'Returns the source groups of a knowledge base, oldest first.',
    response: { groups: [group], next_cursor: null },
  },
  getGroup: { description: 'Returns one source group.', response: group },
  changeGroup: {
    description:
      'Changes the name of a source group, or whether only signed readers read it. Its id, its documents and the keys that read it stay. Once it is for signed readers alone, answers from it to others end within a second.',
    request: { name: 'REST API' },
    response: { ...group, name: 'REST API' },
  },
  deleteGroup: {
    description:
      'Deletes a source group. If it still has documents or sources, name another group or `none` in `move_to`; otherwise the deletion is refused with CONFLICT.',
    query: { move_to: EXAMPLE_IDS.otherGroup },
  },
}
