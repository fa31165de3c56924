import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_MONTHLY_QUESTION_ALLOWANCE, MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const Plan = z.enum(['free', 'team', 'enterprise']).meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

export const Retention = z.enum(['standard', 'zero']).meta({
  id: 'Retention',
  description: 'zero: answers and conversations are not stored.',
})
export type Retention = z.infer<typeof Retention>

export const WorkspaceBody = z
  .strictObject({
    name: nonBlankText(MAX_NAME_CHARACTERS),
    plan: Plan.default('free'),
    retention: Retention.default('standard'),
    monthly_question_allowance: z
      .int()
      .min(0)
      .max(MAX_MONTHLY_QUESTION_ALLOWANCE)
      .nullable()
      .default(null)
      .describe('Questions answered in a calendar month (UTC). null: no limit.'),
  })
  .meta({ id: 'WorkspaceBody' })
export type WorkspaceBody = z.infer<typeof WorkspaceBody>

export const Workspace = z
  .object({
    id: Id,
    name: z.string(),
    plan: Plan,
    retention: Retention,
    monthly_question_allowance: z.int().nullable().describe('null: no limit.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceList = z
  .object({ workspaces: z.array(Workspace) })
  .meta({ id: 'WorkspaceList' })
export type WorkspaceList = z.infer<typeof WorkspaceList>
