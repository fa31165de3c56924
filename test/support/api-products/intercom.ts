import { startFakeIntercom } from '../../fakes/intercom.ts'
import type { ApiProduct } from './api-product.ts'

export async function startIntercom(): Promise<ApiProduct> {
  const intercom = await startFakeIntercom()
  const { token } = intercom
  let changes = 0
  return {
    api: intercom,
    settings: { type: 'intercom', api_url: intercom.origin },
    credential: { type: 'token', token },
    form: { kind: 'Intercom articles', fields: { 'API URL': intercom.origin } },
    signIn: { kind: 'Access token', fields: { Token: token } },
    signedIn: 'with an access token',
    reads: 'the articles of Acme',
    put(number, { title, text }) {
      changes += 1
      intercom.articles = [
        ...intercom.articles.filter(({ id }) => id !== number),
        { id: number, title, body: `<p>${text}</p>`, updated_at: 1_790_000_000 + changes },
      ]
    },
    remove(number) {
      intercom.articles = intercom.articles.filter(({ id }) => id !== number)
    },
    revoke() {
      intercom.token = 'another'
    },
    restore() {
      intercom.token = token
    },
    close: () => intercom.close(),
  }
}
