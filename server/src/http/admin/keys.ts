import { keyRoutes as routes } from '@footnote/contract/admin/routes/key-routes'
import type { FastifyPluginAsync } from 'fastify'
import type { ListedKey } from '../../access/clients/keys.ts'
import {
  changeClientKey,
  createClientKey,
  listClientKeys,
  requireFuture,
  requireUsableCaptcha,
  requireUsableOrigins,
  revokeClientKey,
} from '../../access/clients/keys.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

export const keyRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    serve(app, routes.createKey, async (request) => {
      const { name, kind, allowed_group_ids, captcha, captcha_hostnames, allowed_origins } =
        request.body
      const expiresAt = toDate(request.body.expires_at)
      const keyCaptcha = { required: captcha, hostnames: captcha_hostnames }
      requireUsableCaptcha(kind, keyCaptcha)
      requireUsableOrigins(kind, allowed_origins)
      requireFuture(expiresAt)
      if (captcha) requireCaptchaSettings(deps)
      const key = await asOperator(db, request, async (tx, tenant) => {
        await requireGroups(tx, allowed_group_ids)
        const wanted = {
          name,
          kind,
          allowedGroupIds: allowed_group_ids,
          captcha: keyCaptcha,
          allowedOrigins: allowed_origins,
          allowedAddresses: request.body.allowed_addresses,
          expiresAt,
        }
        return createClientKey(tx, tenant, deps.keyMaking, wanted)
      })
      const created_at = key.createdAt.toISOString()
      const expires_at = expiresAt?.toISOString() ?? null
      return { id: key.id, ...request.body, expires_at, created_at, ...key.credential }
    })
    serve(app, routes.listKeys, async (request) => {
      const keys = await asOperator(db, request, listClientKeys)
      return { keys: keys.map(toKey) }
    })
    serve(app, routes.changeKey, async (request) => {
      const { params, body } = request
      return asOperator(db, request, async (tx) => {
        if (body.captcha) requireCaptchaSettings(deps)
        request.auditedBefore = toKey(await findKey(tx, params.keyId))
        const { expires_at, ...change } = defined(body)
        const expiry = expires_at === undefined ? {} : { expires_at: toDate(expires_at) }
        const key = await changeClientKey(tx, params.keyId, { ...change, ...expiry })
        if (!key) throw new Refusal('NOT_FOUND')
        return toKey(key)
      })
    })
    serve(app, routes.revokeKey, async (request) => {
      await asOperator(db, request, async (tx) => {
        request.auditedBefore = await findKey(tx, request.params.keyId)
        if (!(await revokeClientKey(tx, request.params.keyId))) throw new Refusal('NOT_FOUND')
      })
    })
  }

async function findKey(tx: TenantTransaction, keyId: string): Promise<ListedKey> {
  const found = (await listClientKeys(tx)).find(({ id }) => id === keyId)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Without them no token could be verified, and the key would refuse every reader. */
function requireCaptchaSettings({ captcha }: Deps): void {
  if (captcha) return
  const message = 'needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET in the service’s configuration'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'captcha', message }] })
}

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time))

const toKey = ({ created_at, expires_at, revoked_at, last_used_at, ...key }: ListedKey) => ({
  ...key,
  expires_at: expires_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
