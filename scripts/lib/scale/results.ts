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
  candidates: { exact: { primaryShare: number }; indexed: { primaryShare: number } }
  search: { barePerSecond: number; machine: { cores: number } }
  ingest: { barePassagesPerSecond: number; machine: { cores: number } }
  relay: { idleStreamKb: number }
  move: { passages: number; secondsMedian: number; pauseMsMost: number }
  peers: { passages: number; searches: { name: string; cpuMs: number }[] }
}

export const readResults = async (): Promise<Results> => ({
  storage: await readStorage(),
  size: await read('size'),
  candidates: await read('candidates'),
  search: await read('search'),
  ingest: await read('ingest'),
  relay: await read('relay'),
  move: await read('move'),
  peers: await read('peers'),
})

type AnswerSize = { sections: { bytes: number; walBytes: number; wholePageBytes: number } }

/** With what an answer takes as a bench of its own measured it, of more answers and after a vacuum. */
async function readStorage(): Promise<Results['storage']> {
  const storage = await read('storage')
  const { sections } = await readFigures<AnswerSize>('answer-size')
  const walBytes = sections.walBytes + sections.wholePageBytes
  return { ...storage, answer: { ...storage.answer, bytes: sections.bytes, walBytes } }
}

const read = <Name extends keyof Results>(name: Name): Promise<Results[Name]> =>
  readFigures<Results[Name]>(name)

const readFigures = async <Figures>(name: string): Promise<Figures> =>
  JSON.parse(await readFile(join(RESULTS_DIR, `${name}.json`), 'utf8'))
