import { startFakeGitHubThreads } from '../../fakes/github-threads.ts'
import type { ApiProduct } from './api-product.ts'

export async function startGitHub(): Promise<ApiProduct> {
  const github = await startFakeGitHubThreads()
  const { token } = github
  const repository = `${github.origin}/acme/docs`
  let changes = 0
  return {
    api: github,
    settings: { type: 'github', repository },
    credential: { type: 'token', token },
    form: {
      kind: 'GitHub issues and discussions',
      fields: { 'Repository URL': repository },
    },
    signIn: { kind: 'Access token', fields: { Token: token } },
    signedIn: 'with an access token',
    reads: 'issues and discussions of acme/docs',
    put(number, { title, text }) {
      changes += 1
      const updatedAt = new Date(Date.UTC(2026, 9, 5) + changes * 1000).toISOString()
      const thread =
        number % 2 === 0
          ? { kind: 'discussion' as const, answer: { body: text } }
          : { kind: 'issue' as const, comments: [{ body: text }] }
      github.threads = [
        ...github.threads.filter((one) => one.number !== number),
        { ...thread, number, title, body: `What about ${title}?`, updatedAt },
      ]
    },
    remove(number) {
      github.threads = github.threads.filter((one) => one.number !== number)
    },
    revoke() {
      github.token = 'another'
    },
    restore() {
      github.token = token
    },
    close: () => github.close(),
  }
}
