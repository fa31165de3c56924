import { z } from 'zod'

const THREAD = 'number title body url createdAt updatedAt'
const LABELS = 'labels(first: 20) { nodes { name } }'
const ISSUE = `${THREAD} ${LABELS} state stateReason
  comments(last: 50) { nodes { body authorAssociation isMinimized author { __typename login } } }`
const DISCUSSION = `${THREAD} ${LABELS} category { name } isAnswered answer { body isMinimized }`

const inRepository = (name: string, given: string, fields: string): string =>
  `query ${name}($owner: String!, $name: String!, ${given}) {
  repository(owner: $owner, name: $name) { ${fields} }
}`

const ORDER = 'orderBy: { field: UPDATED_AT, direction: ASC }'
const LIST = 'pageInfo { hasNextPage endCursor } nodes'

export const QUERIES = {
  issues: inRepository(
    'Issues',
    '$count: Int!, $after: String, $labels: [String!]',
    `threads: issues(first: $count, after: $after, states: CLOSED, labels: $labels, ${ORDER}) {
      ${LIST} { ${ISSUE} } }`,
  ),
  discussions: inRepository(
    'Discussions',
    '$count: Int!, $after: String',
    `threads: discussions(first: $count, after: $after, answered: true, ${ORDER}) {
      ${LIST} { ${DISCUSSION} } }`,
  ),
  issue: inRepository('Issue', '$number: Int!', `thread: issue(number: $number) { ${ISSUE} }`),
  discussion: inRepository(
    'Discussion',
    '$number: Int!',
    `thread: discussion(number: $number) { ${DISCUSSION} }`,
  ),
} as const

const Thread = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.string(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
})

const Comment = z.object({
  body: z.string(),
  isMinimized: z.boolean(),
  authorAssociation: z.string(),
  /** null: the account was deleted. */
  author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
})
export type Comment = z.infer<typeof Comment>

export const Issue = Thread.extend({
  state: z.enum(['OPEN', 'CLOSED']),
  stateReason: z.string().nullable(),
  comments: z.object({ nodes: z.array(Comment) }),
})
export type Issue = z.infer<typeof Issue>

export const Discussion = Thread.extend({
  answer: z.object({ body: z.string(), isMinimized: z.boolean() }).nullable(),
  category: z.object({ name: z.string() }).nullish(),
})
export type Discussion = z.infer<typeof Discussion>

/** GitHub answers with status 200 and says in `errors` what went wrong. */
export const Reply = z.object({
  data: z.object({ repository: z.unknown() }).nullish(),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).optional(),
})

export const threadList = <Node extends z.ZodType>(node: Node) =>
  z.object({
    threads: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(node),
    }),
  })

export const threadReply = <Node extends z.ZodType>(node: Node) =>
  z.object({ thread: node.nullable() })
