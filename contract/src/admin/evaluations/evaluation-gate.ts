import { z } from 'zod'
import { Id } from '../../id.ts'
import { Timestamp } from '../../timestamp.ts'

const share = (text: string) => z.number().min(0).max(1).optional().describe(text)

export const GateThresholds = z
  .strictObject({
    passed: share('At least this share of questions must pass.'),
    recall: share('At least this recall.'),
    citation_precision: share('At least this precision of citations.'),
    abstention: share('At least this share of what must be refused is.'),
    said: share('At least this share of answers says what it must.'),
    false_abstention: share('At most this share of what must be answered is refused.'),
    p95_ms: z.int().min(1).optional().describe('95 % of the answers take at most so long.'),
  })
  .meta({ id: 'GateThresholds' })
export type GateThresholds = z.infer<typeof GateThresholds>

const fields = {
  set_id: Id.nullable().describe('The question set that must pass; null: there is no gate.'),
  thresholds: GateThresholds.describe('What its evaluation must reach.'),
  hold_syncs: z
    .boolean()
    .describe('Whether a sync that would delete pages is held until the set passes without them.'),
}

const holdModels = z
  .boolean()
  .describe(
    'Whether another embedding model is put in place only once the set passes with its vectors.',
  )

export const EvaluationGate = z
  .object({
    ...fields,
    hold_models: holdModels,
    updated_at: Timestamp.nullable().describe('When it was last changed; null: never set.'),
  })
  .meta({ id: 'EvaluationGate' })
export type EvaluationGate = z.infer<typeof EvaluationGate>

export const EvaluationGateBody = z
  .strictObject({ ...fields, hold_models: holdModels.default(false) })
  .refine(
    ({ set_id: id, thresholds }) => id === null || Object.keys(thresholds).length > 0,
    'a gate needs at least one threshold',
  )
  .meta({ id: 'EvaluationGateBody' })
export type EvaluationGateBody = z.infer<typeof EvaluationGateBody>
