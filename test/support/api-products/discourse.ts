import { startFakeDiscourse } from '../../fakes/discourse/discourse.ts'
import type { ApiProduct } from './api-product.ts'

export async function startDiscourse(): Promise<ApiProduct> {
  const discourse = await startFakeDiscourse()
  const { username, apiKey } = discourse
  const url = `${discourse.origin}/forum`
  let changes = 0
  return {
    api: discourse,
    settings: { type: 'discourse', url, categories: ['help'] },
    credential: { type: 'basic', username, password: apiKey },
    form: {
      kind: 'Discourse forum',
      fields: { 'Forum URL': url, Categories: 'help' },
    },
    signIn: {
      kind: 'Username and API key',
      fields: { Username: username, 'API key': apiKey },
    },
    signedIn: `as ${username}`,
    reads: 'the category Help',
    put(id, { title, text }) {
      changes += 1
      const bumped_at = new Date(Date.UTC(2026, 9, 5) + changes * 1000).toISOString()
      discourse.topics = [
        ...discourse.topics.filter((topic) => topic.id !== id),
        {
          id,
          title,
          cooked: `<p>Who knows about the ${title}?</p>`,
          bumped_at,
          category_id: 5,
          replies: [{ cooked: `<p>${text}</p>`, isAccepted: true }],
        },
      ]
    },
    remove(id) {
      discourse.topics = discourse.topics.filter((topic) => topic.id !== id)
    },
    revoke() {
      discourse.apiKey = 'another'
    },
    restore() {
      discourse.apiKey = apiKey
    },
    close: () => discourse.close(),
  }
}
