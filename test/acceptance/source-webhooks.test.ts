import { expect } from 'vitest'
import type { ProductCall } from '../support/api-products/product-webhooks.ts'
import { PRODUCT_WEBHOOKS } from '../support/api-products/product-webhooks.ts'
import { acceptance } from '../support/acceptance.ts'
import { API_PRODUCTS } from '../support/api-products/api-products.ts'
import type { Service } from '../support/service.ts'
import { untilSynced } from '../support/sources.ts'
import { everyRow } from '../support/store/every-row.ts'
import { firstSync, SIGNING_IN } from './support/signed-in-sources.ts'

const { test } = acceptance(SIGNING_IN)

/** A word that is nowhere else, so that it can be looked for. */
const ITS_OWN = 'gannet-quartz-signing-secret'

const send = (service: Service, path: string, { headers, body }: ProductCall) =>
  fetch(service.baseUrl + path, { method: 'POST', headers, body })

const products = Object.entries(API_PRODUCTS).flatMap(([name, start]) => {
  const webhook = Object.entries(PRODUCT_WEBHOOKS).find(([product]) =>
    name.startsWith(product.toLowerCase()),
  )
  return webhook ? [{ name, start, webhook: webhook[1] }] : []
})

test('every product with a webhook is called', () => {
  expect(products.length).toBeGreaterThanOrEqual(Object.keys(PRODUCT_WEBHOOKS).length)
})

test.for(products)(
  '$name: a signed call starts a sync, and no other call does',
  async ({ start, webhook }, { service, knowledge, database }) => {
    await using product = disposable(await start())
    const { admin } = service
    const { knowledgeBaseId: id, client } = knowledge
    product.put(1, { title: 'Lamp', text: 'The lamp of the lighthouse turns four times a minute.' })
    const { settings, credential } = product
    const input = { settings, credential, open_private_pages: true, visibility: 'public' } as const
    const { source } = await firstSync(service, id, input)
    const other = await admin.sources.create(id, { ...input, name: 'Another', sync: false })
    const hook = await admin.sources.hook(id, source.id)
    const foreign = await admin.sources.hook(id, other.id)
    const isOwn = webhook.signsWith === 'its own'
    const secret = isOwn ? ITS_OWN : hook.secret
    // Nothing is accepted before the operator gives the secret of a product that makes one.
    expect((await send(service, hook.path, webhook.call(ITS_OWN))).status).toBe(401)
    const given = await admin.sources.putHookSecret(id, source.id, { secret: ITS_OWN }).then(
      ({ signing_secret_since: since }) => Date.parse(since ?? '') > Date.now() - 60_000,
      ({ code }: { code: string }) => code,
    )
    expect(given).toBe(isOwn ? true : 'BAD_REQUEST')
    const before = (await admin.syncs.list(id, source.id)).syncs.length

    const call = webhook.call(secret)
    const altered = { ...call, body: call.body.replace('1', '2') }
    expect(altered.body).not.toBe(call.body)
    const refused = {
      forged: [hook.path, webhook.call('another-secret')],
      altered: [hook.path, altered],
      unsigned: [hook.path, { ...call, headers: {} }],
      'of another source': [hook.path, webhook.call(foreign.secret)],
      'at another source': [foreign.path, call],
      ...(webhook.maxAgeMs === null
        ? {}
        : { old: [hook.path, webhook.call(secret, Date.now() - webhook.maxAgeMs - 60_000)] }),
    } satisfies Record<string, [string, ProductCall]>
    for (const [why, [path, wrong]] of Object.entries(refused)) {
      expect((await send(service, path, wrong)).status, why).toBe(401)
    }
    expect((await admin.syncs.list(id, source.id)).syncs).toHaveLength(before)

    product.put(2, { title: 'Horn', text: 'The fog horn sounds every thirty seconds.' })
    const accepted = await send(service, hook.path, call)
    expect(accepted.status).toBe(202)
    const { sync_id } = (await accepted.json()) as { sync_id: string }
    const collected = await send(service, hook.path, webhook.call(secret))
    expect(await collected.json()).toEqual({ sync_id })
    expect(await admin.syncs.get(id, source.id, sync_id)).toMatchObject({
      state: 'queued',
      trigger: 'webhook',
    })
    // Asking for a sync ends the wait for more calls.
    expect((await admin.syncs.start(id, source.id)).id).toBe(sync_id)
    expect(await untilSynced(service, id, source.id, sync_id)).toMatchObject({
      state: 'completed',
      counts: { added: 1, gone: 0, failed: 0 },
    })
    const { results } = await client.search({ query: 'How often does the fog horn sound?' })
    expect(results.map(({ document }) => document.title)).toContain('Horn')

    const replayed = await send(service, hook.path, call)
    expect(await replayed.json()).toEqual({ sync_id })
    expect((await admin.syncs.list(id, source.id)).syncs).toHaveLength(before + 1)

    await admin.sources.putHookSecret(id, source.id, { secret: null })
    const later = await send(service, hook.path, webhook.call(secret))
    expect(later.status).toBe(isOwn ? 401 : 202)
    const stored = JSON.stringify([await everyRow(database), service.log, service.complaints()])
    expect(stored).toContain('source.put_hook_secret')
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  },
)

test('a token of Notion waits until somebody confirms it, and replaces none in use', async ({
  service,
  knowledge,
  database,
}) => {
  const { admin } = service
  const id = knowledge.knowledgeBaseId
  const source = await admin.sources.create(id, { settings: { type: 'notion' }, sync: false })
  const { path } = await admin.sources.hook(id, source.id)
  const shake = (token: string, at = path) =>
    send(service, at, { headers: {}, body: JSON.stringify({ verification_token: token }) })
  const notion = PRODUCT_WEBHOOKS['Notion']
  if (!notion) throw new Error('Notion has no webhook')
  const call = async (token: string) => (await send(service, path, notion.call(token))).status

  expect((await shake('secret_first_puffin')).status).toBe(200)
  expect((await shake('secret_second_puffin')).status).toBe(200)
  expect((await admin.sources.hook(id, source.id)).verification_token).toBe('secret_second_puffin')
  // It was not confirmed: whoever knows the address could have sent it.
  expect(await call('secret_second_puffin')).toBe(401)
  expect((await admin.syncs.list(id, source.id)).syncs).toEqual([])
  const rows = JSON.stringify([await everyRow(database), service.log])
  expect(rows).not.toContain('puffin')

  await admin.sources.putHookSecret(id, source.id, { secret: 'secret_second_puffin' })
  expect((await admin.sources.hook(id, source.id)).verification_token).toBeNull()
  expect((await shake('secret_third_puffin')).status).toBe(401)
  expect((await admin.sources.hook(id, source.id)).verification_token).toBeNull()
  expect(await call('secret_third_puffin')).toBe(401)
  expect(await call('secret_second_puffin')).toBe(202)

  const files = await admin.sources.create(id, {
    settings: { type: 'files', base_url: 'https://files.example.com/' },
    sync: false,
  })
  const elsewhere = await admin.sources.hook(id, files.id)
  expect((await shake('secret_fourth_puffin', elsewhere.path)).status).toBe(401)
  expect((await shake('x'.repeat(5000), path)).status).toBe(401)
})

const disposable = <Product extends { close(): Promise<void> }>(product: Product) =>
  Object.assign(product, { [Symbol.asyncDispose]: () => product.close() })
