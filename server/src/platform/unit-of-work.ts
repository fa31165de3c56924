import type { Tenant, TenantTransaction } from './database/tenant.ts'
import type { Queue } from './queue.ts'

/**
 * What a change works with: its transaction, the tenant that is set in it, and the queue, whose jobs
 * start once the transaction is committed.
 */
export type UnitOfWork = { tx: TenantTransaction; queue: Queue; tenant: Tenant }
