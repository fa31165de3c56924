import { z } from 'zod'
import { ChatBody, DeltaFrame, ErrorFrame, FirstFrame, LastFrame } from './chat.ts'
import { ErrorBody } from '../errors.ts'
import { MAX_QUESTION_ID_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { ReaderToken } from './reader-token.ts'

/** The close reason is a refusal's code, or words for a developer; never more than 123 bytes. */
export const CLOSE_CODES = {
  badMessage: 4400,
  notAuthorised: 4401,
  noInit: 4408,
  tooMany: 4429,
  /** Registered codes from here on. 1012: the service is restarting; a new connection will work. */
  restarting: 1012,
  tooLarge: 1009,
  internal: 1011,
  unavailable: 1013,
} as const

/** Chosen by the client; it only tells the answers on one connection apart. */
export const QuestionId = nonBlankText(MAX_QUESTION_ID_CHARACTERS).describe(
  'Chosen by the client. It tells the answers on one connection apart.',
)
export type QuestionId = z.infer<typeof QuestionId>

const readerToken = { reader_token: ReaderToken.optional() }

const initType = z.literal('init').describe('The first message of a connection.')

/** A public key or a whole secret pair; strict, so that neither both nor half a pair passes. */
export const InitMessage = z
  .union([
    z.strictObject({
      type: initType,
      client_key: z.string().describe('A public client key, `fnp_…`.'),
      ...readerToken,
    }),
    z.strictObject({
      type: initType,
      client_id: z.string().describe('The id of a secret pair, `fnc_…`.'),
      client_secret: z.string().describe('The secret of the pair, `fns_…`. Only from a server.'),
      ...readerToken,
    }),
  ])
  .meta({ id: 'InitMessage', description: 'A public key, or both parts of a secret pair.' })
export type InitMessage = z.infer<typeof InitMessage>

export const AskMessage = z
  .strictObject({
    type: z.literal('ask').describe('A question, with the fields of the chat body.'),
    id: QuestionId,
    ...ChatBody.shape,
    recaptcha_token: z
      .string()
      .optional()
      .describe('A fresh reCAPTCHA v3 token, if the key requires one.'),
    reader_token: ReaderToken.optional().describe(
      'A token for this question. Default: that of the first message, which may have expired since.',
    ),
  })
  .meta({ id: 'AskMessage' })
export type AskMessage = z.infer<typeof AskMessage>

export const CancelMessage = z
  .strictObject({
    type: z.literal('cancel').describe('Ends the answer to a question with a `cancelled` frame.'),
    id: QuestionId,
  })
  .meta({ id: 'CancelMessage' })
export type CancelMessage = z.infer<typeof CancelMessage>

export const PingMessage = z
  .strictObject({ type: z.literal('ping').describe('Answered with a pong.') })
  .meta({ id: 'PingMessage' })
export type PingMessage = z.infer<typeof PingMessage>

export const ClientMessage = z.union([InitMessage, AskMessage, CancelMessage, PingMessage])
export type ClientMessage = z.infer<typeof ClientMessage>

export const ReadyMessage = z
  .object({ type: z.literal('ready').describe('The key was accepted: questions may be asked.') })
  .meta({ id: 'ReadyMessage' })
export type ReadyMessage = z.infer<typeof ReadyMessage>

export const PongMessage = z
  .object({ type: z.literal('pong').describe('The answer to a ping.') })
  .meta({ id: 'PongMessage' })
export type PongMessage = z.infer<typeof PongMessage>

const frameFields = {
  type: z.literal('frame').describe('Part of an answer.'),
  id: QuestionId.describe('The question that it answers.'),
}

/** A chat frame that says which question it belongs to. */
export const FrameMessage = z.union([
  FirstFrame.extend(frameFields).meta({ id: 'FirstFrameMessage' }),
  DeltaFrame.extend(frameFields).meta({ id: 'DeltaFrameMessage' }),
  LastFrame.extend(frameFields).meta({ id: 'LastFrameMessage' }),
  ErrorFrame.extend(frameFields).meta({ id: 'ErrorFrameMessage' }),
])
export type FrameMessage = z.infer<typeof FrameMessage>

/** A question refused before its answer started: what the chat route sends as JSON with a 4xx. */
export const RefusedMessage = ErrorBody.extend({
  type: z.literal('refused').describe('The question is not answered. The connection stays open.'),
  id: QuestionId.describe('The question refused.'),
  retry_after_seconds: z
    .int()
    .optional()
    .describe('As the `Retry-After` header over HTTP; present if waiting helps.'),
}).meta({ id: 'RefusedMessage' })
export type RefusedMessage = z.infer<typeof RefusedMessage>

export const ServerMessage = z.union([ReadyMessage, PongMessage, FrameMessage, RefusedMessage])
export type ServerMessage = z.infer<typeof ServerMessage>
