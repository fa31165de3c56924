import { about, percent, table, whole } from './markdown.ts'
import type { Scale } from './model.ts'
import { ASSUMED, FILLED, NODE } from './model.ts'

export const assumptions = (scale: Scale): string => `## What is assumed

${table(
  ['assumption', 'value'],
  [
    ['passages of a knowledge base, on average', whole(scale.passagesOfABase)],
    [
      'knowledge bases above 20,000 passages, and their share of all passages',
      `${percent(ASSUMED.largeShareOfBases)}, ${percent(ASSUMED.largeShareOfPassages)}`,
    ],
    [
      'the busiest second, compared with the mean',
      `${ASSUMED.peakToMean} times: ${whole(ASSUMED.questionsPerSecond)} instead of ${about(scale.meanPerSecond)}`,
    ],
    [
      'questions a day',
      `${about(scale.questionsADay / 1e6)} million, ${about(scale.questionsOfABaseADay)} for each knowledge base`,
    ],
    ['conversations are kept for', `${ASSUMED.conversationDays} days`],
    ['passages that change in a month', percent(ASSUMED.changedShareAMonth)],
    ['dead rows that wait for autovacuum', percent(ASSUMED.deadShare)],
    [
      'a database server',
      `${NODE.cores} cores, ${NODE.memoryGb} GB, ${NODE.diskGb / 1_000} TB; three to a cell, [one serves](guides/high-availability.md)`,
    ],
    [
      'filled up to',
      `${percent(FILLED.cores)} of the cores at the peak, ${percent(FILLED.memory)} of the memory, ${percent(FILLED.disk)} of the disk`,
    ],
    [
      'an answer of a hosted model',
      `${ASSUMED.secondsOfAModel} s, ${whole(ASSUMED.inputTokens)} tokens in, ${ASSUMED.outputTokens} out`,
    ],
  ],
)}

${about(scale.questionsOfABaseADay)} questions a day for every knowledge base is a lot; it follows from the two totals. If yours are asked less, cores and conversations shrink in proportion, and what passages take does not.
`
