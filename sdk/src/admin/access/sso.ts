import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { SsoBody, SsoSettings, SsoStatus, SsoTest } from '../../wire/admin.ts'

export type { SsoSettings, SsoStatus, SsoTest }
export type SsoInput = SsoBody

/** Single sign-on of a workspace. */
export const ssoCalls = (calls: AdminCalls) => ({
  get: calls.getSso,
  put: calls.putSso,
  delete: calls.deleteSso,
  /** Whether the provider can be reached. It signs nobody in. */
  test: calls.testSso,
})
