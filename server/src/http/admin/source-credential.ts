import type {
  SourceCredential,
  SourceCredentialInput,
} from '@footnote/contract/admin/source-credentials'
import { sourceRoutes as routes } from '@footnote/contract/admin/routes/source-routes'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { SourceError } from '../../connectors/connector.ts'
import {
  credentialOrigin,
  whyNoCredential,
} from '../../connectors/credentials/request-credential.ts'
import type { GivenCredential } from '../../connectors/credentials/request-credential.ts'
import type { TriedCredential } from '../../connectors/credentials/try-credential.ts'
import { tryCredential } from '../../connectors/credentials/try-credential.ts'
import {
  deleteCredential,
  listCredentials,
  putCredential,
} from '../../sources/source-credentials.ts'
import { findSource, toSettings } from '../../sources/sources.ts'
import { FetchError } from '../../platform/network/fetch-error.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { createConcurrencyLimit } from '../load/concurrency-limit.ts'
import { requirePrivate } from '../hooks/private-pages.ts'
import { serve } from '../serve.ts'
import { asOperator, auditedCaller, findTenant } from './as-operator.ts'

/** Someone waits for it, and a request is answered after 30 s at the latest. */
const TEST_MS = 20_000
const MAX_TESTS = 5

export type CredentialTest = (
  given: GivenCredential,
  signal: AbortSignal,
) => Promise<TriedCredential>

export const sourceCredentialRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    const test = createCredentialTest(deps)

    serve(app, routes.putSourceCredential, async (request, reply) => {
      const { credential, open_private_pages: isOpenAllowed, skip_test: isUntested } = request.body
      const { sourceId } = request.params
      const tenant = await findTenant(db, request)
      // A transaction of its own: none should wait for a site.
      const options = { tenant, changesNothing: true }
      const settings = await asOperator(
        db,
        request,
        async (tx) => {
          const source = await findSource(tx, sourceId)
          await requireFirstPrivate(tx, source, isOpenAllowed)
          return toSettings(source)
        },
        options,
      )
      const signal = disconnectSignal(reply, deps.stopSignal)
      const given = requireFitting(deps.secrets, settings, credential)
      const { isNeeded, reads } = isUntested
        ? { isNeeded: null, reads: null }
        : await test(given, signal)
      const { origin } = given
      return asOperator(
        db,
        request,
        async (tx) => {
          const source = await findSource(tx, sourceId)
          if (credentialOrigin(toSettings(source)) !== origin) throw new Refusal('CONFLICT')
          await requireFirstPrivate(tx, source, isOpenAllowed)
          const before = (await listCredentials(tx)).get(sourceId)
          if (before) request.auditedBefore = before
          const added = { sourceId, ...given }
          await putCredential(tx, requireSecrets(deps.secrets), tenant, added)
          const saved = await findCredential(tx, sourceId)
          request.auditedAfter = saved
          return { ...saved, needed: isNeeded, reads }
        },
        { tenant },
      )
    })
    serve(app, routes.deleteSourceCredential, (request) =>
      asOperator(db, request, async (tx) => {
        const { sourceId } = request.params
        await findSource(tx, sourceId)
        const before = (await listCredentials(tx)).get(sourceId)
        if (before) request.auditedBefore = before
        await deleteCredential(tx, sourceId)
      }),
    )
  }

/** Refuses a credential that cannot be stored, or that such a source cannot sign in with. */
export function requireFitting(
  secrets: SecretBox | null,
  settings: SourceSettings,
  credential: SourceCredentialInput,
): GivenCredential {
  requireSecrets(secrets)
  requireKind(settings, credential)
  return { settings, credential, origin: credentialOrigin(settings) ?? '' }
}

/** Refuses a credential that such a source cannot sign in with. */
export function requireKind(settings: SourceSettings, credential: SourceCredentialInput): void {
  const unfit = whyNoCredential(settings, credential)
  if (unfit !== null) throw new Refusal('BAD_REQUEST', { details: [unfit] })
}

/** Refuses, before anything is saved, a credential that does not work. */
export function createCredentialTest({ preview }: Deps): CredentialTest {
  const tests = createConcurrencyLimit(MAX_TESTS)
  return async (given, clientSignal) => {
    using _slot = tests.take()
    const late = AbortSignal.timeout(TEST_MS)
    const signal = AbortSignal.any([clientSignal, late])
    try {
      return await tryCredential(preview, given, signal)
    } catch (error) {
      clientSignal.throwIfAborted()
      const reason = late.aborted ? 'It took too long to answer.' : whyNot(error)
      throw new Refusal('BAD_REQUEST', {
        message: `Signing in failed, so nothing was saved: ${reason}`,
        cause: error,
      })
    }
  }
}

/** Saves the credential of a source that is being created. */
export async function saveNewCredential(
  tx: TenantTransaction,
  deps: Deps,
  request: FastifyRequest,
  { tenant, sourceId, given }: { tenant: Tenant; sourceId: string; given: GivenCredential },
): Promise<void> {
  const { origin } = given
  await putCredential(tx, requireSecrets(deps.secrets), tenant, { sourceId, ...given })
  const { type, signed_in_as } = await findCredential(tx, sourceId)
  const changes = Object.entries({ type, signed_in_as, origin }).map(([field, to]) => ({
    field,
    to,
  }))
  await auditCredential(tx, request, { tenant, sourceId, action: 'put', changes })
}

export const auditCredential = (
  tx: TenantTransaction,
  request: FastifyRequest,
  of: {
    tenant: Tenant
    sourceId: string
    action: 'put' | 'delete'
    changes: readonly { field: string; from?: unknown; to?: unknown }[]
  },
): Promise<void> =>
  recordAudit(tx, {
    workspaceId: of.tenant.workspaceId,
    ...auditedCaller(request),
    action: `source_credential.${of.action}`,
    subjectId: of.sourceId,
    changes: of.changes,
  })

/** The first credential may bring pages that others cannot read; another for the same source does not. */
async function requireFirstPrivate(
  tx: TenantTransaction,
  source: Awaited<ReturnType<typeof findSource>>,
  isOpenAllowed: boolean,
): Promise<void> {
  const isFirst = !(await listCredentials(tx)).has(source.id)
  if (isFirst) await requirePrivate(tx, source, isOpenAllowed)
}

async function findCredential(tx: TenantTransaction, sourceId: string): Promise<SourceCredential> {
  const found = (await listCredentials(tx)).get(sourceId)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

function requireSecrets(secrets: SecretBox | null): SecretBox {
  if (secrets) return secrets
  throw refuse('credential', 'cannot be stored: SECRETS_KEY is not set on this server')
}

const refuse = (path: string, message: string) =>
  new Refusal('BAD_REQUEST', { details: [{ path, message }] })

/** Errors of libraries mean nothing to a person, and might quote what was sent. */
const whyNot = (error: unknown): string =>
  error instanceof SourceError || error instanceof FetchError
    ? error.message
    : 'the server did not answer as expected.'
