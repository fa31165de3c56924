import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import { parseJson } from '../../platform/parse-json.ts'
import type { Asked, ChannelCall, Incoming } from '../product.ts'

const Person = z.looseObject({ login: z.string().max(100), type: z.string() })
const Label = z.looseObject({ name: z.string() })
const Number = z.int().positive()
/** As GitHub names things in GraphQL. */
const NodeId = z.string().max(100)

const Post = z.looseObject({
  number: Number,
  node_id: NodeId,
  title: z.string(),
  body: z.string().nullish(),
  user: Person.nullish(),
})
const Comment = z.looseObject({
  id: Number,
  node_id: NodeId,
  body: z.string().nullish(),
  user: Person.nullish(),
  /** In a discussion: the comment that it answers. */
  parent_id: Number.nullish(),
})

const Event = z.looseObject({
  action: z.string(),
  issue: Post.optional(),
  discussion: Post.optional(),
  comment: Comment.optional(),
  label: Label.optional(),
  repository: z.looseObject({
    id: Number,
    full_name: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/)
      .max(200),
    private: z.boolean(),
  }),
  installation: z.looseObject({ id: Number }),
  sender: Person,
})
const Removed = z.looseObject({
  action: z.enum(['deleted', 'suspend']),
  installation: z.looseObject({ account: z.looseObject({ login: z.string() }) }),
})

/** Whoever may label puts this on what the app is to answer in public. */
export const APPROVED_LABEL = 'answer approved'
/** The app puts this on what it has an answer for. */
export const PROPOSED_LABEL = 'answer proposed'

/** What a verified call says. null: it is for another app. */
export function readGitHubCall(
  { headers, body }: ChannelCall,
  identity: ChannelIdentity,
): Incoming | null {
  if (headers['x-github-hook-installation-target-id'] !== identity.app) return null
  const name = headers['x-github-event']
  const json = parseJson(body)
  if (name === 'installation') {
    const removed = Removed.safeParse(json)
    if (!removed.success) return { kind: 'nothing' }
    const where = removed.data.installation.account.login
    return { kind: 'removed', problem: `The app was removed from ${where} in GitHub.` }
  }
  const event = Event.safeParse(json)
  if (!event.success || event.data.sender.type === 'Bot') return { kind: 'nothing' }
  const asked = readEvent(String(name), event.data, identity)
  return asked ? { kind: 'question', asked } : { kind: 'nothing' }
}

function readEvent(
  name: string,
  { action, issue, discussion, comment, label, repository, installation }: z.infer<typeof Event>,
  identity: ChannelIdentity,
): Asked | null {
  const post = issue ?? discussion
  const author = (comment ?? post)?.user
  if (!post || !author || author.type === 'Bot') return null
  const kind = issue ? 'issue' : 'discussion'
  const conversation = `${kind}:${repository.id}:${post.number}`
  const about = {
    conversation,
    asker: author.login,
    placeId: repository.full_name,
    isShared: !repository.private,
    address: {
      kind,
      repository: repository.full_name,
      number: String(post.number),
      node: post.node_id,
      installation: String(installation.id),
      ...(comment && (comment.parent_id ?? null) === null ? { answers: comment.node_id } : {}),
    },
  }
  const whole = cleaned(`${post.title}\n\n${post.body ?? ''}`, identity)
  if (name === 'issues' || name === 'discussion') {
    const opened = `opened:${conversation}`
    if (action === (issue ? 'opened' : 'created')) {
      const isUnasked = !mentions(`${post.title}\n${post.body ?? ''}`, identity)
      return { ...about, id: opened, text: whole, isUnasked }
    }
    if (action !== 'labeled' || label?.name !== APPROVED_LABEL) return null
    return { ...about, id: `approved:${conversation}`, text: whole, approves: opened }
  }
  const isComment = name === 'issue_comment' || name === 'discussion_comment'
  if (!isComment || action !== 'created' || !comment) return null
  const said = comment.body ?? ''
  if (!mentions(said, identity)) return null
  const text = cleaned(said, identity)
  // Who only calls it asks what the post asks.
  return { ...about, id: `comment:${kind}:${comment.id}`, text: text === '' ? whole : text }
}

/** Quotations of others, code, and what templates hide. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/^\s*>.*$/gm, ' ')
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')

const mentionOf = ({ bot_name: name }: ChannelIdentity): RegExp =>
  new RegExp(`(?<![\\w/@-])@${name.replace(/[^\w-]/g, '')}(?![\\w-])`, 'gi')

const mentions = (text: string, identity: ChannelIdentity): boolean =>
  mentionOf(identity).test(withoutQuotes(text))

/** What was typed, without the mention and what templates hide. */
const cleaned = (text: string, identity: ChannelIdentity): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(mentionOf(identity), ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
