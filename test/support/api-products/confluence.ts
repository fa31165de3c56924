import type { FakeConfluence } from '../../fakes/confluence.ts'
import { API_TOKEN, EMAIL, PERSONAL_TOKEN, startFakeConfluence } from '../../fakes/confluence.ts'
import type { ApiProduct } from './api-product.ts'

export async function startConfluence(
  edition: FakeConfluence['edition'],
): Promise<ApiProduct & { api: FakeConfluence }> {
  const fake = await startFakeConfluence(edition)
  const { authorization } = fake
  const isCloud = edition === 'cloud'
  return {
    api: fake,
    settings: { type: 'confluence', url: fake.site, edition, spaces: ['DOC'] },
    credential: isCloud
      ? { type: 'basic', username: EMAIL, password: API_TOKEN }
      : { type: 'token', token: PERSONAL_TOKEN },
    form: {
      kind: 'Confluence',
      fields: { 'Site URL': fake.site, Spaces: 'DOC' },
      choices: { Edition: isCloud ? 'Cloud' : 'Data Center' },
    },
    signIn: isCloud
      ? {
          kind: 'Email address and API token',
          fields: { 'Email address': EMAIL, 'API token': API_TOKEN },
        }
      : { kind: 'Access token', fields: { Token: PERSONAL_TOKEN } },
    signedIn: isCloud ? `as ${EMAIL}` : 'with an access token',
    reads: 'the space DOC',
    put(id, { title, text }) {
      const before = fake.pages.find((page) => page.id === id)
      fake.pages = [
        ...fake.pages.filter((page) => page !== before),
        { id, title, body: `<p>${text}</p>`, version: (before?.version ?? 0) + 1 },
      ]
    },
    remove(id) {
      fake.pages = fake.pages.filter((page) => page.id !== id)
    },
    revoke() {
      fake.authorization = 'nobody'
    },
    restore() {
      fake.authorization = authorization
    },
    close: () => fake.close(),
  }
}
