import type {
  AskMessage,
  CancelMessage,
  InitMessage,
  PingMessage,
} from '@footnote/contract/public/websocket'
import {
  AskMessage as Ask,
  CancelMessage as Cancel,
  InitMessage as Init,
  PingMessage as Ping,
  QuestionId,
} from '@footnote/contract/public/websocket'
import type { z } from 'zod'
import { z as zod } from 'zod'
import { describeIssue } from '../errors/describe-issue.ts'
import { hasTooManyValues } from '../errors/has-too-many-values.ts'

/** A question that may be invalid: its errors are reported under its id. */
export type Asked = {
  type: 'ask'
  id: QuestionId
  /** Verified before the question is read, as a header is. */
  readerToken: string | undefined
  parsed: z.ZodSafeParseResult<AskMessage>
}

export type ReadMessage = InitMessage | CancelMessage | PingMessage | Asked

const Others = zod.union([Init, Cancel, Ping])
const AskedId = zod.object({ type: zod.literal('ask'), id: QuestionId })
const WithToken = zod.object({ reader_token: zod.string() })

/** null when it is not a message of the protocol. */
export function readMessage(text: string): ReadMessage | null {
  if (hasTooManyValues(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const asked = AskedId.safeParse(value)
  if (asked.success) {
    const readerToken = WithToken.safeParse(value).data?.reader_token
    return { ...asked.data, readerToken, parsed: Ask.safeParse(value, { error: describeIssue }) }
  }
  return Others.safeParse(value).data ?? null
}
