import type { ReaderTokenBody, ReaderTokenReport } from '@footnote/contract/admin/reader-signers'
import { readerSignerRoutes as routes } from '@footnote/contract/admin/routes/reader-signer-routes'
import type { FastifyPluginAsync } from 'fastify'
import { findCallerOfKey } from '../../access/clients/find-key.ts'
import { effectiveGroups } from '../../access/effective-groups.ts'
import { isInGroups } from '../../platform/database/group-scope.ts'
import { findSigners } from '../../access/signed-readers/find-signers.ts'
import { findNamedGroups, hashOwner } from '../../access/signed-readers/signed-reader.ts'
import {
  changeSigner,
  createSigner,
  deleteSigner,
  findSigner,
  listSigners,
  rotateSigner,
} from '../../access/signed-readers/signers.ts'
import type { VerifiedToken } from '../../access/signed-readers/verify-token.ts'
import { findTenantFields } from '../../access/tenant-fields.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { WhyRefused } from '../../platform/network/safe-fetch.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

export const readerSignerRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, secrets, whyRefused } = deps
    serve(app, routes.listReaderSigners, async (request) => ({
      reader_signers: await asOperator(db, request, listSigners),
    }))
    serve(app, routes.createReaderSigner, async (request) => {
      const { name, audience, issuer, secret, jwks_url } = request.body
      await requireKeysUrl(whyRefused, jwks_url)
      return asOperator(db, request, (tx, { knowledgeBaseId }) =>
        createSigner(tx, secrets, knowledgeBaseId, { name, audience, issuer, secret, jwks_url }),
      )
    })
    serve(app, routes.changeReaderSigner, async (request) => {
      await requireKeysUrl(whyRefused, request.body.jwks_url)
      return asOperator(db, request, async (tx) => {
        const { signerId } = request.params
        request.auditedBefore = await findSigner(tx, signerId)
        return changeSigner(tx, signerId, request.body)
      })
    })
    serve(app, routes.rotateReaderSigner, (request) =>
      asOperator(db, request, (tx, { knowledgeBaseId }) =>
        rotateSigner(tx, secrets, { knowledgeBaseId, id: request.params.signerId }, request.body),
      ),
    )
    serve(app, routes.deleteReaderSigner, (request) =>
      asOperator(db, request, async (tx) => {
        const { signerId } = request.params
        request.auditedBefore = await findSigner(tx, signerId)
        await deleteSigner(tx, signerId)
      }),
    )
    serve(app, routes.checkReaderToken, async (request) => {
      const tenant = await asOperator(db, request, async (_, own) => own)
      return checkToken(deps, tenant, request.body)
    })
  }

/** Whoever can change the keys on their way can sign as anybody. Within one machine nobody can. */
async function requireKeysUrl(whyRefused: WhyRefused, url: string | undefined): Promise<void> {
  await requireFetchable(whyRefused, 'jwks_url', url)
  if (url === undefined || /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/i.test(url))
    return
  const details = [{ path: 'jwks_url', message: 'must begin with https://' }]
  throw new Refusal('BAD_REQUEST', { details })
}

/** What the token would be worth in a request. */
async function checkToken(
  { db, callers }: Deps,
  tenant: Tenant,
  { token, key_id: keyId }: ReaderTokenBody,
): Promise<ReaderTokenReport> {
  const { key, groups, signers } = await withTenant(db, tenant, async (tx) => ({
    key: keyId === undefined ? await unlimitedKey(tx, tenant) : await findCallerOfKey(tx, keyId),
    groups: await tx.selectFrom('source_groups').select(['id', 'name']).orderBy('name').execute(),
    signers: await findSigners(tx),
  }))
  if (!key) throw new Refusal('NOT_FOUND')
  const verified = await callers
    .verifyToken(tenant.knowledgeBaseId, signers, token)
    .catch(toRefusal)
  if (verified instanceof Refusal) {
    const problem = verified.message
    return { valid: false, problem, reader: null, groups: [], reads_ungrouped: false }
  }
  const { claims, ...signed } = verified
  const groupIds = findNamedGroups(key.signedGroups, claims.groups)
  const owner = hashOwner({ ...signed, subject: claims.subject })
  const reader = { owner, subject: claims.subject, groupIds, token: null }
  const readable = await effectiveGroups(db, { ...tenant, ...key, reader }, undefined)
  return {
    valid: true,
    problem: null,
    reader: describe(verified, (named) => findNamedGroups(key.signedGroups, [named]).length === 0),
    groups: groups.filter(({ id }) => isInGroups(readable, id)),
    reads_ungrouped: isInGroups(readable, null),
  }
}

/** One that is limited to no groups. */
async function unlimitedKey(
  tx: Parameters<typeof findTenantFields>[0],
  { knowledgeBaseId }: Tenant,
) {
  const fields = await findTenantFields(tx, knowledgeBaseId)
  return fields && { signedGroups: fields.signedGroups, allowedGroupIds: [] }
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

const describe = (
  { signerId, claims }: VerifiedToken,
  isUnknown: (group: string) => boolean,
): ReaderTokenReport['reader'] => ({
  signer_id: signerId,
  subject: claims.subject,
  name: claims.name,
  email: claims.email,
  expires_at: claims.expiresAt.toISOString(),
  unknown_groups: claims.groups.filter(isUnknown),
})
