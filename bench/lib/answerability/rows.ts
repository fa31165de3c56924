import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Features } from '../../../server/src/retrieval/answerability/features.ts'
import { computeFeatures } from '../../../server/src/retrieval/answerability/features.ts'
import { CACHE_DIR } from '../options.ts'
import { readLines } from '../sets/sets.ts'
import type { CollectedRow } from './collect.ts'
import { isSmallTalk } from './off-topic.ts'

export type Row = CollectedRow & { features: Features }

/** What other weights found is no evidence for these. */
const getFile = (model: string, corpus: string): string =>
  join(CACHE_DIR, 'answerability', model, `${corpus}.jsonl`)

/** What an earlier run collected; null: nothing. */
export const readRows = (model: string, corpus: string): Promise<CollectedRow[] | null> =>
  readLines<CollectedRow>(getFile(model, corpus)).catch(() => null)

export async function keepRows(
  model: string,
  corpus: string,
  rows: readonly CollectedRow[],
): Promise<void> {
  const file = getFile(model, corpus)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

export const withFeatures = (row: CollectedRow): Row => ({
  ...row,
  features: computeFeatures(row.evidence),
})

export const isOffTopic = ({ kind, topic }: CollectedRow): boolean =>
  kind === 'off-topic' && !isSmallTalk(topic)

/**
 * Off-topic questions that a model may learn from: half of the intents of clinc_oos. The other half,
 * and all that were written for this bench, only test it.
 */
export const mayTrain = (row: CollectedRow): boolean =>
  row.kind !== 'off-topic' || (isOffTopic(row) && isTrainedIntent(row.topic, row.text))

function isTrainedIntent(topic: string, text: string): boolean {
  if (!topic.startsWith('clinc ')) return false
  // `oos` is many intents in one.
  const key = topic === 'clinc oos' ? text : topic
  return (createHash('sha256').update(key).digest()[0] ?? 0) % 2 === 0
}
