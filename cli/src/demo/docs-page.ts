import { STYLE } from './docs-style.ts'

export type Embedded = {
  readonly serviceUrl: string
  readonly clientKey: string
  readonly knowledgeBaseId: string
}

type Page = {
  readonly content: string
  readonly title: string
  readonly path: string
  readonly mode: string
  readonly embedded: Embedded | undefined
}

const MODES = ['floating', 'modal', 'sidebar', 'inline', 'search-only']

const GUIDES = [
  [
    'Start',
    [
      ['/', 'Overview'],
      ['/guides/quick-start', 'Quick start'],
      ['/guides/widget', 'The widget'],
    ],
  ],
  [
    'Content',
    [
      ['/guides/ingesting', 'Putting documents in'],
      ['/guides/sources', 'Sources'],
      ['/guides/formats', 'Formats'],
      ['/guides/visibility', 'Visibility'],
    ],
  ],
  [
    'Readers',
    [
      ['/guides/answering', 'Asking questions'],
      ['/guides/searching', 'Searching'],
      ['/guides/feedback', 'Ratings'],
      ['/guides/form-deflect', 'Support forms'],
    ],
  ],
  [
    'Access',
    [
      ['/guides/keys-and-groups', 'Keys and groups'],
      ['/guides/widgets', 'Allowed origins'],
      ['/guides/rate-limits', 'Rate limits'],
      ['/guides/mcp', 'AI tools'],
    ],
  ],
  [
    'Operations',
    [
      ['/guides/operations', 'Running it'],
      ['/configuration', 'Settings'],
    ],
  ],
] as const

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page of a typical documentation site: navigation, content, the widget. */
export function renderPage({ content, title, path, mode, embedded }: Page): string {
  const chosen = MODES.includes(mode) ? mode : 'floating'
  const navigation = GUIDES.map(
    ([group, links]) =>
      `<h2>${group}</h2>${links
        .map(
          ([href, name]) =>
            `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${name}</a>`,
        )
        .join('')}`,
  )
  const modes = MODES.map(
    (each) =>
      `<a href="${escape(path)}?mode=${each}"${each === chosen ? ' aria-current="true"' : ''}>${each}</a>`,
  )
  const inline = chosen === 'inline' ? '<div id="assistant"></div>' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)} · Footnote</title>
<style>${STYLE}</style></head><body>
<header><a class="brand" href="/"><svg viewBox="0 0 24 24" width="26" height="26"><rect width="24" height="24" rx="6" fill="#0b5c63"/><path d="M4.500 16.200h8.600v2.600H4.500z" fill="#fff"/><path d="m14.600 6.300 3-1.700h1.600v8.100h1.700v1.800h-5.900v-1.800h1.900V7.200l-2.300 1.200z" fill="#ffe9a3"/></svg>Footnote</a>
<nav class="modes" aria-label="Widget mode">${modes.join('')}</nav>
<button class="search" onclick="window.Footnote?.open()">Search or ask <kbd>Ctrl K</kbd></button>
<button class="theme" aria-label="Switch between light and dark" onclick="const d=document.documentElement;d.dataset.theme=d.dataset.theme==='dark'?'light':'dark'">◐</button></header>
<div class="columns"><nav class="side" aria-label="Pages">${navigation.join('')}</nav>
<main id="content">${inline}${content}</main></div>
<script>document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'</script>
${embedded ? tagFor(embedded, chosen) : ''}
</body></html>`
}

function tagFor({ serviceUrl, clientKey, knowledgeBaseId }: Embedded, mode: string): string {
  return `<script async src="${serviceUrl}/widget.js" data-client-key="${clientKey}" data-knowledge-base-id="${knowledgeBaseId}" data-mode="${mode}" data-target="#assistant" data-push="body"></script>`
}
