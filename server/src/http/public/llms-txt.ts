import type { Db } from '../../platform/db.ts'
import type { Published, PublishedLink } from '../../knowledge/published-pages.ts'
import { listPublished, readPublished } from '../../knowledge/published-pages.ts'

/** Of the shorter list; some 100 bytes a page. */
const MOST_PAGES = 10_000
/** Of the longer one. A model reads a fraction of it. */
const MOST_BYTES = 20_000_000
const BATCH = 100

/** The list of pages, as https://llmstxt.org has it, piece by piece. */
export async function* llmsTxt(db: Db, published: Published): AsyncGenerator<string> {
  yield `# ${oneLine(published.name)}\n\n## Pages\n\n`
  let count = 0
  for await (const { url, title } of allPages(db, published)) {
    if (count === MOST_PAGES) {
      yield `\nMore pages are left out: the list ends at ${MOST_PAGES}.\n`
      return
    }
    count += 1
    yield `- [${linkText(title)}](${linkTarget(url)})\n`
  }
}

/** Every page in full, piece by piece. */
export async function* llmsFullTxt(db: Db, published: Published): AsyncGenerator<string> {
  yield `# ${oneLine(published.name)}\n`
  let bytes = 0
  for await (const link of allPages(db, published)) {
    const page = await readPublished(db, published, link, 'llms_txt')
    if (!page) continue
    const text = `\n---\n\nSource: ${page.url}\n\n${page.markdown.trim()}\n`
    bytes += Buffer.byteLength(text)
    if (bytes > MOST_BYTES) {
      yield `\n---\n\nMore pages are left out: this file ends at ${MOST_BYTES} bytes.\n`
      return
    }
    yield text
  }
}

async function* allPages(db: Db, published: Published): AsyncGenerator<PublishedLink> {
  let after = ''
  for (;;) {
    const pages = await listPublished(db, published, after, BATCH)
    yield* pages
    const last = pages.at(-1)
    if (!last || pages.length < BATCH) return
    after = last.url
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const linkText = (text: string): string => oneLine(text).replaceAll(/[[\]\\]/g, String.raw`\$&`)

/** An address has no white space; a bracket could end the link early. */
const linkTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')
