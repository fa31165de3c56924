/**
 * The sections of the site, in the order of its menu. A page is named by its path in docs/ without
 * `.md`; test/unit/site.test.ts fails for a page that is in none. `project/` has the documents of the
 * repository that are not in docs/: source-pages.ts names them.
 */
export type Section = {
  readonly title: string
  readonly summary: string
  readonly pages: readonly Entry[]
}

/** A page, or all pages of a folder in the order of their names, below its README. */
export type Entry = string | { readonly folder: string }

/** The page that renders the OpenAPI document: api-page.ts writes it. */
export const API_PAGE = 'reference/api'

export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    summary: 'From nothing to a first answer with sources.',
    pages: [
      'guides/quick-start',
      'guides/common-questions',
      'guides/console',
      'guides/troubleshooting',
      'guides/comparison',
    ],
  },
  {
    title: 'Connect content',
    summary: 'Websites, repositories and files, kept up to date.',
    pages: [
      'guides/sources',
      'guides/connectors',
      'guides/credentials',
      'guides/ingesting',
      'guides/formats',
      'guides/versions',
      'guides/inspecting',
      'guides/managing',
    ],
  },
  {
    title: 'Embed',
    summary: 'Put answers on your pages and in front of your support forms.',
    pages: [
      'guides/widget',
      'guides/widgets',
      'guides/slack',
      'guides/discord',
      'guides/github-answers',
      'guides/integrations',
      'guides/starter-questions',
      'guides/form-deflect',
      'guides/feedback',
      'guides/asking-a-person',
    ],
  },
  {
    title: 'Integrate',
    summary: 'The API, the clients for JavaScript and Python, MCP and the WebSocket.',
    pages: [
      API_PAGE,
      'guides/answering',
      'guides/searching',
      'guides/client',
      'guides/python',
      'guides/websocket',
      'guides/mcp',
      'guides/ai-readable',
      'guides/webhooks',
      'guides/rate-limits',
    ],
  },
  {
    title: 'Operate',
    summary: 'Run it, choose models, measure answers and what they cost.',
    pages: [
      'guides/operations',
      'guides/alerts',
      'guides/tracing',
      'guides/kubernetes',
      'guides/high-availability',
      'guides/cells',
      'scale',
      'guides/models',
      'guides/answer-models',
      'guides/reembedding',
      'guides/evaluations',
      'guides/answer-diffs',
      'guides/search-rules',
      'guides/analytics',
      'guides/digests',
      'guides/cost',
    ],
  },
  {
    title: 'Security',
    summary: 'Who may read and change what, and what is stored.',
    pages: [
      'guides/visibility',
      'guides/keys-and-groups',
      'guides/signed-readers',
      'guides/verified-answers',
      'guides/people',
      'guides/captcha',
      'guides/redaction',
      'project/security',
    ],
  },
  {
    title: 'Reference',
    summary: 'Every setting, metric and error code, and how it is built.',
    pages: [
      'configuration',
      'reference/contract',
      'reference/metrics',
      { folder: 'errors' },
      'reference/glossary',
      'reference/fault-tests',
      'project/architecture',
      'project/benchmarks',
      'project/changelog',
      'project/contributing',
      'project/releasing',
      'project/code-of-conduct',
    ],
  },
  {
    title: 'Decisions',
    summary: 'What could have gone another way, and why it did not.',
    pages: [{ folder: 'decisions' }],
  },
]
