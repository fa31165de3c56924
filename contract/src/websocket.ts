import { z } from 'zod'
import { ChatBody, DeltaFrame, ErrorFrame, FirstFrame, LastFrame } from './chat.ts'
import { ErrorBody } from './errors.ts'
import { MAX_QUESTION_ID_CHARACTERS } from './limits.ts'
import { nonBlankText } from './text.ts'

/** The close reason is a refusal's code, or words for a developer; never more than 123 bytes. */
export const CLOSE_CODES = {
  badMessage: 4400,
  notAuthorised: 4401,
  noInit: 4408,
  tooMany: 4429,
  /** The registered ones from here. This: the service restarts, and a new connection is served. */
  restarting: 1012,
  tooLarge: 1009,
  internal: 1011,
  unavailable: 1013,
} as const

/** Chosen by the client; it only tells the answers on one connection apart. */
export const QuestionId = nonBlankText(MAX_QUESTION_ID_CHARACTERS)
export type QuestionId = z.infer<typeof QuestionId>

/** A public key or a whole secret pair; strict, so that neither both nor half a pair passes. */
export const InitMessage = z.union([
  z.strictObject({ type: z.literal('init'), client_key: z.string() }),
  z.strictObject({ type: z.literal('init'), client_id: z.string(), client_secret: z.string() }),
])
export type InitMessage = z.infer<typeof InitMessage>

export const AskMessage = z.strictObject({
  type: z.literal('ask'),
  id: QuestionId,
  ...ChatBody.shape,
  recaptcha_token: z.string().optional(),
})
export type AskMessage = z.infer<typeof AskMessage>

export const CancelMessage = z.strictObject({ type: z.literal('cancel'), id: QuestionId })
export type CancelMessage = z.infer<typeof CancelMessage>

export const PingMessage = z.strictObject({ type: z.literal('ping') })
export type PingMessage = z.infer<typeof PingMessage>

export const ClientMessage = z.union([InitMessage, AskMessage, CancelMessage, PingMessage])
export type ClientMessage = z.infer<typeof ClientMessage>

export const ReadyMessage = z.object({ type: z.literal('ready') })
export type ReadyMessage = z.infer<typeof ReadyMessage>

export const PongMessage = z.object({ type: z.literal('pong') })
export type PongMessage = z.infer<typeof PongMessage>

const frameFields = { type: z.literal('frame'), id: QuestionId }

/** A chat frame that says which question it belongs to. */
export const FrameMessage = z.union([
  FirstFrame.extend(frameFields),
  DeltaFrame.extend(frameFields),
  LastFrame.extend(frameFields),
  ErrorFrame.extend(frameFields),
])
export type FrameMessage = z.infer<typeof FrameMessage>

/** A question refused before its answer started: what the chat route sends as JSON with a 4xx. */
export const RefusedMessage = ErrorBody.extend({
  type: z.literal('refused'),
  id: QuestionId,
  retry_after_seconds: z
    .int()
    .optional()
    .describe('What the `Retry-After` header says over HTTP; there when waiting helps.'),
})
export type RefusedMessage = z.infer<typeof RefusedMessage>

export const ServerMessage = z.union([ReadyMessage, PongMessage, FrameMessage, RefusedMessage])
export type ServerMessage = z.infer<typeof ServerMessage>
