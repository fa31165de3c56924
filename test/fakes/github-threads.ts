import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

export type FakeComment = {
  body: string
  authorAssociation?: string
  isMinimized?: boolean
  /** User unless set; null: the account was deleted. */
  author?: 'User' | 'Bot' | null
}

export type FakeThread = {
  kind: 'issue' | 'discussion'
  number: number
  title: string
  body: string
  updatedAt: string
  /** Of an issue. */
  state?: 'OPEN' | 'CLOSED'
  stateReason?: string | null
  labels?: string[]
  /** Of a discussion. */
  category?: string
  comments?: FakeComment[]
  /** Of a discussion. null: none was accepted. */
  answer?: { body: string; isMinimized?: boolean } | null
}

/** The GraphQL API of an Enterprise Server, with the repository acme/docs, for whoever has the token. */
export type FakeGitHubThreads = FakeApi & {
  threads: FakeThread[]
  token: string
  /** false: the token may not read the repository any more. */
  isShared: boolean
  afterBatch: (count: number) => void
}

type Asked = { query: string; variables: Record<string, unknown> }

export async function startFakeGitHubThreads(): Promise<FakeGitHubThreads> {
  let batches = 0
  const api = await startFakeApi((call) => answer(call))
  const github: FakeGitHubThreads = Object.assign(api, {
    threads: [],
    token: 'github_pat_otter_quartz',
    isShared: true,
    afterBatch: () => undefined,
  })
  return github

  function answer({ method, url, headers, body }: ApiCall): ApiAnswer {
    if (method !== 'POST' || url.pathname !== '/api/graphql') return { status: 404, body: {} }
    // Unlike REST, GraphQL answers nobody who does not sign in.
    if (headers.authorization !== `Bearer ${github.token}`) {
      return { status: 401, body: { message: 'Bad credentials', status: '401' } }
    }
    const { query, variables } = JSON.parse(body.toString()) as Asked
    const isKnown = variables['owner'] === 'acme' && variables['name'] === 'docs'
    if (!github.isShared || !isKnown) return notFound('repository')
    const kind = query.includes('discussion') ? 'discussion' : 'issue'
    return query.includes('threads:') ? list(kind, variables) : one(kind, variables)
  }

  function list(kind: FakeThread['kind'], variables: Asked['variables']): ApiAnswer {
    const { count, after } = variables
    const labels = (variables['labels'] ?? null) as string[] | null
    const listed = github.threads
      .filter((thread) => thread.kind === kind && isListed(thread))
      .filter((thread) => labels === null || labels.some((label) => thread.labels?.includes(label)))
      .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt))
    const from = Number(after ?? 0)
    const to = from + Math.min(2, Number(count))
    batches += 1
    const threads = {
      pageInfo: { hasNextPage: to < listed.length, endCursor: String(to) },
      nodes: listed.slice(from, to).map(toWire),
    }
    github.afterBatch(batches)
    return { body: { data: { repository: { threads } } } }
  }

  function one(kind: FakeThread['kind'], { number }: Asked['variables']): ApiAnswer {
    const found = github.threads.find((thread) => thread.kind === kind && thread.number === number)
    if (!found) return notFound(kind, { repository: { thread: null } })
    return { body: { data: { repository: { thread: toWire(found) } } } }
  }
}

const isListed = ({ kind, state = 'CLOSED', answer = null }: FakeThread): boolean =>
  kind === 'issue' ? state === 'CLOSED' : answer !== null

const notFound = (what: string, data: object = { repository: null }): ApiAnswer => ({
  body: {
    data,
    errors: [{ type: 'NOT_FOUND', path: [what], message: `Could not resolve to a ${what}.` }],
  },
})

export const RATE_LIMITED: ApiAnswer = {
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000000000' },
  body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded.' }] },
}

function toWire(thread: FakeThread): object {
  const { kind, number, title, body, updatedAt, category = 'Q&A' } = thread
  const labels = { nodes: (thread.labels ?? []).map((name) => ({ name })) }
  const page = kind === 'issue' ? 'issues' : 'discussions'
  const url = `https://github.example/acme/docs/${page}/${number}`
  const createdAt = '2026-04-22T13:33:48Z'
  const common = { number, title, body, url, createdAt, updatedAt, labels }
  if (kind === 'discussion') {
    const { answer = null } = thread
    const wire = answer && { isMinimized: false, ...answer }
    return { ...common, category: { name: category }, isAnswered: answer !== null, answer: wire }
  }
  const { state = 'CLOSED', stateReason = 'COMPLETED', comments = [] } = thread
  const nodes = comments.map(({ author = 'User', ...comment }) => ({
    authorAssociation: 'MEMBER',
    isMinimized: false,
    ...comment,
    author: author && { __typename: author, login: 'ada' },
  }))
  return { ...common, state, stateReason, comments: { nodes } }
}
