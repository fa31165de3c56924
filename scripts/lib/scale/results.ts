import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const RESULTS_DIR = join(import.meta.dirname, '../../../bench/results')

type Measured = { walBytes: number; nodeMs: number; parserMs: number; postgresMs: number }
type Relation = { name: string; bytes: number }

/** What the page is computed from: the kept results of `npm run bench`. */
export type Results = {
  storage: {
    passages: number
    questions: number
    passage: Measured & {
      characters: number
      bytes: number
      relations: Relation[]
      wal: Record<string, number>
    }
    changedPassage: Measured & { bytes: number }
    search: Measured
    answer: Measured & { bytes: number; relations: Relation[] }
  }
  size: {
    passages: number
    indexMegabytes: number
    indexSeconds: number
    p99Ms: number
    keywordRecall10: number
  }
  search: { barePerSecond: number; machine: { cores: number } }
  ingest: { barePassagesPerSecond: number; machine: { cores: number } }
  relay: { idleStreamKb: number }
  move: { passages: number; secondsMedian: number; pauseMsMost: number }
  peers: { passages: number; searches: { name: string; cpuMs: number }[] }
}

export const readResults = async (): Promise<Results> => ({
  storage: await read('storage'),
  size: await read('size'),
  search: await read('search'),
  ingest: await read('ingest'),
  relay: await read('relay'),
  move: await read('move'),
  peers: await read('peers'),
})

const read = async <Name extends keyof Results>(name: Name): Promise<Results[Name]> =>
  JSON.parse(await readFile(join(RESULTS_DIR, `${name}.json`), 'utf8'))
