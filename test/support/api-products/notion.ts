import type { FakeNotion } from '../../fakes/notion.ts'
import { startFakeNotion } from '../../fakes/notion.ts'
import type { ApiProduct } from './api-product.ts'

export async function startNotion(): Promise<ApiProduct & { api: FakeNotion }> {
  const notion = await startFakeNotion()
  notion.perBatch = 1
  const { token } = notion
  const makeId = (number: number) => `3d1f0c52-77aa-4e0b-9a35-${String(number).padStart(12, '0')}`
  let changes = 0
  return {
    api: notion,
    settings: { type: 'notion', api_url: notion.origin },
    credential: { type: 'token', token },
    form: { kind: 'Notion', fields: { 'API URL': notion.origin } },
    signIn: { kind: 'Access token', fields: { Token: token } },
    signedIn: 'with an access token',
    reads: '1 or more pages and 0 databases',
    put(number, { title, text: markdown }) {
      changes += 1
      const last_edited_time = new Date(Date.UTC(2026, 9, 5) + changes * 60_000).toISOString()
      const id = makeId(number)
      notion.pages = [
        ...notion.pages.filter((page) => page.id !== id),
        { id, title, markdown, last_edited_time },
      ]
    },
    remove(number) {
      for (const page of notion.pages) if (page.id === makeId(number)) page.in_trash = true
    },
    revoke() {
      notion.token = 'another-token'
    },
    restore() {
      notion.token = token
    },
    close: () => notion.close(),
  }
}
