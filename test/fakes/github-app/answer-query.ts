import { z } from 'zod'
import type { GitHubComment, GitHubPost } from './fake-github-app.ts'

export const MAX_BODY = 65_536

/** What the app asks of discussions. */
export function answerQuery(
  json: Record<string, unknown>,
  find: (id: unknown) => GitHubPost | undefined,
  add: (post: GitHubPost, body: string, under: string | null) => GitHubComment,
): object {
  const asked = z
    .strictObject({
      query: z.string(),
      variables: z.looseObject({
        id: z.string().optional(),
        input: z.looseObject({}).optional(),
      }),
    })
    .parse(json)
  const { id, input = {} } = asked.variables
  const post = find(id ?? input['discussionId'] ?? input['labelableId'])
  if (!post) return { data: null, errors: [{ type: 'NOT_FOUND', message: 'Could not resolve' }] }
  if (asked.query.includes('addDiscussionComment')) {
    const body = z.string().min(1).max(MAX_BODY).parse(input['body'])
    const under = z.string().optional().parse(input['replyToId']) ?? null
    const isThere = post.comments.some(({ nodeId, under: top }) => nodeId === under && top === null)
    if (under !== null && !isThere) {
      return { data: null, errors: [{ type: 'UNPROCESSABLE', message: 'No such comment' }] }
    }
    const { nodeId } = add(post, body, under)
    return { data: { addDiscussionComment: { comment: { id: nodeId } } } }
  }
  if (asked.query.includes('addLabelsToLabelable')) {
    for (const label of z.array(z.string()).parse(input['labelIds'])) {
      post.labels.push(label.replace('LA_', ''))
    }
    return { data: { addLabelsToLabelable: { clientMutationId: null } } }
  }
  const nodes = post.comments
    .filter(({ under }) => under === null)
    .map(({ nodeId, body }) => ({
      id: nodeId,
      body,
      replies: {
        nodes: post.comments
          .filter(({ under }) => under === nodeId)
          .map((one) => ({ id: one.nodeId, body: one.body })),
      },
    }))
  return { data: { node: { comments: { nodes } } } }
}
