import { newId } from '../../../server/src/platform/new-id.ts'
import type { Service } from '../service.ts'
import type { MessageHome } from './stored-messages.ts'
import { asTenant } from './stored-messages.ts'

/**
 * A webhook that takes messages to people, so that they are offered. By the API it needs a key that seals
 * its secret, which not every service under test has.
 */
const addContactWebhook = (ownerUrl: string, home: MessageHome): Promise<unknown> =>
  asTenant(ownerUrl, home, (client) =>
    client.query(
      `insert into webhooks (workspace_id, id, url, events, secret, secret_hint, enabled)
       values ($1, $2, 'https://hooks.example.com', '{contact.requested}', '', '', true)`,
      [home.workspaceId, newId()],
    ),
  )

/** Offers readers of a knowledge base to ask a person. */
export async function offerContact(
  { admin }: Pick<Service, 'admin'>,
  ownerUrl: string,
  home: MessageHome,
): Promise<void> {
  await addContactWebhook(ownerUrl, home)
  await admin.knowledgeBases.change(home.knowledgeBaseId, { contact: { by: 'webhook' } })
}
