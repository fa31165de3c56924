import type { Db } from '../../platform/database/db.ts'
import type { Published, PublishedLink } from '../../knowledge/pages/published-pages.ts'
import { listPublished, readPublished } from '../../knowledge/pages/published-pages.ts'

/** For `llms.txt`, at about 100 bytes per page. */
const MAX_PAGES = 10_000
/** For `llms-full.txt`. A model reads a fraction of it. */
const MAX_BYTES = 20_000_000
const BATCH = 100

/** The list of pages in the format of https://llmstxt.org, in chunks. */
export async function* llmsTxt(db: Db, published: Published): AsyncGenerator<string> {
  yield `# ${oneLine(published.name)}\n\n## Pages\n\n`
  let count = 0
  for await (const { url, title } of allPages(db, published)) {
    if (count === MAX_PAGES) {
      yield `\nMore pages are left out: the list ends at ${MAX_PAGES}.\n`
      return
    }
    count += 1
    yield `- [${linkText(title)}](${linkTarget(url)})\n`
  }
}

/** Every page in full, in chunks. */
export async function* llmsFullTxt(db: Db, published: Published): AsyncGenerator<string> {
  yield `# ${oneLine(published.name)}\n`
  let bytes = 0
  for await (const link of allPages(db, published)) {
    const page = await readPublished(db, published, link, 'llms_txt')
    if (!page) continue
    const text = `\n---\n\nSource: ${page.url}\n\n${page.markdown.trim()}\n`
    bytes += Buffer.byteLength(text)
    if (bytes > MAX_BYTES) {
      yield `\n---\n\nMore pages are left out: this file ends at ${MAX_BYTES} bytes.\n`
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

/** A URL has no white space, but a parenthesis could end the link early. */
const linkTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')
