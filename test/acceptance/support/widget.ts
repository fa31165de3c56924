import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { expect } from 'vitest'
import type { Reply } from './wire.ts'
import { adminPath, asOperator, send } from './wire.ts'

export const PAGE = 'https://docs.example.com'

/** Fetches the configuration of a saved widget, as its page does. */
export const getSaved = (
  service: Service,
  reader: Pick<Knowledge, 'clientKey'>,
  widgetId: string,
  origin: string | null = PAGE,
): Promise<Reply> =>
  send(service, `/api/v1/public/widget-integrations/${encodeURIComponent(widgetId)}/config`, {
    headers: { 'x-client-key': reader.clientKey, ...(origin === null ? {} : { origin }) },
  })

export async function createWidget(
  service: Service,
  knowledgeBaseId: string,
  settings: object = {},
) {
  const { body, status, text } = await send(service, adminPath(knowledgeBaseId, 'widgets'), {
    json: { name: 'Help', allowed_origins: [PAGE], ...settings },
    headers: asOperator,
  })
  expect(status, text).toBe(201)
  return (body as { id: string }).id
}

export const changeWidget = (
  service: Service,
  knowledgeBaseId: string,
  widgetId: string,
  json: object,
) =>
  send(service, adminPath(knowledgeBaseId, `widgets/${widgetId}`), {
    method: 'PATCH',
    json,
    headers: asOperator,
  })

/** The header of a public key that requires CAPTCHA tokens. */
export async function createGuardedKey(service: Service, knowledgeBaseId: string) {
  const { client_key } = await service.admin.keys.create(knowledgeBaseId, {
    name: 'guarded',
    kind: 'public',
    captcha: true,
    captcha_hostnames: ['docs.example.com'],
  })
  return { 'x-client-key': client_key ?? '' }
}
