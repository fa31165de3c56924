import { sourceRoutes as routes } from '@footnote/contract/admin/routes/source-routes'
import type { SourceHook } from '@footnote/contract/admin/sources'
import { fillPath } from '@footnote/contract/paths'
import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyPluginAsync } from 'fastify'
import { webhookSecret } from '../../access/source-webhook.ts'
import { openHookSecrets, setHookSecret } from '../../sources/hook-secrets.ts'
import type { Source } from '../../sources/sources.ts'
import { findSource, incrementHookNumber, toSettings } from '../../sources/sources.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireSecretBox } from '../../platform/secret-box.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

export const sourceHookRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    serve(app, routes.getSourceHook, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const source = await findSource(tx, request.params.sourceId)
        toSettings(source)
        return describeHook(tx, deps, tenant, source)
      }),
    )
    serve(app, routes.rotateSourceHook, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { sourceId } = request.params
        const source = await findSource(tx, sourceId)
        toSettings(source)
        const hook_number = await incrementHookNumber(tx, sourceId)
        return describeHook(tx, deps, tenant, { ...source, hook_number })
      }),
    )
    serve(app, routes.putSourceHookSecret, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const source = await findSource(tx, request.params.sourceId)
        const place = { knowledgeBaseId: tenant.knowledgeBaseId, sourceId: source.id }
        const { secret: text } = request.body
        toSettings(source)
        if (text !== null) requireSigning(source)
        const secret = text === null ? null : { box: requireSecretBox(deps.secrets), text }
        await setHookSecret(tx, place, secret)
        return describeHook(tx, deps, tenant, source)
      }),
    )
  }

/** Products that sign with a secret of their own. */
const SIGNING_SOURCES: ReadonlySet<string> = new Set(['zendesk', 'notion'])

function requireSigning({ type }: Pick<Source, 'type'>): void {
  if (SIGNING_SOURCES.has(type)) return
  const message = 'is for Zendesk and Notion; elsewhere enter the secret of this webhook'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'secret', message }] })
}

async function describeHook(
  tx: TenantTransaction,
  { keyMaking, secrets }: Deps,
  { knowledgeBaseId }: Tenant,
  { id: sourceId, hook_number: number }: Pick<Source, 'id' | 'hook_number'>,
): Promise<SourceHook> {
  const place = { knowledgeBaseId, sourceId }
  const { since, token } = await openHookSecrets(tx, secrets, place)
  return {
    path: fillPath(rawRoutes.sourceWebhook.path, place),
    secret: webhookSecret(keyMaking.pepper, sourceId, number),
    signing_secret_since: since?.toISOString() ?? null,
    verification_token: token,
  }
}
