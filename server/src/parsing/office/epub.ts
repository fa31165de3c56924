import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { openArchive } from './archive.ts'
import type { Block, ParsedDocument } from '../blocks.ts'
import { collapse, withoutAnchors } from '../blocks.ts'
import { parseHtml } from '../html/html.ts'
import { decodeEscapes } from '../../platform/readable-path.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { parseXml } from './xml.ts'

/** A book, chapter by chapter in reading order. */
export async function parseEpub(content: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(content, 'EPUB book')
  if (archive.has('META-INF/encryption.xml') && archive.has('META-INF/rights.xml')) {
    throw new UnreadableDocument('it is protected against copying')
  }
  const book = await readPackage(archive, await readPackageFile(archive))
  const blocks: Block[] = []
  for (const chapter of book.chapters) {
    if (archive.has(chapter)) {
      blocks.push(...withoutAnchors(parseHtml(await archive.text(chapter)).blocks))
    }
  }
  const published = new Date(book.date)
  return {
    title: collapse(book.title) || null,
    language: book.language || undefined,
    publishedAt: Number.isNaN(published.getTime()) ? undefined : published,
    blocks,
  }
}

async function readPackageFile(archive: Archive): Promise<string> {
  let path = ''
  parseXml(await archive.text('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && path === '') path = attributes['full-path'] ?? ''
    },
  })
  return path
}

async function readPackage(archive: Archive, path: string) {
  const hrefs = new Map<string, string>()
  const spine: string[] = []
  const facts = new Map<string, string>()
  let element = ''
  parseXml(await archive.text(path), {
    open(name, attributes) {
      element = facts.has(name) ? '' : name
      const isNavigation = (attributes['properties'] ?? '').split(' ').includes('nav')
      if (name === 'item' && !isNavigation) {
        hrefs.set(attributes['id'] ?? '', attributes['href'] ?? '')
      } else if (name === 'itemref' && attributes['linear'] !== 'no') {
        spine.push(attributes['idref'] ?? '')
      }
    },
    text(text) {
      if (/^(?:title|language|date)$/.test(element)) {
        facts.set(element, (facts.get(element) ?? '') + text)
      }
    },
    close: () => (element = ''),
  })
  const folder = posix.dirname(path)
  return {
    title: facts.get('title') ?? '',
    language: facts.get('language') ?? '',
    date: facts.get('date') ?? '',
    chapters: spine.flatMap((id) => {
      const href = hrefs.get(id)
      return href === undefined ? [] : [posix.join(folder, decodeEscapes(href))]
    }),
  }
}
