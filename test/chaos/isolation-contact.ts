import { newId } from '../support/new-id.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'

/** What a reader asks a person about an answer of the tenant. */
export const contactBody = ({ canary, messageId }: ChaosTenant) => ({
  id: newId(),
  name: canary,
  email: 'reader@example.com',
  message: `What is ${canary}?`,
  message_id: messageId,
  agreed: true,
})
