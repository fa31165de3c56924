import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { SourceError } from '../connector.ts'
import { decodeText } from '../../text/decode-text.ts'

export type Sitemap = { kind: 'pages' | 'index'; locations: string[] }

/** The limit of sitemaps.org for an unpacked sitemap. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
/** An index may name 50,000 sitemaps, but 100,000 pages, the maximum of a source, need few. */
const MAX_SITEMAPS = 1_000
const MAX_DEPTH = 3
const CHUNK_CHARACTERS = 65_536

export type FetchSitemap = (url: string, signal: AbortSignal) => Promise<Uint8Array | null>

/** The pages of sitemaps and of the sitemaps they name. Throws if one of them cannot be read. */
export async function* readSitemaps(
  roots: readonly string[],
  read: FetchSitemap,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const seen = new Set(roots)
  const queue = [...seen].map((url) => ({ url, depth: 1 }))
  for (let next = queue.shift(); next; next = queue.shift()) {
    const bytes = await read(next.url, signal)
    // It does not exist. Pages are still found through links.
    if (bytes === null) continue
    const sitemap = await parseSitemap(next.url, bytes)
    if (sitemap.kind === 'pages') yield sitemap.locations
    else if (next.depth === MAX_DEPTH) throw new SourceError(`${next.url} is nested too deep.`)
    else {
      for (const url of sitemap.locations.filter((each) => !seen.has(each))) {
        if (seen.size >= MAX_SITEMAPS) {
          throw new SourceError(`The site has more than ${MAX_SITEMAPS} sitemaps.`)
        }
        seen.add(url)
        queue.push({ url, depth: next.depth + 1 })
      }
    }
  }
}

export async function parseSitemap(url: string, bytes: Uint8Array): Promise<Sitemap> {
  const text = decodeText(await unpack(url, bytes), null)
  if (/^\s*https?:\/\//.test(text)) {
    return { kind: 'pages', locations: text.split(/\s+/).filter((line) => line !== '') }
  }
  try {
    return await parseXml(text)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    throw new SourceError(`The sitemap ${url} cannot be read: ${reason}`)
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpack(url: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_SITEMAP_BYTES })
  } catch {
    throw new SourceError(`The sitemap ${url} cannot be unpacked, or is larger than 50 MB.`)
  }
}

/** saxes knows only XML's five built-in entities and fetches nothing. */
async function parseXml(text: string): Promise<Sitemap> {
  const parser = new SaxesParser()
  const path: string[] = []
  const locations: string[] = []
  let location = ''
  parser.on('opentag', ({ name }) => {
    path.push(name)
    location = ''
  })
  const isLocation = () => /^(?:urlset,url|sitemapindex,sitemap),loc$/.test(path.join())
  const collect = (piece: string) => {
    if (isLocation()) location += piece
  }
  parser.on('text', collect)
  parser.on('cdata', collect)
  let root = ''
  parser.on('closetag', ({ name }) => {
    if (isLocation() && location.trim() !== '') locations.push(location.trim())
    path.pop()
    if (path.length === 0) root = name
  })
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) {
    parser.write(text.slice(start, start + CHUNK_CHARACTERS))
    await new Promise(setImmediate)
  }
  parser.close()
  if (root !== 'urlset' && root !== 'sitemapindex') throw new Error('it is not a sitemap.')
  return { kind: root === 'urlset' ? 'pages' : 'index', locations }
}
