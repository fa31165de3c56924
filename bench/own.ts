import { join } from 'node:path'
import { createEmbedder } from '../server/src/models/embedding/create-embedder.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { isSmallTalk, readOwnOffTopic } from './lib/answerability/off-topic.ts'
import { everyNth } from './lib/every-nth.ts'
import { coverageScores } from './lib/ranking/abstention.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { belowFloors } from './lib/ranking/floors.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { indexSet } from './lib/sets/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import type { Asked } from './lib/ranking/own-figures.ts'
import { getFigures } from './lib/ranking/own-figures.ts'
import { printFigures, printMistakes, printUnasked } from './lib/ranking/own-report.ts'
import type { OwnSet } from './lib/sets/own-set.ts'
import { readOwnSet } from './lib/sets/own-set.ts'
import type { Relevance } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { getQuality } from './lib/ranking/replay-query.ts'
import { search } from './lib/ranking/search.ts'
import { FLOORS } from './own/floors.ts'

/** Footnote's own documentation and questions, which are in the repository: the same everywhere. */
export async function run({ modelDir }: BenchOptions): Promise<Figures> {
  const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  // Not from the vector cache: embedding with today's code is part of the figure.
  const embedder = await createEmbedder({ kind: 'local', modelDir })
  const model = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => measureOwn(await indexSet(roles, model, set), set)),
    )
  } finally {
    await embedder.close()
  }
}

/** Asks all questions of an index, and prints what came of it. */
export async function measureOwn(index: SetIndex, set: OwnSet) {
  const covered: Asked[] = []
  for (const { text, relevance } of set.queries) covered.push(await ask(index, text, relevance))
  const uncovered: Asked[] = []
  for (const text of set.uncovered) uncovered.push(await ask(index, text, new Map()))
  const offTopic: Asked[] = []
  for (const text of await offTopicQuestions()) offTopic.push(await ask(index, text, new Map()))
  const counts = {
    documents: set.documents.length,
    passages: index.passages,
    covered: covered.length,
    uncovered: uncovered.length,
    offTopic: offTopic.length,
  }
  const figures = getFigures(covered, uncovered, offTopic)
  printFigures(counts, figures)
  printMistakes({ covered, uncovered, offTopic })
  printUnasked(set)
  return { ...counts, ...figures }
}

/** A third of them, small talk apart: each costs a search. */
async function offTopicQuestions(): Promise<string[]> {
  const questions = (await readOwnOffTopic()).filter(({ kind }) => !isSmallTalk(kind))
  return everyNth(questions, Math.ceil(questions.length / 3))
    .filter((question) => question.subject_of !== 'docs')
    .map(({ text }) => text)
}

async function ask(index: SetIndex, text: string, relevance: Relevance): Promise<Asked> {
  const found = await search(index, index.roles.api.db, text)
  const { ranked, probability, threshold } = found
  const isAnswerable = ranked.length > 0 && probability >= threshold
  return {
    text,
    quality: getQuality(relevance, found),
    scores: coverageScores(found),
    refused: !isAnswerable,
  }
}

export const shortfalls = (figures: Figures): string[] =>
  belowFloors(FLOORS, figures['gated'] as Figures)
