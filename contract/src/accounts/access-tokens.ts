import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { Role } from '../role.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const MAX_ACCESS_TOKEN_DAYS = 366
const DEFAULT_ACCESS_TOKEN_DAYS = 90

export const AccessTokenBody = z
  .strictObject({
    name: nonBlankText(MAX_NAME_CHARACTERS).describe('What it is for, such as the CI job.'),
    role: Role.describe('The most that it may do. Not above your own.'),
    expires_in_days: z
      .int()
      .min(1)
      .max(MAX_ACCESS_TOKEN_DAYS)
      .default(DEFAULT_ACCESS_TOKEN_DAYS)
      .describe('It is refused from then on.'),
  })
  .meta({ id: 'AccessTokenBody' })
export type AccessTokenBody = z.infer<typeof AccessTokenBody>

const fields = {
  id: Id.describe('Identifies the token in this API. It gives no access.'),
  name: z.string().describe('What it is for.'),
  role: Role.describe('The most that it may do.'),
  person_id: Id.nullable().describe(
    'Whose it is: it never allows more than they may do. null: made with the admin token.',
  ),
  hint: z.string().describe('Its last 4 characters, to tell tokens apart.'),
  created_at: Timestamp.describe('When it was created.'),
  expires_at: Timestamp.describe('When it ends.'),
  last_used_at: Timestamp.nullable().describe('To the hour; null: never used.'),
}

export const AccessToken = z.object(fields).meta({ id: 'AccessToken' })
export type AccessToken = z.infer<typeof AccessToken>

export const CreatedAccessToken = z
  .object({ ...fields, token: z.string().describe('Shown once.') })
  .meta({ id: 'CreatedAccessToken' })
export type CreatedAccessToken = z.infer<typeof CreatedAccessToken>

export const AccessTokenList = z
  .object({
    tokens: z.array(AccessToken).describe('Oldest first; without revoked and expired ones.'),
  })
  .meta({ id: 'AccessTokenList' })
export type AccessTokenList = z.infer<typeof AccessTokenList>
