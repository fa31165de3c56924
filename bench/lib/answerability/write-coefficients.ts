import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelName } from '../../../server/src/retrieval/answerability/logistic.ts'
import type { Figures } from '../figures.ts'
import { ROOT } from '../options.ts'
import { refusalThreshold } from '../ranking/refusal-metrics.ts'
import type { JudgedByEach } from './evaluate.ts'
import { FALSE_REFUSALS } from './evaluate.ts'
import type { Row } from './rows.ts'
import { mayTrain } from './rows.ts'
import { trainModels } from './train.ts'

const FOLDER = join(ROOT, 'server/src/retrieval/answerability/coefficients')

/**
 * Fits on all families and writes the product's file for these weights; answerability/coefficients.ts
 * lists the files. The thresholds are those of the models that were fitted without the questions: a
 * model is surer of what it has seen.
 */
export async function writeCoefficients(
  rows: readonly Row[],
  leftOut: ReadonlyMap<string, { judged: readonly JudgedByEach[] }>,
  figures: Figures,
  embeddingModel: string,
): Promise<void> {
  const covered = [...leftOut.values()].flatMap(({ judged }) =>
    judged.filter(({ row }) => row.kind === 'covered'),
  )
  const getThresholds = (name: ModelName) => {
    const probabilities = covered.map(({ byModel }) => byModel[name])
    const thresholds = Object.entries(FALSE_REFUSALS).map(([setting, share]) => {
      return [setting, Math.floor(refusalThreshold(probabilities, share) * 1_000) / 1_000] as const
    })
    return Object.fromEntries(thresholds)
  }
  const models = trainModels(rows)
  const names: ModelName[] = ['all', 'withoutExamples', 'words']
  const thresholds = Object.fromEntries(names.map((name) => [name, getThresholds(name)]))
  const provenance = {
    fittedBy: 'npm run bench -- answerability --train',
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD'),
    embeddingModel,
    data: countRows(rows),
    leftOut: figures['together'],
  }
  const coefficients = { provenance, thresholds, models }
  const text = [
    "import type { Coefficients } from '../logistic.ts'",
    '',
    '/** Written by a bench: see `fittedBy`. docs/decisions/0024-answerability.md has what it reaches. */',
    `export const COEFFICIENTS: Coefficients = ${JSON.stringify(coefficients)}`,
    '',
  ].join('\n')
  const file = join(FOLDER, `${embeddingModel.replace(/@[^@]*$/, '')}.ts`)
  await writeFile(file, text)
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [file])
  console.log(`\nWritten: ${file}`)
}

const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Questions by family that the model was fitted on. */
const countRows = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows.filter(mayTrain), ({ family }) => family)].map(([family, found]) => [
      family,
      found.length,
    ]),
  )
