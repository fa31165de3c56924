import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { BenchOptions } from '../options.ts'
import { CACHE_DIR } from '../options.ts'
import type { Features } from './rankings.ts'

/** All that the ranking of one question had to choose from, with and without its relevant pages. */
export type DumpedQuery = {
  queryId: string
  text: string
  /** Document id to grade. */
  relevance: Record<string, number>
  present: DumpedCandidate[]
  removed: DumpedCandidate[]
}

export type DumpedCandidate = Features & {
  /** Its grade, 0 when not relevant. */
  relevance: number
  /** Its place in the product's own order, from 1; null beyond the limit. */
  finalRank: number | null
}

/** A short run's dump stands apart from a full one's. */
export const dumpFile = ({ modelDir, short }: BenchOptions, set: string): string =>
  join(CACHE_DIR, short ? 'candidates-short' : 'candidates', basename(modelDir), `${set}.jsonl`)

export type DumpWriter = { add(query: DumpedQuery): void; close(): Promise<void> }

export async function openDump(file: string): Promise<DumpWriter> {
  await mkdir(dirname(file), { recursive: true })
  const stream = createWriteStream(file)
  return {
    add: (query) => void stream.write(`${JSON.stringify(query)}\n`),
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

/** null where that set was not dumped. */
export async function readDump(file: string): Promise<DumpedQuery[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DumpedQuery)
}
