import { basename } from 'node:path'
import { createEmbedders } from '../../server/src/models/embedding/embedders.ts'
import { readModelFolder } from '../../server/src/models/onnx/model-folder.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { coefficientsFor } from '../../server/src/retrieval/answerability/coefficients.ts'
import type { CollectedRow } from '../lib/answerability/collect.ts'
import { collectRows } from '../lib/answerability/collect.ts'
import type { Corpus } from '../lib/answerability/corpora.ts'
import { FAMILIES, readFamily } from '../lib/answerability/corpora.ts'
import { judgeLeftOut } from '../lib/answerability/evaluate.ts'
import type { OffTopicQuestion } from '../lib/answerability/off-topic.ts'
import { readClinc, readOwnOffTopic } from '../lib/answerability/off-topic.ts'
import { reportLeftOut, reportProduct } from '../lib/answerability/report.ts'
import { keepRows, readRows, withFeatures } from '../lib/answerability/rows.ts'
import { writeCoefficients } from '../lib/answerability/write-coefficients.ts'
import { withDatabase, withRoles } from '../lib/database.ts'
import { everyNth } from '../lib/every-nth.ts'
import type { Figures } from '../lib/figures.ts'
import { indexSet } from '../lib/sets/index-set.ts'
import type { BenchOptions } from '../lib/options.ts'
import { openModel } from '../lib/data/vector-cache.ts'

const SHORT_OFF_TOPIC = 60

/**
 * Whether the product knows what it cannot answer. In full, each family of corpora is judged by a
 * model that was fitted without it; in short, our own documentation by the coefficients as they are.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const { dataDir, short, train } = options
  const model = basename(options.modelDir)
  const { name: embeddingModel } = await readModelFolder(options.modelDir)
  const coefficients = coefficientsFor(embeddingModel)
  const offTopic = [...(await readOwnOffTopic()), ...(await readClinc(dataDir))]
  if (short) {
    const [own] = (await readFamily(dataDir, 'own')) ?? []
    const asked = everyNth(offTopic, SHORT_OFF_TOPIC)
    const rows: CollectedRow[] = []
    if (own) await collect(options, [own], asked, async (found) => void rows.push(...found))
    return reportProduct(rows.map(withFeatures), coefficients)
  }
  const collected: CollectedRow[] = []
  for (const family of FAMILIES) {
    const corpora = await readFamily(dataDir, family)
    if (!corpora) console.log(`${family}: not in ${dataDir}, left out`)
    const missing: Corpus[] = []
    for (const corpus of corpora ?? []) {
      const kept = await readRows(model, corpus.name)
      if (kept) collected.push(...kept)
      else missing.push(corpus)
    }
    if (missing.length === 0) continue
    await collect(options, missing, offTopic, async (found, { name }) => {
      await keepRows(model, name, found)
      collected.push(...found)
    })
  }
  const rows = collected.map(withFeatures)
  const leftOut = judgeLeftOut(rows)
  const figures = reportLeftOut(leftOut)
  if (train) await writeCoefficients(rows, leftOut, figures, embeddingModel)
  const product = reportProduct(rows, coefficients)
  return { models: { [model]: { leftOut: figures, product } } }
}

/** Weights stay side by side until they are run again. */
export const merge = (before: Figures, { models }: Figures): Figures => ({
  models: { ...(before['models'] as Figures), ...(models as Figures) },
})

async function collect(
  { modelDir }: BenchOptions,
  corpora: readonly Corpus[],
  offTopic: readonly OffTopicQuestion[],
  keep: (rows: readonly CollectedRow[], corpus: Corpus) => Promise<void>,
): Promise<void> {
  const embedder = await openModel(modelDir)
  const model = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  try {
    await withDatabase((database) =>
      withRoles(database, async (roles) => {
        for (const corpus of corpora) {
          const index = await indexSet(roles, model, corpus.set)
          await keep(await collectRows(index, corpus, offTopic), corpus)
        }
      }),
    )
  } finally {
    await embedder.close()
  }
}
