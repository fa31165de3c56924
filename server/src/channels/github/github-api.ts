import { z } from 'zod'
import { signAppToken } from '../../connectors/credentials/github-app.ts'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { readRetryAfter } from '../../platform/network/retry-after.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { ProductReply } from '../call-product.ts'
import { callProduct, statusError } from '../call-product.ts'
import { ChannelError } from '../channel-error.ts'

export type GitHubApp = { fetchPage: FetchPage; apiUrl: string; appId: string; privateKey: string }

export type GitHubRequest = {
  method?: 'GET' | 'POST' | 'PATCH'
  /** Below the address of the API. */
  path: string
  body?: object
  signal: AbortSignal
}

const Refused = z.looseObject({ message: z.string().optional() })
const Token = z.looseObject({ token: z.string().min(1) })

/** As the app itself. */
export async function callAsApp<Schema extends z.ZodType>(
  app: GitHubApp,
  request: GitHubRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const { appId: app_id, privateKey: private_key } = app
  return callGitHub(app, await signAppToken({ app_id, private_key }, Date.now()), request, schema)
}

/** A token of an installation, for one repository where it is given and all of them otherwise. */
export async function installationToken(
  app: GitHubApp,
  installation: string,
  repository: string | null,
  signal: AbortSignal,
): Promise<string> {
  const path = `app/installations/${installation}/access_tokens`
  const body = repository === null ? {} : { repositories: [repository] }
  return (await callAsApp(app, { method: 'POST', path, body, signal }, Token)).token
}

/** A request that has to succeed. */
export async function callGitHub<Schema extends z.ZodType>(
  { fetchPage, apiUrl }: GitHubApp,
  token: string,
  { method = 'GET', path, body: sent, signal }: GitHubRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const reply = await callProduct(fetchPage, 'GitHub', {
    url: new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`).href,
    method,
    headers: {
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    secretHeaders: { authorization: `Bearer ${token}` },
    ...(sent ? { body: Buffer.from(JSON.stringify(sent)) } : {}),
    signal,
  })
  if (reply.status < 200 || reply.status > 299) throw refusalOf(reply)
  const result = schema.safeParse(parseJson(reply.body))
  if (result.success) return result.data
  const message = 'GitHub’s reply cannot be read. Is the API address right?'
  throw new ChannelError(message, { code: 'unexpected', isTransient: false })
}

const Answered = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ type: z.string().optional(), message: z.string() })).optional(),
})

/** Discussions are only there. */
export async function queryGitHub<Schema extends z.ZodType>(
  app: GitHubApp,
  token: string,
  { query, variables, signal }: { query: string; variables: object; signal: AbortSignal },
  schema: Schema,
): Promise<z.infer<Schema>> {
  // On a server of one's own REST is at /api/v3/ and this beside it.
  const apiUrl = app.apiUrl.replace(/\/v3\/?$/, '/')
  const request = { method: 'POST', path: 'graphql', body: { query, variables }, signal } as const
  const { data, errors } = await callGitHub({ ...app, apiUrl }, token, request, Answered)
  const [error] = errors ?? []
  if (error) {
    const isTransient = error.type === 'RATE_LIMITED'
    const message = `GitHub refuses a request: ${error.message}`
    throw new ChannelError(message, { code: error.type ?? 'graphql', isTransient })
  }
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const message = 'GitHub sent something unexpected.'
  throw new ChannelError(message, { code: 'unexpected', isTransient: false })
}

const DEFAULT_WAIT_MS = 60_000

/** What operators can do something about. */
const PROBLEMS: Readonly<Record<number, string>> = {
  401: 'GitHub does not know the app: its id or its private key is wrong, or the key was deleted.',
  403: 'GitHub does not let the app do that. Has it the permissions for issues and discussions, and were they accepted?',
  404: 'GitHub does not find it, or does not show it to the app. Is the app still installed there?',
  410: 'Issues or discussions are switched off in the repository.',
}

function refusalOf({ status, headers, body }: ProductReply): ChannelError {
  const { message: said = '' } = Refused.safeParse(parseJson(body)).data ?? {}
  const isLimit = headers.get('x-ratelimit-remaining') === '0' || /rate limit|abuse/i.test(said)
  if (status === 403 && isLimit) {
    const waitMs = readRetryAfter(headers.get('retry-after')) ?? DEFAULT_WAIT_MS
    const message = 'GitHub asks to wait: too much is posted at once.'
    return new ChannelError(message, { code: 'ratelimited', waitMs, isTransient: true })
  }
  const known = PROBLEMS[status]
  if (known !== undefined) {
    return new ChannelError(known, { code: String(status), isTransient: false })
  }
  if (said === '' || status >= 500) return statusError('GitHub', status)
  const message = `GitHub refuses a request: ${said}`
  return new ChannelError(message, { code: String(status), isTransient: false })
}
