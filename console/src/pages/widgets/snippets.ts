/** What a page needs to show a saved widget. */
export type Embed = { origin: string; widgetId: string; clientKey: string }

export const SNIPPET_KINDS = [
  'html',
  'react',
  'docusaurus',
  'vitepress',
  'starlight',
  'mkdocs',
  'sphinx',
] as const
export type SnippetKind = (typeof SNIPPET_KINDS)[number]

/** Stands where a key has to be put in. */
export const NO_KEY = 'YOUR_PUBLIC_KEY'

export function snippet(kind: SnippetKind, { origin, widgetId, clientKey }: Embed): string {
  const src = `${origin}/widget.js`
  switch (kind) {
    case 'html':
      return `<script
  async
  src="${src}"
  data-client-key="${clientKey}"
  data-widget-id="${widgetId}"
></script>`
    case 'react':
      return `// Once, in the root of your app
import { useEffect } from 'react'

export function FootnoteWidget() {
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '${src}'
    script.dataset.clientKey = '${clientKey}'
    script.dataset.widgetId = '${widgetId}'
    document.body.append(script)
    return () => {
      window.Footnote?.destroy()
      script.remove()
    }
  }, [])
  return null
}`
    case 'docusaurus':
      return `// docusaurus.config.js
export default {
  // …
  scripts: [
    {
      src: '${src}',
      async: true,
      'data-client-key': '${clientKey}',
      'data-widget-id': '${widgetId}',
    },
  ],
}`
    case 'vitepress':
      return `// .vitepress/config.mts
export default defineConfig({
  // …
  head: [
    [
      'script',
      {
        src: '${src}',
        async: '',
        'data-client-key': '${clientKey}',
        'data-widget-id': '${widgetId}',
      },
    ],
  ],
})`
    case 'starlight':
      return `// astro.config.mjs
export default defineConfig({
  integrations: [
    starlight({
      // …
      head: [
        {
          tag: 'script',
          attrs: {
            src: '${src}',
            async: true,
            'data-client-key': '${clientKey}',
            'data-widget-id': '${widgetId}',
          },
        },
      ],
    }),
  ],
})`
    case 'mkdocs':
      return `<!-- overrides/main.html, with theme.custom_dir: overrides in mkdocs.yml -->
{% extends "base.html" %}
{% block scripts %}
  {{ super() }}
  <script
    async
    src="${src}"
    data-client-key="${clientKey}"
    data-widget-id="${widgetId}"
  ></script>
{% endblock %}`
    case 'sphinx':
      return `# conf.py
html_js_files = [
    (
        "${src}",
        {
            "async": "async",
            "data-client-key": "${clientKey}",
            "data-widget-id": "${widgetId}",
        },
    ),
]`
  }
}
