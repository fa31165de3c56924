import { createHmac, generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ApiAnswer, ApiCall } from '../fake-api.ts'
import { startFakeApi } from '../fake-api.ts'
import { answerQuery, MAX_BODY } from './answer-query.ts'
import { isAppToken } from './app-token.ts'
import type { FakeGitHubApp, GitHubComment, GitHubPost } from './fake-github-app.ts'

export type { FakeGitHubApp, GitHubPost }

export const ADA = { login: 'ada', type: 'User' } as const
const INSTALLATION = 4_410_227
const REPOSITORIES = [
  { id: 11, full_name: 'acme/docs', name: 'docs', private: false },
  { id: 12, full_name: 'acme/internal', name: 'internal', private: true },
]

/** An issue that nobody has been told of. */
export const createPost = (about: Pick<GitHubPost, 'number' | 'title'>): GitHubPost => ({
  kind: 'issue',
  repository: 'acme/docs',
  body: '',
  author: ADA,
  labels: [],
  comments: [],
  ...about,
})

export const signedFor = (secret: string, body: string): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

const refused = (status: number, message: string): ApiAnswer => ({ status, body: { message } })

export async function startFakeGitHubApp(number = 1): Promise<FakeGitHubApp> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const privateKey = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  let lastId = 1_000
  let lastNumber = 0
  const tokens = new Map<string, readonly string[]>()
  let commentedMs: number[] = []
  const nodeOf = ({ kind, number: at }: GitHubPost) => `${kind === 'issue' ? 'I' : 'D'}_${at}`
  const labelNodes = new Map<string, string>()
  const Body = z.strictObject({ body: z.string().min(1).max(MAX_BODY) })

  function answer(call: ApiCall): ApiAnswer {
    const path = call.url.pathname.replace('/api/v3/', '').replace('/api/', '')
    const token = (call.headers.authorization ?? '').replace('Bearer ', '')
    const json =
      call.body.length === 0 ? {} : z.looseObject({}).parse(JSON.parse(call.body.toString()))
    if (path === 'app' || path.startsWith('app/')) {
      if (!isAppToken(token, github.app.id, keys.publicKey))
        return refused(401, 'A JSON web token could not be decoded')
      return answerApp(call, path, json)
    }
    const granted = tokens.get(token)
    if (!granted) return refused(401, 'Bad credentials')
    if (path === 'installation/repositories') {
      return { body: { total_count: REPOSITORIES.length, repositories: REPOSITORIES } }
    }
    if (path === 'graphql') {
      const find = (id: unknown) =>
        github.posts.find((post) => nodeOf(post) === id && granted.includes(post.repository))
      const post = (about: GitHubPost, text: string, under: string | null) =>
        add(about, text, `${github.app.slug}[bot]`, under)
      return { body: answerQuery(json, find, post) }
    }
    const [, repository = '', rest = ''] = /^repos\/([^/]+\/[^/]+)\/(.+)$/.exec(path) ?? []
    if (!granted.includes(repository)) return refused(404, 'Not Found')
    return answerRepository(call, repository, rest, json)
  }

  function answerApp(call: ApiCall, path: string, json: Record<string, unknown>): ApiAnswer {
    const { id, slug } = github.app
    if (path === 'app') {
      const html_url = `https://github.com/apps/${slug}`
      const { permissions } = github
      return { body: { id, slug, name: 'Acme docs', html_url, permissions, events: ['issues'] } }
    }
    if (path === 'app/hook/config' && call.method === 'PATCH') {
      const { url, secret } = z
        .strictObject({
          url: z.url(),
          secret: z.string().min(1),
          content_type: z.literal('json'),
          insecure_ssl: z.literal('0'),
        })
        .parse(json)
      github.hook = { url, secret }
      return { body: { url, secret: '********', content_type: 'json', insecure_ssl: '0' } }
    }
    if (path === 'app/installations') return { body: [{ id: INSTALLATION }] }
    if (path !== `app/installations/${INSTALLATION}/access_tokens` || call.method !== 'POST') {
      return refused(404, 'Not Found')
    }
    const { repositories = REPOSITORIES.map(({ name }) => name) } = z
      .strictObject({ repositories: z.array(z.string()).optional() })
      .parse(json)
    const token = `ghs_${(lastId += 1)}`
    tokens.set(
      token,
      repositories.map((name) => `acme/${name}`),
    )
    return {
      status: 201,
      body: { token, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    }
  }

  function answerRepository(
    call: ApiCall,
    repository: string,
    rest: string,
    json: Record<string, unknown>,
  ): ApiAnswer {
    const [, at = '', what] = /^issues\/(\d+)\/(comments|labels)$/.exec(rest) ?? []
    const post = github.posts.find(
      (one) => one.kind === 'issue' && one.repository === repository && one.number === Number(at),
    )
    if (what === 'comments' && post) {
      if (call.method === 'GET') {
        // In pages of one, whatever is asked for, would hide what is not read on; GitHub keeps to it.
        const size = Number(call.url.searchParams.get('per_page') ?? 30)
        const from = (Number(call.url.searchParams.get('page') ?? 1) - 1) * size
        const listed = post.comments.slice(from, from + size)
        return { body: listed.map(({ id, nodeId, body }) => ({ id, node_id: nodeId, body })) }
      }
      const { body } = Body.parse(json)
      return write(() => {
        const comment = add(post, body, `${github.app.slug}[bot]`, null)
        return { status: 201, body: { id: comment.id, node_id: comment.nodeId, body } }
      })
    }
    if (what === 'labels' && post) {
      const { labels } = z.strictObject({ labels: z.array(z.string()) }).parse(json)
      post.labels.push(...labels.filter((label) => !post.labels.includes(label)))
      return { body: post.labels.map((name) => ({ name })) }
    }
    if (rest === 'labels' && call.method === 'POST') {
      const { name } = z.strictObject({ name: z.string(), color: z.string() }).parse(json)
      labelNodes.set(name, `LA_${name}`)
      return { status: 201, body: { node_id: `LA_${name}`, name } }
    }
    const [, name] = /^labels\/(.+)$/.exec(rest) ?? []
    const known = name === undefined ? undefined : labelNodes.get(decodeURIComponent(name))
    return known === undefined ? refused(404, 'Not Found') : { body: { node_id: known } }
  }

  function write(work: () => ApiAnswer): ApiAnswer {
    const now = Date.now()
    commentedMs = commentedMs.filter((ms) => now - ms < 60_000)
    if (commentedMs.length >= github.commentsPerMinute) {
      const message = 'You have exceeded a secondary rate limit.'
      return { status: 403, headers: { 'retry-after': '1' }, body: { message } }
    }
    commentedMs.push(now)
    return work()
  }

  function add(post: GitHubPost, body: string, author: string, under: string | null) {
    const id = (lastId += 1)
    const prefix = post.kind === 'issue' ? 'IC' : 'DC'
    const comment: GitHubComment = { id, nodeId: `${prefix}_${id}`, body, author, under }
    post.comments.push(comment)
    return comment
  }

  const api = await startFakeApi((call) => answer(call))
  const github: FakeGitHubApp = {
    apiUrl: `${api.origin}/api/v3/`,
    api,
    app: { id: 845_000 + number, slug: `acme-docs-${number}`, privateKey },
    posts: [],
    hook: { url: '', secret: '' },
    permissions: { issues: 'write', discussions: 'write', metadata: 'read' },
    commentsPerMinute: Number.POSITIVE_INFINITY,
    async open({ kind = 'issue', repository = 'acme/docs', title, body = '', author = ADA }) {
      const at = (lastNumber += 1)
      const about = { kind, repository, number: at, title, body, author: { ...author } }
      const post: GitHubPost = { ...about, labels: [], comments: [] }
      github.posts.push(post)
      const [name, action] = kind === 'issue' ? ['issues', 'opened'] : ['discussion', 'created']
      await github.deliver(name, github.eventOf(post, action))
      return post
    },
    async comment(post, body, author = ADA) {
      const { id, nodeId } = add(post, body, author.login, null)
      const comment = { id, node_id: nodeId, body, user: author, parent_id: null }
      const name = post.kind === 'issue' ? 'issue_comment' : 'discussion_comment'
      const event = github.eventOf(post, 'created', { comment, sender: author })
      return (await github.deliver(name, event))[0] ?? 0
    },
    async label(post, name, sender = ADA) {
      post.labels.push(name)
      const event = github.eventOf(post, 'labeled', { label: { name }, sender })
      const statuses = await github.deliver(post.kind === 'issue' ? 'issues' : 'discussion', event)
      return statuses[0] ?? 0
    },
    eventOf(post, action, more = {}) {
      const { kind, number: at, title, body, author, repository } = post
      const about = { number: at, node_id: nodeOf(post), title, body, user: author }
      return {
        action,
        [kind]: { ...about, labels: post.labels.map((name) => ({ name })) },
        repository: REPOSITORIES.find(({ full_name: name }) => name === repository),
        installation: { id: INSTALLATION },
        sender: author,
        ...more,
      }
    },
    async deliver(name, event, again = 0) {
      const body = JSON.stringify(event)
      const statuses: number[] = []
      for (let attempt = 0; attempt <= again; attempt += 1) {
        const response = await fetch(github.hook.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-github-event': name,
            'x-github-delivery': `delivery-${(lastId += 1)}`,
            'x-github-hook-installation-target-id': String(github.app.id),
            'x-github-hook-installation-target-type': 'integration',
            ...signedFor(github.hook.secret, body),
          },
          body,
          signal: AbortSignal.timeout(10_000),
        })
        await response.body?.cancel()
        statuses.push(response.status)
        if (attempt < again) await sleep(5)
      }
      return statuses
    },
    answersTo: ({ comments }) =>
      comments.filter(({ author }) => author.endsWith('[bot]')).map(({ body }) => body),
    close: () => api.close(),
  }
  return github
}
