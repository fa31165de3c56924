import type { FeatureName } from '../../../server/src/retrieval/answerability/features.ts'
import type {
  LogisticModel,
  Model,
  ModelName,
} from '../../../server/src/retrieval/answerability/logistic.ts'
import { predict } from '../../../server/src/retrieval/answerability/logistic.ts'
import type { Example } from './fit.ts'
import { fitLogistic } from './fit.ts'
import type { Row } from './rows.ts'
import { mayTrain } from './rows.ts'

export type Models = Readonly<Record<ModelName, Model>>

/** What a question that is not covered may be instead: on the subject, or off it. */
type Rejected = 'subject' | 'off-topic'
type Part = { inputs: readonly FeatureName[]; against: Rejected }

/** What else was tried, and lost, is in docs/decisions/0024-answerability.md. */
const PARTS: Readonly<Record<ModelName, readonly Part[]>> = {
  all: [
    { inputs: ['meaning', 'containedTerms', 'offTopicLikeness'], against: 'off-topic' },
    { inputs: ['standsOut'], against: 'subject' },
  ],
  withoutExamples: [
    { inputs: ['meaning', 'containedTerms'], against: 'off-topic' },
    { inputs: ['standsOut'], against: 'subject' },
  ],
  words: [
    { inputs: ['words'], against: 'off-topic' },
    { inputs: ['words', 'wordsLead'], against: 'subject' },
  ],
}

export function trainModels(rows: readonly Row[]): Models {
  const trained = rows.filter(mayTrain)
  const fit = (name: ModelName) => PARTS[name].map((part) => fitPart(trained, part))
  return { all: fit('all'), withoutExamples: fit('withoutExamples'), words: fit('words') }
}

const getGroup = ({ kind }: Row): Rejected | 'covered' =>
  kind === 'covered' || kind === 'off-topic' ? kind : 'subject'

/** Every family weighs the same, and in it covered questions as much as those to be told apart. */
function fitPart(rows: readonly Row[], { inputs, against }: Part): LogisticModel {
  const used = rows.filter((row) => ['covered', against].includes(getGroup(row)))
  const toKey = (row: Row) => `${row.family} ${getGroup(row)}`
  const groups = Map.groupBy(used, toKey)
  const examples = used.map((row): Example => {
    const weight = 1 / (groups.get(toKey(row))?.length ?? 1)
    return { features: row.features, isCovered: row.kind === 'covered', weight }
  })
  return fitLogistic(examples, inputs)
}

export const probabilities = (models: Models, { features }: Row): Record<ModelName, number> => ({
  all: predict(models.all, features),
  withoutExamples: predict(models.withoutExamples, features),
  words: predict(models.words, features),
})
