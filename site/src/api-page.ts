import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedDocument } from '../../server/src/http/reference/openapi/shared-responses.ts'
import { inlineResponses } from '../../server/src/http/reference/openapi/shared-responses.ts'
import { renderReference } from '../../server/src/http/reference/page/reference-page.ts'
import { withContentPolicy } from './content-policy.ts'
import { FILES } from './links.ts'
import { API_PAGE } from './sections.ts'
import { readSource } from './source-pages.ts'

const OPENAPI = 'docs/reference/openapi.json'

const FONTS = {
  'sans.woff2': '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
  'serif.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
}

/** The theme that a reader chose on the other pages, where VitePress keeps it. */
const THEME = `{
  const chosen = localStorage.getItem('vitepress-theme-appearance')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}`

const STYLE = `
@font-face { font-family: 'Docs Sans'; src: url(/fonts/sans.woff2); font-weight: 100 700; font-display: swap; }
@font-face { font-family: 'Docs Serif'; src: url(/fonts/serif.woff2); font-weight: 200 900; font-display: swap; }
:root {
  --text: var(--ink); --quiet: var(--ink-2); --page: var(--paper); --code: var(--sunken); --link: var(--accent);
  --get: var(--ok); --post: var(--accent); --put: var(--warn); --patch: var(--series-3); --delete: var(--danger);
}
body { font-family: 'Docs Sans', ui-sans-serif, system-ui, sans-serif; }
h1, h2, h3, .brand { font-family: 'Docs Serif', ui-serif, Georgia, serif; }
nav h2 { font-family: inherit; }
`

/** The service's own API reference, which needs no script, with the colours and addresses of the site. */
export function writeApiPage(publicFolder: string): void {
  const document: PublishedDocument = JSON.parse(readSource(OPENAPI))
  const style = `${readSource('console/src/styles/tokens.css')}${STYLE}`
  const page = renderReference(inlineResponses(document))
    .replaceAll('href="/docs/errors/', 'href="/errors/')
    .replaceAll('href="/docs/errors"', 'href="/errors/"')
    .replaceAll('href="/openapi.json"', `href="/${FILES}/${OPENAPI}"`)
    .replace(
      '</head>',
      `<link rel="icon" href="/icon.svg"><style>${style}</style><script>${THEME}</script></head>`,
    )
  const path = join(publicFolder, `${API_PAGE}.html`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, withContentPolicy(page, undefined))
  for (const [name, file] of Object.entries(FONTS)) {
    cpSync(fileURLToPath(import.meta.resolve(file)), join(publicFolder, 'fonts', name))
  }
}
