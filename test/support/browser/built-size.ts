import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export type BuiltChunk = {
  file: string
  name?: string
  src?: string
  isEntry?: true
  imports?: string[]
  css?: string[]
}
export type BuiltManifest = Record<string, BuiltChunk>

export const readManifest = async (folder: string): Promise<BuiltManifest> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))

export const gzippedBytes = async (folder: string, file: string): Promise<number> =>
  gzipSync(await readFile(join(folder, file)), { level: 9 }).length

/** A file with everything that it loads at once, styles too, without what is loaded already. */
export async function bytesToLoad(
  folder: string,
  chunks: BuiltManifest,
  name: string,
  loaded: ReadonlySet<string> = new Set(),
): Promise<{ bytes: number; files: Set<string> }> {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || files.has(chunk.file) || loaded.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add(Object.keys(chunks).find((key) => chunks[key]?.src?.endsWith(name)) ?? '')
  if (files.size === 0) throw new Error(`The build has no ${name}`)
  const sizes = await Promise.all(Array.from(files, (file) => gzippedBytes(folder, file)))
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files }
}
