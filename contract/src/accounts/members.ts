import { z } from 'zod'
import { Id } from '../id.ts'
import { Role } from '../role.ts'
import { Timestamp } from '../timestamp.ts'

/** No workspace needs more overrides than it has knowledge bases. */
const MAX_KNOWLEDGE_BASE_ROLES = 1000

export const KnowledgeBaseRole = z
  .strictObject({
    knowledge_base_id: Id.describe('A knowledge base of this workspace.'),
    role: Role.describe('Instead of the role in the workspace; higher or lower.'),
  })
  .meta({ id: 'KnowledgeBaseRole' })
export type KnowledgeBaseRole = z.infer<typeof KnowledgeBaseRole>

export const Member = z
  .object({
    id: Id.describe('The person.'),
    email: z.string().describe('In lower case.'),
    name: z.string().describe('As colleagues see it.'),
    role: Role.describe('What they may do in the workspace.'),
    knowledge_base_roles: z
      .array(KnowledgeBaseRole)
      .describe('Where their role is another one than in the workspace.'),
    two_factor: z.boolean().describe('Whether their sign-in asks for a code.'),
    last_seen_at: Timestamp.nullable().describe('When a session of theirs was last extended.'),
    created_at: Timestamp.describe('When they joined.'),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const MemberList = z
  .object({ members: z.array(Member).describe('In the order in which they joined.') })
  .meta({ id: 'MemberList' })
export type MemberList = z.infer<typeof MemberList>

export const MemberPatch = z
  .strictObject({
    role: Role.describe('What they may do in the workspace. Not above your own.'),
    knowledge_base_roles: z
      .array(KnowledgeBaseRole)
      .max(MAX_KNOWLEDGE_BASE_ROLES)
      .describe('Replaces all of them.'),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'MemberPatch', minProperties: 1, description: 'At least one field.' })
export type MemberPatch = z.infer<typeof MemberPatch>
