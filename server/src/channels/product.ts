import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import type { Vote } from '@footnote/contract/public/feedback'
import type { Dialect } from './format/dialect.ts'

/** A call of the product, as it came. */
export type ChannelCall = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** A question in a product. */
export type Asked = {
  /** Names it among all questions of the channel: the same one may be delivered again and again. */
  id: string
  /** Questions with the same one are a conversation. */
  conversation: string
  text: string
  /** Nobody has addressed it to the app: it was only said where the app reads. */
  isUnasked?: boolean | undefined
  /** The question whose proposed answer is to be told now. */
  approves?: string | undefined
  /** The person, as the product names them. */
  asker: string
  /** Where in the product; null: nobody else reads there. */
  placeId: string | null
  /** Whether people of another company read there. */
  isShared: boolean
  /** What the product needs to answer it. */
  address: Readonly<Record<string, string>>
}

/** What becomes of a question or a rating: taken, known from another delivery, or not for us to answer. */
export type Outcome = 'taken' | 'known' | 'over_limit' | 'elsewhere' | 'ignored' | 'off'

export type Incoming =
  | { kind: 'reply'; body: unknown }
  | { kind: 'question'; asked: Asked }
  | { kind: 'rating'; messageId: string; vote: Vote; conversation: string }
  /** The product has taken the app's rights away. */
  | { kind: 'removed'; problem: string }
  | { kind: 'nothing' }

/** A message with an answer, or a part of one. */
export type ReplyPart = {
  text: string
  /** Names what is rated with it; null: it is not to be rated. */
  ratedMessageId: string | null
}

/** An answer in a product, written as it comes. */
export type Reply = {
  /** Says that somebody is working on it. It matters to nobody if this fails. */
  showWork(): Promise<void>
  /** The finished blocks of an answer that is still being written. */
  showMore(blocks: readonly string[]): Promise<void>
  /** Shows those who maintain the place that there is an answer, and nobody else. */
  propose?(): Promise<void>
  /** The whole answer, in place of what was shown. */
  finish(parts: readonly ReplyPart[]): Promise<void>
}

export type ReplyOptions = {
  asked: Asked
  /** Messages that a worker before this one has written. */
  replies: readonly string[]
  /** A worker before this one may have written messages that it could not note. */
  isRetry: boolean
  /** Messages that answer other questions of the conversation. */
  otherReplies: readonly string[]
  /** Notes a new message before anything else is done. Throws when another worker has taken over. */
  noteReply: (reply: string) => Promise<void>
  signal: AbortSignal
}

/** A product as one channel sees it. */
export type Product = {
  name: string
  dialect: Dialect
  /** Throws a `ChannelError` when it does not accept the credentials. */
  identify(signal: AbortSignal): Promise<ChannelIdentity>
  listPlaces(signal: AbortSignal): Promise<Place[]>
  /** Has the product send calls to that address, where it can be told to. It may be told again. */
  register?(identity: ChannelIdentity, requestUrl: string, signal: AbortSignal): Promise<void>
  /** Whether the call is the product's own, and just made. */
  verify(call: ChannelCall, identity: ChannelIdentity, nowMs: number): boolean
  /** What a verified call says. null: it is for another app. */
  read(call: ChannelCall, identity: ChannelIdentity): Incoming | null
  /** The body of the response, where the product wants one. */
  acknowledge?(incoming: Incoming, outcome: Outcome): unknown
  openReply(identity: ChannelIdentity, options: ReplyOptions): Reply
}

export type Place = { place: string; name: string; is_member: boolean; is_private: boolean }

/** What operators do in the product: what they paste there, and where they go on. */
export type ChannelSetup = { manifest: string | null; setup_url: string }
