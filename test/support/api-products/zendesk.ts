import { startFakeZendesk } from '../../fakes/zendesk.ts'
import type { ApiProduct } from './api-product.ts'

export async function startZendesk(): Promise<ApiProduct> {
  const zendesk = await startFakeZendesk()
  const client = { ...zendesk.client }
  let changes = 0
  return {
    api: zendesk,
    settings: { type: 'zendesk', url: zendesk.origin },
    credential: { type: 'oauth_client', ...client },
    form: {
      kind: 'Zendesk help center',
      fields: { 'Help center URL': zendesk.origin },
    },
    signIn: {
      kind: 'OAuth client',
      fields: {
        'Client ID': client.client_id,
        'Client secret': client.client_secret,
      },
    },
    signedIn: `as the client ${client.client_id}`,
    reads: 'articles in en-us',
    put(number, { title, text }) {
      changes += 1
      const updated_at = new Date(Date.UTC(2026, 9, 5) + changes * 1000).toISOString()
      zendesk.articles = [
        ...zendesk.articles.filter(({ id }) => id !== number),
        { id: number, title, body: `<p>${text}</p>`, updated_at },
      ]
    },
    remove(number) {
      zendesk.articles = zendesk.articles.filter(({ id }) => id !== number)
    },
    revoke() {
      zendesk.client.client_secret = 'another-secret'
      zendesk.revokeTokens()
    },
    restore() {
      zendesk.client.client_secret = client.client_secret
    },
    close: () => zendesk.close(),
  }
}
