import type { Embedder } from './embedder.ts'

/** Questions and passages, none of which belong together. */
const QUESTIONS = [
  'How do I reset my password?',
  'Which spices go into a lentil soup?',
  'What causes the northern lights?',
  'How much notice must a tenant give?',
  'When was the first bridge over the river built?',
  'Why does my bicycle chain skip?',
  'How is a garbage collector tuned?',
  'What is the best time to prune roses?',
]
const PASSAGES = [
  'The invoice is sent on the first working day of each month and is due within thirty days.',
  'Glaciers form where more snow falls in winter than melts in summer, and they move under their weight.',
  'To install the package, add the repository to your sources and run the update command.',
  'The second movement opens with a solo for the oboe over quiet strings.',
  'A player who leaves the field without permission is shown a yellow card.',
  'The parliament has two chambers, of which the lower one is elected every four years.',
  'Bees tell each other where flowers are by a dance whose angle gives the direction.',
  'The museum keeps a collection of glass from the seventeenth century in its east wing.',
]

/**
 * The mean cosine of unrelated texts: near 0 for some models and above .7 for others. Scores are
 * measured from this baseline, so that 0 to 1 means the same for every model.
 */
export async function measureSimilarityBaseline(
  embedder: Pick<Embedder, 'embedPassages' | 'embedQuery'>,
): Promise<number> {
  const passages = await embedder.embedPassages(PASSAGES)
  const questions = await Promise.all(QUESTIONS.map((question) => embedder.embedQuery(question)))
  const cosines = questions.flatMap((question) => passages.map((passage) => dot(question, passage)))
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length
  return Math.min(0.99, Math.max(0, mean))
}

/** The dot product, which is the cosine of unit vectors. */
export const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

/** 0: as far apart as unrelated texts; 1: the same text. */
export const calibrate = (cosine: number, similarityBaseline: number): number =>
  Math.min(1, Math.max(0, (cosine - similarityBaseline) / (1 - similarityBaseline)))
