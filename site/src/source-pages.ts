import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const REPOSITORY = join(import.meta.dirname, '../..')

/** Documents outside docs/ that are pages of the site too. */
const PROJECT_PAGES: ReadonlyMap<string, string> = new Map([
  ['ARCHITECTURE.md', 'project/architecture'],
  ['SECURITY.md', 'project/security'],
  ['CONTRIBUTING.md', 'project/contributing'],
  ['RELEASING.md', 'project/releasing'],
  ['CODE_OF_CONDUCT.md', 'project/code-of-conduct'],
  ['CHANGELOG.md', 'project/changelog'],
  ['bench/README.md', 'project/benchmarks'],
])

/** Where the site has a file of the repository, such as `guides/widget`, or undefined. */
export function getPage(file: string): string | undefined {
  const inDocs = /^docs\/(.+)\.md$/.exec(file)?.[1]
  if (inDocs === undefined) return PROJECT_PAGES.get(file)
  return inDocs.replace(/(^|\/)README$/, '$1index')
}

/** Every file that becomes a page, as paths in the repository, and its page. */
export function sourcePages(): ReadonlyMap<string, string> {
  const files = globSync('docs/**/*.md', { cwd: REPOSITORY }).sort()
  return new Map(
    [...files, ...PROJECT_PAGES.keys()].map((file) => [
      file,
      getPage(file) ?? posix.basename(file),
    ]),
  )
}

export function readSource(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8')
}

/** The first heading, without its marks. */
export function getTitle(markdown: string): string {
  return plain(/^# (.+)$/m.exec(markdown)?.[1] ?? '')
}

/** The first paragraph of text below the title, for search engines. */
export function summarise(markdown: string): string {
  const paragraphs = markdown.split(/\n{2,}/).map((each) => each.trim())
  return plain(
    paragraphs.find((each) => /^[\p{L}`[*]/u.test(each) && !each.startsWith('```')) ?? '',
  )
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
}
