import type { Coefficients } from '../../../server/src/retrieval/answerability/logistic.ts'
import { computeProbability } from '../../../server/src/retrieval/answerability/probability.ts'
import type { Figures, Json } from '../figures.ts'
import { rounded } from '../figures.ts'
import { refusalThreshold } from '../ranking/refusal-metrics.ts'
import { printTable } from '../table.ts'
import type { Judged } from './evaluate.ts'
import { isTested, shareBelow, summarise } from './evaluate.ts'
import type { Row } from './rows.ts'

type LeftOut = ReadonlyMap<string, { judged: readonly Judged[]; threshold: number }>

/** Those that `quality` has always been measured on together. */
const THREE_SETS = new Set(['vendor_docs_qa', 'xquad_en', 'scifact'])

/** Families by a model that was fitted without them, then all with one threshold; `as before` is relevance and its lead alone. */
export function reportLeftOut(leftOut: LeftOut): Figures {
  const all = [...leftOut.values()].flatMap(({ judged }) => judged)
  const families = [...leftOut].map(([family, { judged, threshold }]) => {
    const summary = summarise(judged)
    const refused = (test: (row: Row) => boolean) => listRefused(judged, test, threshold)
    const falseRefusals = refused(({ kind }) => kind === 'covered')
    return { family, ...summary, falseRefusals, offTopicRefused: refused(isTested) }
  })
  const together = summarise(all)
  const three = summarise(all.filter(({ row }) => THREE_SETS.has(row.family)))
  const before = summarise(all.map(({ row }) => ({ row, probability: row.features.standsOut })))
  printTable(
    'Left out of training: AUROC, and the share refused at 2 and 5 % false refusals',
    ['corpus', 'covered', 'AUROC removed', 'removed at 2 %', 'at 5 %', 'uncovered at 5 %'],
    [
      ...families,
      { family: 'together', ...together },
      { family: 'three sets', ...three },
      { family: 'as before', ...before },
    ].map((it) => [
      it.family,
      it.covered,
      it.aurocRemoved,
      it.removedAt2,
      it.removedAt5,
      it.uncoveredAt5,
    ]),
  )
  printTable(
    'Off-topic questions, of kinds that no model was fitted on. Threshold: 3 % false refusals of the others',
    ['corpus', 'questions', 'AUROC', 'refused at its own 3 %', 'false refusals', 'refused'],
    [
      ...families.map((it) => [
        it.family,
        it.offTopic,
        it.aurocOffTopic,
        it.offTopicAt3,
        it.falseRefusals,
        it.offTopicRefused,
      ]),
      ['together', together.offTopic, together.aurocOffTopic, together.offTopicAt3, null, null],
      ['as before', before.offTopic, before.aurocOffTopic, before.offTopicAt3, null, null],
    ],
  )
  return { families, together, three, before, sizes: reportSizes(all), kinds: reportKinds(all) }
}

const SIZES = [
  { name: 'one page', holds: (pages: number) => pages === 1 },
  { name: 'two pages', holds: (pages: number) => pages === 2 },
  { name: 'six pages', holds: (pages: number) => pages === 6 },
  { name: 'more', holds: (pages: number) => pages > 6 },
]

/** A knowledge base begins with a page or two, and is judged by its answers then. */
function reportSizes(judged: readonly Judged[]): Json[] {
  const threshold = findThreshold(judged)
  const sizes = SIZES.map(({ name, holds }) => {
    const found = judged.filter(({ row }) => holds(row.pages))
    return {
      name,
      covered: found.filter(({ row }) => row.kind === 'covered').length,
      falseRefusals: listRefused(found, ({ kind }) => kind === 'covered', threshold),
      uncoveredRefused: listRefused(found, ({ kind }) => kind === 'uncovered', threshold),
      offTopicRefused: listRefused(found, isTested, threshold),
    }
  })
  printTable(
    'By size, at 3 % false refusals of all together',
    ['knowledge base', 'covered', 'false refusals', 'uncovered refused', 'off-topic refused'],
    sizes.map((it) => Object.values(it)),
  )
  return sizes
}

/** At 3 % false refusals of all together. */
const findThreshold = (judged: readonly Judged[]): number =>
  refusalThreshold(
    judged.filter(({ row }) => row.kind === 'covered').map((it) => it.probability),
    0.03,
  )

function reportKinds(judged: readonly Judged[]): Record<string, Json> {
  const threshold = findThreshold(judged)
  const tested = judged.filter(({ row }) => isTested(row))
  const groups = Map.groupBy(tested, ({ row }) =>
    row.topic.startsWith('clinc') ? 'clinc_oos' : `${row.topic}, ${row.language}`,
  )
  const kinds = [...groups].map(([kind, found]) => {
    const refused = shareBelow(
      found.map((it) => it.probability),
      threshold,
    )
    return [kind, found.length, rounded(refused)] as const
  })
  printTable(
    'Refused at 3 % false refusals of all together',
    ['kind', 'questions', 'refused'],
    kinds,
  )
  return Object.fromEntries(kinds.map(([kind, , refused]) => [kind, refused]))
}

const listRefused = (judged: readonly Judged[], test: (row: Row) => boolean, threshold: number) =>
  rounded(
    shareBelow(
      judged.filter(({ row }) => test(row)).map((it) => it.probability),
      threshold,
    ),
  )

/** The coefficients as they are checked in, at each setting. They were fitted on these questions. */
export function reportProduct(rows: readonly Row[], coefficients: Coefficients): Figures {
  const judged = rows.map((row): Judged => {
    return { row, probability: computeProbability(coefficients, row.evidence) }
  })
  const settings = Object.entries(coefficients.thresholds.all).map(([setting, threshold]) => {
    const refused = (test: (row: Row) => boolean) => listRefused(judged, test, threshold)
    return {
      setting,
      threshold,
      covered: refused(({ kind }) => kind === 'covered'),
      removed: refused(({ kind }) => kind === 'removed'),
      uncovered: refused(({ kind }) => kind === 'uncovered'),
      offTopic: refused(isTested),
    }
  })
  printTable(
    'As checked in: the share refused',
    ['setting', 'threshold', 'covered', 'removed', 'uncovered', 'off-topic'],
    settings.map((it) => [
      it.setting,
      it.threshold,
      it.covered,
      it.removed,
      it.uncovered,
      it.offTopic,
    ]),
  )
  return { settings }
}
