import { fillPath } from '../paths.ts'
import { rawRoutes } from '../raw-routes.ts'
import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'
import { exampleSync } from './sync-operations.ts'

const settings = {
  type: 'website',
  url: 'https://docs.example.com/',
  include: [],
  exclude: ['/archive/**'],
  max_pages: 10_000,
  render: false,
}

const source = {
  id: EXAMPLE_IDS.source,
  name: 'Docs site',
  type: 'website',
  settings,
  group_id: null,
  schedule: '0 3 * * *',
  visibility: 'public',
  rules: [
    { match: '/internal/**', visibility: 'restricted', labels: {} },
    { match: '/docs/v{version}/**', labels: { product: ['cli'] } },
  ],
  credential: null,
  paused: false,
  next_sync_at: '2026-03-15T03:00:00.000Z',
  documents: 128,
  failed_pages: 0,
  skipped_pages: 2,
  last_sync: exampleSync,
  created_at: '2026-03-01T08:30:00.000Z',
  updated_at: '2026-03-01T08:30:00.000Z',
}

const credential = {
  type: 'basic',
  signed_in_as: 'docs-reader',
  origin: 'https://docs.example.com',
  since: '2026-03-01T08:30:00.000Z',
}

const hook = {
  path: fillPath(rawRoutes.sourceWebhook.path, {
    knowledgeBaseId: EXAMPLE_IDS.knowledgeBase,
    sourceId: EXAMPLE_IDS.source,
  }),
  secret: 'fnh_example_secret_of_the_webhook',
  signing_secret_since: null,
  verification_token: null,
}

/** Sources with their webhooks, rules and deleted pages. */
export const sourceOperations: OperationTexts = {
  createSource: {
    description:
      'Adds a website, a git repository, uploaded files or an OpenAPI document, and starts the first sync unless `sync` is false. Which settings apply depends on `settings.type`.',
    request: {
      name: 'Docs site',
      settings: { type: 'website', url: 'https://docs.example.com/', exclude: ['/archive/**'] },
      schedule: '0 3 * * *',
      rules: [
        { match: '/internal/**', visibility: 'restricted' },
        { match: '/docs/v{version}/**', labels: { product: 'cli' } },
      ],
    },
    response: {
      ...source,
      documents: 0,
      skipped_pages: 0,
      last_sync: {
        ...exampleSync,
        trigger: 'created',
        state: 'queued',
        phase: 'listing',
        counts: Object.fromEntries(Object.keys(exampleSync.counts).map((name) => [name, 0])),
        started_at: null,
        ended_at: null,
      },
    },
  },
  previewSource: {
    description:
      'Reads the robots.txt, the sitemaps and a few pages of a website as a sync would, with the same checks of where it may connect, and tells what would be found. It takes at most 20 seconds, does not render pages, and stores nothing.',
    request: { settings: { type: 'website', url: 'https://docs.example.com/' } },
    response: {
      reachable: true,
      sitemap: 'https://docs.example.com/sitemap.xml',
      estimated_pages: 128,
      sample: [
        {
          url: 'https://docs.example.com/',
          title: 'Acme Docs',
          state: 'readable',
          reason: null,
          passages: 4,
        },
        {
          url: 'https://docs.example.com/legacy',
          title: null,
          state: 'skipped',
          reason: 'It asks not to be indexed (noindex).',
          passages: null,
        },
      ],
      theme_color: '#0b5c63',
      warnings: ['1 of 7 other pages could not be read.'],
    },
  },
  listSources: {
    description:
      'Returns every source of a knowledge base with its newest sync. The source of type `api` has the documents that you add yourself.',
    response: { sources: [source] },
  },
  getSource: {
    description: 'Returns one source with its settings and its newest sync.',
    response: source,
  },
  changeSource: {
    description:
      'Changes the fields that you send. Visibility, group and rules apply to its documents at once, other settings from the next sync; the type stays. A credential belongs to an origin: if the address moves to another one, it is deleted and `credential_dropped` is true.',
    request: { schedule: null, paused: true },
    response: {
      ...source,
      schedule: null,
      paused: true,
      next_sync_at: null,
      credential_dropped: false,
    },
  },
  previewSourceRules: {
    description:
      'Applies the rules to the documents that the source has now, and tells how many each would take, how many no rule fits, and how many would change. Stores nothing. `containers` lists what rules can name beside paths.',
    request: {
      rules: [
        { match: 'space:HR', group_id: EXAMPLE_IDS.group, visibility: 'unlisted' },
        { match: '/docs/v{version}/**' },
      ],
    },
    response: {
      documents: 128,
      rules: [
        { matches: 12, decides: 12 },
        { matches: 90, decides: 90 },
      ],
      unmatched: 26,
      changes: 102,
      containers: [
        { name: 'space:DOC', documents: 116 },
        { name: 'space:HR', documents: 12 },
      ],
    },
  },
  deleteSource: {
    description: 'Deletes a source and its documents. A running sync is cancelled.',
  },
  putSourceCredential: {
    description:
      'Reads the address of the source with the credential, and saves it encrypted if that works; otherwise nothing changes, and `error` says why. A running sync goes on with the new one, which is sent to the origin of the source alone. Pages that need it stay private: where the source shows its pages to everyone, the first credential is refused unless `open_private_pages` is true.',
    request: {
      credential: { type: 'basic', username: 'docs-reader', password: 'correct horse battery' },
    },
    response: { ...credential, needed: true, reads: null },
  },
  deleteSourceCredential: {
    description:
      'Deletes the credential. A running sync stops using it at once. Documents stay until a sync finds that their pages cannot be read.',
  },
  getSourceHook: {
    description:
      'Returns the URL and the secret with which a git host or a build starts a sync. Treat the secret like a password.',
    response: hook,
  },
  rotateSourceHook: {
    description:
      'Replaces the secret of the webhook. Calls with the old secret are refused from now on, so update the sender at once.',
    response: { ...hook, secret: 'fnh_example_secret_after_rotation' },
  },
  putSourceHookSecret: {
    description:
      'Zendesk and Notion sign their calls with a secret that they make. It is stored encrypted and never shown again; null forgets it. For other sources it is refused: their products take the secret of the webhook.',
    request: { secret: 'secret_example_of_a_subscription' },
    response: { ...hook, signing_secret_since: '2026-03-14T09:26:53.000Z' },
  },
  listSourcePages: {
    description:
      'Returns the pages of a source and the outcome of each in the last sync. If a page is missing from answers, this says why.',
    response: {
      pages: [
        {
          key: 'https://docs.example.com/guides/api-keys',
          state: 'changed',
          reason: null,
          seen_at: '2026-03-14T03:02:40.000Z',
          document_id: EXAMPLE_IDS.document,
          url: 'https://docs.example.com/guides/api-keys',
          title: 'API keys',
          document_state: 'indexed',
          passages: 6,
        },
      ],
      next_cursor: null,
    },
  },
  listDeletedPages: {
    description:
      'Returns the pages whose document you deleted by hand. Syncs skip them until you restore them.',
    response: {
      pages: [
        {
          key: 'https://docs.example.com/old-pricing',
          url: 'https://docs.example.com/old-pricing',
          title: 'Old pricing',
          deleted_at: '2026-03-12T10:00:00.000Z',
        },
      ],
      next_cursor: null,
    },
  },
  restoreDeletedPage: {
    description:
      'Lets syncs index a page again that was deleted by hand. The next sync restores it, if the source still has it.',
    query: { page: 'https://docs.example.com/old-pricing' },
  },
}
