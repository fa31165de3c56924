import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; src?: string; imports?: string[] }

export type PartSizes = {
  readonly loader: number
  readonly panel: number
  readonly markdown: number
  readonly highlighter: number
  /** Of the largest file of one language. */
  readonly texts: number
  readonly highlightedLanguage: number
}

export const gzippedBytes = async (path: string): Promise<number> =>
  gzipSync(await readFile(path), { level: 9 }).length

/** Gzipped bytes of each part of a built widget, with what it loads beyond the parts before it. */
export async function partSizes(folder: string): Promise<PartSizes> {
  const chunks: Record<string, Chunk> = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  )
  const getSize = ({ file }: Chunk) => gzippedBytes(join(folder, file))

  async function load(source: string, loaded: ReadonlySet<Chunk> = new Set()) {
    const needed = new Set<Chunk>()
    const add = (key: string | undefined) => {
      const chunk = key === undefined ? undefined : chunks[key]
      if (!chunk || needed.has(chunk) || loaded.has(chunk)) return
      needed.add(chunk)
      for (const imported of chunk.imports ?? []) add(imported)
    }
    add(Object.keys(chunks).find((key) => chunks[key]?.src?.endsWith(source)))
    if (needed.size === 0) throw new Error(`${source} is not among the built files`)
    const sizes = await Promise.all(Array.from(needed, getSize))
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), needed }
  }

  async function largest(source: RegExp): Promise<number> {
    const found = Object.values(chunks).filter(({ src }) => source.test(src ?? ''))
    if (found.length === 0) throw new Error(`No built file comes from ${source}`)
    return Math.max(...(await Promise.all(found.map(getSize))))
  }

  const panel = await load('src/panel/main.tsx')
  return {
    loader: await gzippedBytes(join(folder, 'widget.js')),
    panel: panel.bytes,
    markdown: (await load('src/answer/parse.ts', panel.needed)).bytes,
    highlighter: (await load('src/highlight/main.ts', panel.needed)).bytes,
    texts: await largest(/src\/texts\/\w\w\.ts$/),
    highlightedLanguage: await largest(/languages\//),
  }
}
