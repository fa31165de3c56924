import type { Contact } from '@footnote/contract/contact'
import { sql } from 'kysely'
import type { ContactRequest } from '../conversations/contacts.ts'
import { readContact } from '../conversations/contacts.ts'
import { publishEvent } from '../events/publish-event.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { contactMail } from './contact-mail.ts'
import type { DueWork } from './look-for-work.ts'

/** Each wait is twice the one before: the last attempt comes after almost three days. */
const FIRST_RETRY_MINUTES = 1
const MAX_RETRIES = 12

export type ContactDeps = {
  db: Db
  mail: Mail | null
  publicUrl: string | null
  log: Log
  stopSignal: AbortSignal
}

/** Hands what readers wrote to a person over to the mail server or to webhooks. Several workers may do so. */
export function dueContacts(deps: ContactDeps): DueWork {
  return {
    isDue: sql`exists (select from contacts_due())`,
    run: () => handOverContacts(deps),
    failed: 'messages to a person were not handed over and will be',
  }
}

export async function handOverContacts(deps: ContactDeps): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; knowledge_base_id: string }>`
    select workspace_id, knowledge_base_id from contacts_due()`.execute(deps.db)
  for (const { workspace_id: workspaceId, knowledge_base_id: knowledgeBaseId } of rows) {
    const tenant = { workspaceId, knowledgeBaseId }
    while (!deps.stopSignal.aborted && (await handOverOne(deps, tenant)));
  }
}

/**
 * In one transaction that locks the request, hands it over and says so. A worker that dies before the mail
 * server has it hands it over again; others leave it alone meanwhile. False: nothing is due.
 */
const handOverOne = (deps: ContactDeps, tenant: Tenant): Promise<boolean> =>
  withTenant(deps.db, tenant, async (tx) => {
    const { rows } = await sql<{ id: string; attempts: number }>`
      select id, attempts from contact_requests where due_at <= now()
      order by due_at limit 1 for update skip locked`.execute(tx)
    const [due] = rows
    if (!due) return false
    const request = await readContact(tx, due.id)
    const receiver = await findReceiver(tx, tenant)
    if (!request || !receiver?.contact) await forget(tx, due.id)
    else if (receiver.contact.by === 'webhook') await publish(tx, tenant, due.id)
    else await send(deps, tx, request, { ...receiver, to: receiver.contact.email, ...due })
    return true
  })

type Receiver = { knowledgeBaseName: string; contact: Contact | null }

async function findReceiver(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select name as "knowledgeBaseName", contact from knowledge_bases where id = ${knowledgeBaseId}`.execute(
    tx,
  )
  return rows[0]
}

async function publish(tx: TenantTransaction, tenant: Tenant, id: string): Promise<void> {
  await publishEvent(tx, { ...tenant, type: 'contact.requested', data: { contact_id: id } })
  await sql`update contact_requests set due_at = null where id = ${id}::uuid`.execute(tx)
}

async function send(
  { mail, publicUrl, log }: ContactDeps,
  tx: TenantTransaction,
  request: ContactRequest,
  about: { knowledgeBaseName: string; to: string; attempts: number },
): Promise<void> {
  const { id } = request
  const { attempts } = about
  try {
    if (!mail) throw new Error('this server has no mail server')
    await mail.send(contactMail(request, { ...about, publicUrl }))
  } catch (error) {
    const fields = { ...errorFields(error), contact_id: id }
    if (attempts >= MAX_RETRIES) {
      log.error(fields, 'a message to a person could not be mailed and is given up')
      return forget(tx, id)
    }
    log.warn(fields, 'a message to a person was not mailed and will be')
    await sql`
      update contact_requests set attempts = attempts + 1,
        due_at = now() + make_interval(mins => ${FIRST_RETRY_MINUTES * 2 ** attempts})
      where id = ${id}::uuid`.execute(tx)
    return
  }
  await forget(tx, id)
}

/** Its id stays for a day, so that what a client sends again is not delivered again. */
async function forget(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    update contact_requests
    set due_at = null, name = null, email = null, message = null, page_url = null
    where id = ${id}::uuid`.execute(tx)
}
