import { posix } from 'node:path'
import { slug } from 'github-slugger'
import { createCssVariablesTheme } from 'shiki'
import { defineConfig } from 'vitepress'
import { withContentPolicy } from '../src/content-policy.ts'
import { useSiteMarkdown } from '../src/markdown.ts'
import { API_LINK, menu } from '../src/menu.ts'
import { readSource, sourcePages, summarise } from '../src/source-pages.ts'
import { classesForTokens } from '../src/token-classes.ts'
import { widgetSettings, widgetTag } from '../src/widget-settings.ts'
import type { SiteTheme } from './theme/site-theme.ts'

const widget = widgetSettings(process.env)
const sections = menu()
const filesByPage = new Map([...sourcePages()].map(([file, page]) => [`${page}.md`, file]))

export default defineConfig<SiteTheme>({
  title: 'Footnote',
  titleTemplate: ':title · Footnote',
  description:
    'Answers readers’ questions from your documentation, with a source for every sentence.',
  lang: 'en',
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: true,
  // src/check-site.ts checks what was built, with anchors and files.
  ignoreDeadLinks: true,
  head: [
    ['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }],
    ...(widget === undefined ? [] : [widgetTag(widget)]),
  ],
  markdown: {
    // As in the repository: text between angle brackets is text, and only marked links are links.
    html: false,
    linkify: false,
    // The headings of answers' sources are named this way.
    anchor: { slugify: (heading) => slug(heading) },
    theme: createCssVariablesTheme({ name: 'footnote', variablePrefix: '--code-' }),
    codeTransformers: [classesForTokens],
    config: (md) => useSiteMarkdown(md, filesByPage),
  },
  themeConfig: {
    siteTitle: false,
    sections,
    hasWidget: widget !== undefined,
    sidebar: sections,
    outline: { level: [2, 3], label: 'On this page' },
    nav: [
      { text: 'Quick start', link: '/guides/quick-start' },
      { ...API_LINK, text: 'API' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Changes', link: '/project/changelog' },
    ],
    externalLinkIcon: true,
  },
  transformPageData(page) {
    const file = filesByPage.get(page.relativePath)
    if (file !== undefined) page.description = summarise(readSource(file))
    if (page.relativePath === 'index.md') {
      return { title: 'Documentation', frontmatter: { layout: 'front', sidebar: false } }
    }
    return posix.dirname(page.relativePath) === 'errors' ? { frontmatter: { outline: false } } : {}
  },
  transformHtml: (html) => withContentPolicy(html, widget?.serviceUrl),
  vite: {
    // The content security policy allows files of this origin.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
    publicDir: 'public',
  },
})
