import { join } from 'node:path'
import { createEmbedder } from '../server/src/models/create-embedder.ts'
import { createEmbedders } from '../server/src/models/embedders.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { relevanceOf } from '../server/src/retrieval/fuse.ts'
import { coverage } from '../server/src/retrieval/relevance.ts'
import { coverageScores } from './lib/abstention.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { belowFloors } from './lib/floors.ts'
import type { SetIndex } from './lib/index-set.ts'
import { indexSet } from './lib/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import type { Asked } from './lib/own-figures.ts'
import { figuresOf } from './lib/own-figures.ts'
import { printFigures, printRefused, printUnasked } from './lib/own-report.ts'
import type { OwnSet } from './lib/own-set.ts'
import { readOwnSet } from './lib/own-set.ts'
import type { Relevance } from './lib/ranking-metrics.ts'
import { qualityOf } from './lib/replay-query.ts'
import { search } from './lib/search.ts'
import { FLOORS } from './own/floors.ts'

/** Footnote's own documentation and questions, which are in the repository: the same everywhere. */
export async function run({ modelDir }: BenchOptions): Promise<Figures> {
  const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  // Not from the cache of vectors: what the code makes of the model today is part of the figure.
  const embedder = await createEmbedder({ kind: 'local', modelDir })
  const model = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => measure(await indexSet(roles, model, set), set)),
    )
  } finally {
    await embedder.close()
  }
}

async function measure(index: SetIndex, set: OwnSet): Promise<Figures> {
  const covered: Asked[] = []
  for (const { text, relevance } of set.queries) covered.push(await ask(index, text, relevance))
  const uncovered: Asked[] = []
  for (const text of set.uncovered) uncovered.push(await ask(index, text, new Map()))
  const counts = {
    documents: set.documents.length,
    passages: index.passages,
    covered: covered.length,
    uncovered: uncovered.length,
  }
  const figures = figuresOf(covered, uncovered)
  printFigures(counts, figures)
  printRefused(covered)
  printUnasked(set)
  return { ...counts, ...figures }
}

async function ask(index: SetIndex, text: string, relevance: Relevance): Promise<Asked> {
  const found = await search(index, index.roles.api.db, text)
  const passages = found.ranked.map(({ passage }) => passage)
  const candidates = found.candidates.map((candidate) => ({
    relevance: relevanceOf(candidate),
    documentId: candidate.documentId,
  }))
  return {
    text,
    quality: qualityOf(relevance, found),
    scores: [...coverageScores(text, passages), coverage(candidates)],
    refused: passages.length === 0,
  }
}

export const shortfalls = (figures: Figures): string[] =>
  belowFloors(FLOORS, figures['gated'] as Figures)
