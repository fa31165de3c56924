import type { GitHubSettings } from '@footnote/contract/admin/source-settings'
import type { z } from 'zod'
import type { PageResponse } from '../../platform/network/fetch-page.ts'
import type { Api } from '../api/api-client.ts'
import { parseReply } from '../api/api-client.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage, ListedPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { Discussion, Issue, threadList, threadReply, QUERIES, Reply } from './github-queries.ts'
import { graphqlAddress } from './github-addresses.ts'
import { readDiscussion, readIssue } from './thread-markdown.ts'

const NAME = 'GitHub'
/** Threads are long, and GitHub gives up on replies that take it more than ten seconds. */
const PER_BATCH = 25

type Kind = 'issue' | 'discussion'
type Variables = Readonly<Record<string, unknown>>

/** Resolved issues and answered discussions of a repository, whole with the listing. */
export function createGitHubConnector(
  settings: GitHubSettings,
  { api }: { readonly api: Api },
): ApiConnector {
  const url = graphqlAddress(settings.repository)
  const [owner = '', name = ''] = repositoryPath(settings.repository).split('/')

  /** null: there is no such thread. */
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    query: string,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<z.infer<Schema> | null> {
    const json = { query, variables: { owner, name, ...variables } }
    const { data, errors = [] } = await api.read(Reply, { url, method: 'POST', json, signal })
    const repository = data?.repository ?? null
    const isMissing = errors.some(({ type }) => type === 'NOT_FOUND')
    if (repository === null && isMissing) throw new SourceError(NO_REPOSITORY)
    if (isMissing) return null
    const [error] = errors
    if (error?.type === 'FORBIDDEN') throw new SourceError(`${NAME}: ${error.message}`)
    if (error) throw new Error(`${NAME}: ${error.message}`)
    return parseReply(NAME, schema, repository)
  }

  async function* listThreads<Node>(
    list: z.ZodType<{ threads: Threads<Node> }>,
    { query, variables }: { query: string; variables?: Variables },
    signal: AbortSignal,
  ): AsyncGenerator<readonly Node[]> {
    yield* readBatches(FIRST, async (after) => {
      const place = { count: PER_BATCH, after: after === FIRST ? null : after }
      const reply = await ask(list, query, { ...place, ...variables }, signal)
      const { nodes, pageInfo } = reply?.threads ?? { nodes: [], pageInfo: LAST }
      return { items: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
    })
  }

  return {
    async *list(signal) {
      const once = takeOnce()
      if (settings.issues) {
        const variables = { labels: settings.labels.length === 0 ? null : settings.labels }
        for await (const issues of listThreads(
          IssueList,
          { query: QUERIES.issues, variables },
          signal,
        )) {
          yield once(issues.map((issue) => toFound('issue', issue, readIssue(issue))))
        }
      }
      if (settings.discussions) {
        for await (const found of listThreads(
          DiscussionList,
          { query: QUERIES.discussions },
          signal,
        )) {
          yield once(found.map((one) => toFound('discussion', one, readDiscussion(one))))
        }
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const { kind, number } = parseKey(key)
      const page =
        kind === 'issue'
          ? await ask(threadReply(Issue), QUERIES.issue, { number }, signal).then(
              (reply) => reply?.thread && readIssue(reply.thread),
            )
          : await ask(threadReply(Discussion), QUERIES.discussion, { number }, signal).then(
              (reply) => reply?.thread && readDiscussion(reply.thread),
            )
      return page ? { ...page, found: [] } : { kind: 'gone', reason: `The ${kind} was deleted.` }
    },
    async check(signal) {
      const count = { count: 1, after: null }
      if (settings.issues) await ask(IssueList, QUERIES.issues, { ...count, labels: null }, signal)
      if (settings.discussions) await ask(DiscussionList, QUERIES.discussions, count, signal)
      const kinds = [settings.issues && 'issues', settings.discussions && 'discussions']
      return `${kinds.filter(Boolean).join(' and ')} of ${owner}/${name}`
    },
    async close() {},
  }
}

type Threads<Node> = {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const IssueList = threadList(Issue)
const DiscussionList = threadList(Discussion)
const FIRST = ''
const LAST = { hasNextPage: false, endCursor: null }

const NO_REPOSITORY =
  'The repository is not there, or the credentials of the source may not read its issues and discussions.'

const repositoryPath = (repository: string): string =>
  new URL(repository).pathname.replace(/^\/+|(\.git)?\/*$/g, '')

function parseKey(key: string): { kind: Kind; number: number } {
  const [, kind, number] = /^(issue|discussion):(\d+)$/.exec(key) ?? []
  return { kind: kind === 'discussion' ? 'discussion' : 'issue', number: Number(number) }
}

const toFound = (kind: Kind, thread: Issue | Discussion, listed: ListedPage): FoundPage => ({
  key: `${kind}:${thread.number}`,
  version: thread.updatedAt,
  containers: [
    ...('category' in thread && thread.category ? [`category:${thread.category.name}`] : []),
    ...(thread.labels?.nodes ?? []).map(({ name }) => `label:${name}`),
  ],
  listed,
})

/** GraphQL says so with status 200. */
export const isLimited = ({ status, body }: PageResponse): boolean =>
  status === 200 && body.length < MAX_ERROR_BYTES && LIMIT.test(Buffer.from(body).toString())

const MAX_ERROR_BYTES = 10_000
const LIMIT = /"type": ?"RATE_LIMITED"/
