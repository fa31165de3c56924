import { expect } from 'vitest'
import { API_PRODUCTS } from '../support/api-products/api-products.ts'
import { acceptance } from '../support/acceptance.ts'
import { everyRow } from '../support/store/every-row.ts'
import { syncNow } from '../support/sources.ts'
import { firstSync, SIGNING_IN } from './support/signed-in-sources.ts'

const { test } = acceptance(SIGNING_IN)

test.for(Object.entries(API_PRODUCTS))(
  '%s: connected, asked, changed, cut off and connected again',
  async ([name, start], { service, knowledge, database }) => {
    await using product = disposable(await start())
    const { admin } = service
    const { knowledgeBaseId: id, client } = knowledge
    const find = async (query: string) =>
      (await client.search({ query })).results.map(({ document }) => document.title)
    product.put(1, { title: 'Lamp', text: 'The lamp of the lighthouse turns four times a minute.' })
    product.put(2, { title: 'Boat', text: 'The supply boat comes on the first Monday of a month.' })
    product.put(3, { title: 'Bell', text: 'The fog bell is rung by hand when the horn fails.' })

    const { settings, credential } = product
    const { source, sync } = await firstSync(service, id, { name, settings, credential })
    expect(sync).toMatchObject({ state: 'completed', counts: { added: 3, indexed: 3, failed: 0 } })
    // What was private did not become public by connecting it.
    expect(source).toMatchObject({
      visibility: 'restricted',
      credential: { type: credential.type },
    })
    expect(await find('How often does the lamp turn?')).toEqual([])
    await admin.sources.change(id, source.id, { visibility: 'public', open_private_pages: true })
    expect(await find('How often does the lamp turn?')).toContain('Lamp')

    product.put(2, { title: 'Boat', text: 'The supply boat comes every second Thursday.' })
    product.put(4, { title: 'Horn', text: 'The fog horn sounds every thirty seconds.' })
    product.remove(3)
    expect(await syncNow(service, id, source.id)).toMatchObject({
      state: 'completed',
      counts: { added: 1, changed: 1, unchanged: 1, gone: 1, failed: 0 },
    })
    expect(await find('How often does the fog horn sound?')).toContain('Horn')
    expect(await find('Who rings the fog bell by hand?')).not.toContain('Bell')
    expect(await syncNow(service, id, source.id)).toMatchObject({
      counts: { added: 0, changed: 0, unchanged: 3, gone: 0 },
    })

    // Without the credential nothing looks deleted, and with it the next sync is in step again.
    product.revoke()
    expect(await syncNow(service, id, source.id)).toMatchObject({ state: 'failed' })
    expect((await admin.sources.get(id, source.id)).documents).toBe(3)
    await expect(admin.sources.putCredential(id, source.id, { credential })).rejects.toMatchObject({
      message: expect.stringMatching(/^Signing in failed, so nothing/),
    })
    product.restore()
    const saved = await admin.sources.putCredential(id, source.id, { credential })
    expect(saved).toMatchObject({ reads: product.reads, needed: true })
    expect(await syncNow(service, id, source.id)).toMatchObject({ state: 'completed' })

    const seen = JSON.stringify([await everyRow(database), service.log, service.complaints()])
    expect(seen).toContain(`source_credential.put`)
    const secrets = listSecrets(credential)
    expect(secrets.length).toBeGreaterThan(0)
    for (const secret of secrets) {
      expect(seen.includes(secret), secret).toBe(false)
      expect(seen.includes(Buffer.from(secret).toString('hex')), secret).toBe(false)
    }
  },
)

const SECRET_FIELDS = new Set([
  'password',
  'token',
  'client_secret',
  'secret_access_key',
  'key_file',
])

/** Of a file with a key, the lines that are long enough to be no other's. */
const listSecrets = (credential: object): string[] =>
  Object.entries(credential)
    .filter(([field]) => SECRET_FIELDS.has(field))
    .flatMap(([, value]) => String(value).split('\\n'))
    .filter((line, _, lines) => lines.length === 1 || line.length > 40)

const disposable = <Product extends { close(): Promise<void> }>(product: Product) =>
  Object.assign(product, { [Symbol.asyncDispose]: () => product.close() })
