import { CONSOLE_PATHS, fillPath, REFERENCE_PATHS, SERVICE_PATHS } from '@footnote/contract/paths'
import { readerRoutes } from '@footnote/contract/public/public-routes'
import { html } from '../../text/html.ts'
import { LOGO } from './page/brand.ts'
import { renderPage } from './page/page-frame.ts'

/** Where a person or a program that found the address may go next. */
const LINKS = [
  {
    name: 'console',
    href: CONSOLE_PATHS.start,
    text: 'Console',
    about: 'connect, check and publish a knowledge base',
  },
  {
    name: 'reference',
    href: REFERENCE_PATHS.reference,
    text: 'API reference',
    about: 'every route with its fields',
  },
  { name: 'openapi', href: REFERENCE_PATHS.openapi, text: 'OpenAPI document', about: 'for tools' },
  { name: 'errors', href: REFERENCE_PATHS.errors, text: 'Error codes', about: 'what each means' },
  {
    name: 'health',
    href: SERVICE_PATHS.health,
    text: 'Health',
    about: 'whether the process is up',
  },
  {
    name: 'readiness',
    href: SERVICE_PATHS.readiness,
    text: 'Readiness',
    about: 'whether it can serve',
  },
] as const

const SUMMARY =
  'Footnote answers readers’ questions from the documents of a knowledge base, and cites each source.'

const SEARCH = fillPath(readerRoutes.search.path, { knowledgeBaseId: 'YOUR_KNOWLEDGE_BASE_ID' })

const EXAMPLE = `curl {address}${SEARCH} \\
  -H 'x-client-key: YOUR_PUBLIC_KEY' \\
  -H 'content-type: application/json' \\
  -d '{"query": "How do I reset my password?"}'`

export const describeStart = (version: string) => ({
  name: 'Footnote',
  description: SUMMARY,
  version,
  links: Object.fromEntries(LINKS.map(({ name, href }) => [name, href])),
})

/** The page at the root. It shows nothing of any knowledge base. */
export function renderStart(version: string, address: string): string {
  return renderPage(
    'Footnote',
    html`<div class="layout">
      <header>
        <div class="brand">${LOGO}</div>
        <h1>Footnote</h1>
        <p>${SUMMARY}</p>
        <p class="quiet">Version ${version}. The service is running; this is its API.</p>
      </header>
      <main>
        <h2>Start here</h2>
        <ul>
          ${LINKS.map(
            ({ href, text, about }) => html`<li><a href="${href}">${text}</a>: ${about}</li> `,
          )}
        </ul>
        <h2>A first search</h2>
        <p>You need the id of a knowledge base and a public key from whoever runs the service.</p>
        <pre><code>${EXAMPLE.replace('{address}', address)}</code></pre>
        <p>
          If you run it yourself, <code>docs/guides/quick-start.md</code> shows how to make both.
        </p>
      </main>
    </div>`,
  )
}
