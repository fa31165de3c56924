import type { Asked, OwnFigures } from './own-figures.ts'
import type { OwnSet } from '../sets/own-set.ts'
import { printTable } from '../table.ts'

type Counts = {
  documents: number
  passages: number
  covered: number
  uncovered: number
  offTopic: number
}

type AskedByKind = Record<'covered' | 'uncovered' | 'offTopic', readonly Asked[]>

export function printFigures(counts: Counts, { rankings, abstention, refused }: OwnFigures): void {
  const { documents, passages, covered, uncovered } = counts
  printTable(
    `docs/: ${documents} documents, ${passages} passages, ${covered} questions`,
    ['ranking', 'nDCG@10', 'recall@10'],
    Object.entries(rankings).map(([name, quality]) => [name, quality.ndcg10, quality.recall10]),
  )
  printTable(
    `Is the question covered? ${covered} are, ${uncovered} are not`,
    ['score', 'AUROC', 'caught at 2 % false refusals'],
    abstention.map(({ score, auroc, caught }) => [score, auroc, caught]),
  )
  console.log(
    `The product refuses ${refused.covered} of covered, ${refused.uncovered} of uncovered, ${refused.offTopic} of off-topic.`,
  )
}

export function printMistakes({ covered, uncovered, offTopic }: AskedByKind): void {
  printTexts(
    'Covered, yet refused:',
    covered.filter(({ refused }) => refused),
  )
  printTexts(
    'Not covered, yet answered:',
    uncovered.filter(({ refused }) => !refused),
  )
  printTexts(
    'Off-topic, yet answered:',
    offTopic.filter(({ refused }) => !refused),
  )
}

function printTexts(title: string, asked: readonly Asked[]): void {
  if (asked.length > 0) console.log(title)
  for (const { text } of asked) console.log(`  ${text}`)
}

/** So that a new page does not go without a question unnoticed. */
export function printUnasked({ documents, queries }: OwnSet): void {
  const asked = new Set(queries.flatMap(({ relevance }) => [...relevance.keys()]))
  const unasked = documents.map(({ id }) => id).filter((id) => !asked.has(id))
  if (unasked.length > 0) console.log(`No question asks for: ${unasked.join(', ')}`)
}
