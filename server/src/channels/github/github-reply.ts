import { z } from 'zod'
import type { Reply, ReplyOptions } from '../product.ts'
import type { GitHubApp } from './github-api.ts'
import { callGitHub, installationToken, queryGitHub } from './github-api.ts'
import { PROPOSED_LABEL } from './read-github-call.ts'

const Created = z.looseObject({ node_id: z.string() })
const Comments = z.array(z.looseObject({ node_id: z.string(), body: z.string().nullish() }))
const Anything = z.unknown()

const Nodes = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string(), body: z.string() })),
})
const Listed = z.looseObject({
  node: z.looseObject({
    comments: z.looseObject({
      nodes: z.array(z.looseObject({ id: z.string(), body: z.string(), replies: Nodes })),
    }),
  }),
})
const Added = z.looseObject({
  addDiscussionComment: z.looseObject({ comment: z.looseObject({ id: z.string() }) }),
})

const COMMENTS_PER_PAGE = 100
const MAX_PAGES = 10
const PROPOSED_COLOR = 'c5def5'

const LIST_COMMENTS = `query ($id: ID!) {
  node(id: $id) { ... on Discussion {
    comments(last: 50) { nodes { id body replies(last: 20) { nodes { id body } } } }
  } }
}`
const ADD_COMMENT = `mutation ($input: AddDiscussionCommentInput!) {
  addDiscussionComment(input: $input) { comment { id } }
}`
const ADD_LABEL = `mutation ($input: AddLabelsToLabelableInput!) {
  addLabelsToLabelable(input: $input) { clientMutationId }
}`

/** Everybody knows what they read. */
const WRITTEN_BY = '*Written by a program from the documentation. It may be wrong.*'

/** A comment under an issue or a discussion, or a label that says there is an answer. */
export function openGitHubReply(
  app: GitHubApp,
  { asked, replies, isRetry, noteReply, signal }: ReplyOptions,
): Reply {
  const { kind, repository = '', number = '', node = '', installation = '' } = asked.address
  const posted = [...replies]
  const path = `repos/${repository}`
  const open = () => installationToken(app, installation, repository.replace(/^.*\//, ''), signal)
  /** Nobody sees it; it tells a comment of ours from any other. */
  const mark = (at: number) => `<!-- footnote ${asked.id} ${at} -->`

  async function note(id: string): Promise<void> {
    posted.push(id)
    await noteReply(id)
  }

  async function listComments(token: string): Promise<{ id: string; body: string }[]> {
    if (kind === 'discussion') {
      const request = { query: LIST_COMMENTS, variables: { id: node }, signal }
      const { nodes } = (await queryGitHub(app, token, request, Listed)).node.comments
      return nodes.flatMap(({ id, body, replies: { nodes: under } }) => [{ id, body }, ...under])
    }
    const found: { id: string; body: string }[] = []
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = `per_page=${COMMENTS_PER_PAGE}&page=${page}`
      const request = { path: `${path}/issues/${number}/comments?${query}`, signal }
      const comments = await callGitHub(app, token, request, Comments)
      found.push(...comments.map(({ node_id: id, body }) => ({ id, body: body ?? '' })))
      if (comments.length < COMMENTS_PER_PAGE) break
    }
    return found
  }

  /** A worker that died may have posted what it could no longer note. */
  async function lookForLost(token: string): Promise<void> {
    const comments = await listComments(token)
    for (let at = posted.length; ; at += 1) {
      const found = comments.find(({ body }) => body.endsWith(mark(at)))
      if (!found) return
      await note(found.id)
    }
  }

  async function post(token: string, body: string): Promise<string> {
    if (kind === 'discussion') {
      const { answers: replyToId } = asked.address
      const input = { discussionId: node, body, ...(replyToId === undefined ? {} : { replyToId }) }
      const request = { query: ADD_COMMENT, variables: { input }, signal }
      return (await queryGitHub(app, token, request, Added)).addDiscussionComment.comment.id
    }
    const request = { method: 'POST', path: `${path}/issues/${number}/comments` } as const
    const created = await callGitHub(app, token, { ...request, body: { body }, signal }, Created)
    return created.node_id
  }

  async function putLabel(token: string): Promise<void> {
    if (kind === 'issue') {
      const body = { labels: [PROPOSED_LABEL] }
      const request = { method: 'POST', path: `${path}/issues/${number}/labels`, body } as const
      await callGitHub(app, token, { ...request, signal }, Anything)
      return
    }
    const one = `${path}/labels/${encodeURIComponent(PROPOSED_LABEL)}`
    const label = await callGitHub(app, token, { path: one, signal }, Created).catch(() => {
      const body = { name: PROPOSED_LABEL, color: PROPOSED_COLOR }
      const request = { method: 'POST', path: `${path}/labels`, body, signal } as const
      return callGitHub(app, token, request, Created)
    })
    const input = { labelableId: node, labelIds: [label.node_id] }
    await queryGitHub(app, token, { query: ADD_LABEL, variables: { input }, signal }, Anything)
  }

  return {
    showWork: async () => {},
    // Each edit would be in the history of the comment.
    showMore: async () => {},
    propose: async () => putLabel(await open()),
    async finish(parts) {
      const token = await open()
      if (isRetry) await lookForLost(token)
      for (const [at, { text }] of parts.entries()) {
        if (posted[at] !== undefined) continue
        const about = at === parts.length - 1 ? `\n\n${WRITTEN_BY}` : ''
        await note(await post(token, `${text}${about}\n\n${mark(at)}`))
      }
    },
  }
}
