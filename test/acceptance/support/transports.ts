import type { ChatFrame, ErrorFrame } from '@footnote/contract/public/chat'
import type { ErrorBody } from '@footnote/contract/errors'
import type { AskOutput } from '@footnote/contract/public/mcp'
import { MCP_ERROR_META } from '@footnote/contract/public/mcp'
import { readText } from '../../support/ask.ts'
import type { Service } from '../../support/service.ts'
import { connectSocket, getFrames } from '../../support/network/socket.ts'
import { getJson } from './public-operations.ts'
import type { Reply } from './wire.ts'
import { publicPath, send } from './wire.ts'

/** A client's credentials; each transport sends them in its own way. */
export type Shown = {
  clientKey?: string
  clientId?: string
  clientSecret?: string
  /** As `Authorization: Bearer`. */
  bearer?: string
  /** What says who is asking. */
  readerToken?: string
}

export type Asking = {
  knowledgeBaseId: string
  shown: Shown
  body: { query: string } & Record<string, unknown>
  origin?: string | undefined
  captchaToken?: string | undefined
  /** As a trusted proxy gives it. */
  address?: string | undefined
}

/** The outcome of a question, over any transport. */
export type Decision =
  | { kind: 'refused'; code: string }
  | { kind: 'failed'; code: string }
  | { kind: 'answered'; text: string; cited: string[]; covered: boolean; isStored: boolean }

export type Transport = {
  name: string
  /** Fields of a question that it does not support; it refuses a question with one of them. */
  lacks: readonly string[]
  /** How long a question may be. */
  mostCharacters: number
  captchaAction: 'chat' | 'form_deflect'
  /** Whether a public key may be sent as a bearer token. */
  takesBearer: boolean
  /** The source of its ratings. */
  source: string
  ask(service: Pick<Service, 'baseUrl'>, asking: Asking): Promise<Decision>
}

function buildHeaders({ shown, origin, captchaToken, address }: Asking): Record<string, string> {
  const { clientKey, clientId, clientSecret, bearer, readerToken } = shown
  const headers = {
    'x-client-key': clientKey,
    'x-client-id': clientId,
    'x-client-secret': clientSecret,
    authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
    'x-reader-token': readerToken,
    origin,
    'x-recaptcha-token': captchaToken,
    'x-forwarded-for': address,
  }
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function getDecision(frames: readonly ChatFrame[]): Decision {
  const last = frames.at(-1)
  if (!last) throw new Error('No frame came')
  if ('error_code' in last) return { kind: 'failed', code: last.code }
  if (!last.done || !('citations' in last)) throw new Error('No last frame came')
  return {
    kind: 'answered',
    text: readText({ frames: [...frames] }),
    cited: last.citations.map(({ url }) => url),
    covered: last.covered,
    isStored: 'message_id' in last && 'thread_id' in last,
  }
}

const readCode = ({ body, text }: Reply): string => {
  const { code } = (body ?? {}) as { code?: string }
  if (code === undefined) throw new Error(`Not an error of ours: ${text}`)
  return code
}

const stream: Transport = {
  name: 'SSE',
  lacks: [],
  mostCharacters: 4_000,
  captchaAction: 'chat',
  takesBearer: false,
  source: 'api',
  async ask(service, asking) {
    const reply = await send(service, publicPath(asking.knowledgeBaseId, 'chat'), {
      json: asking.body,
      headers: buildHeaders(asking),
    })
    if (reply.status !== 200) return { kind: 'refused', code: readCode(reply) }
    return getDecision(getJson(reply) as ChatFrame[])
  },
}

const webSocket: Transport = {
  name: 'WebSocket',
  lacks: [],
  mostCharacters: 4_000,
  captchaAction: 'chat',
  takesBearer: false,
  source: 'websocket',
  async ask(service, asking) {
    const { shown, knowledgeBaseId, origin, captchaToken, address, body } = asking
    const { bearer } = shown
    await using socket = await connectSocket(service, knowledgeBaseId, {
      ...(origin === undefined ? {} : { origin }),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      },
    })
    const key = {
      client_key: shown.clientKey,
      client_id: shown.clientId,
      client_secret: shown.clientSecret,
      reader_token: shown.readerToken,
    }
    socket.send({ type: 'init', ...key })
    const first = await Promise.race([socket.next(({ type }) => type === 'ready'), socket.closed])
    if ('reason' in first) return { kind: 'refused', code: first.reason }
    const token = captchaToken === undefined ? {} : { recaptcha_token: captchaToken }
    const { refused, frames } = await socket.ask('question', { ...body, ...token })
    if (refused) return { kind: 'refused', code: refused.code }
    if (frames.length !== getFrames(socket.messages, 'question').length) {
      throw new Error('Frames of another question')
    }
    return getDecision(frames)
  },
}

/** Codes of both refusals and failed answers; a refusal comes before any work is done. */
const STREAM_ONLY = new Set([402, 500, 502, 503, 504])

const formDeflect: Transport = {
  name: 'form-deflect',
  lacks: ['thread_id', 'top_k'],
  mostCharacters: 10_000,
  captchaAction: 'form_deflect',
  takesBearer: false,
  source: 'form_deflect',
  async ask(service, asking) {
    const { query: description, ...others } = asking.body
    const reply = await send(service, publicPath(asking.knowledgeBaseId, 'form-deflect'), {
      json: { description, ...others },
      headers: buildHeaders(asking),
    })
    if (reply.status === 200) {
      const { answer, answered, citations, missing_words, message_id, thread_id } = reply.body as {
        answer: string
        answered: boolean
        citations: { url: string }[]
        missing_words?: string[]
        message_id?: string
        thread_id?: string
      }
      if (!answered && !missing_words && citations.length > 0)
        throw new Error('Cites what it does not answer')
      const isStored = message_id !== undefined && thread_id !== undefined
      const cited = citations.map(({ url }) => url)
      return { kind: 'answered', text: answer, cited, covered: answered, isStored }
    }
    const { error } = reply.body as { error: string }
    // Our own limits and the provider's share a code, but their messages differ.
    const isFailure = STREAM_ONLY.has(reply.status) || error.startsWith('Many people')
    return { kind: isFailure ? 'failed' : 'refused', code: readCode(reply) }
  },
}

type ToolReply = {
  result?: { structuredContent?: AskOutput; _meta?: { [MCP_ERROR_META]?: ErrorBody | ErrorFrame } }
}

/** The SDK names its events, which `getJson` does not expect. */
const lastMessage = ({ text }: Reply): unknown =>
  JSON.parse(
    text
      .match(/^data: (.+)$/gm)
      ?.at(-1)
      ?.slice('data: '.length) ?? text,
  )

const mcp: Transport = {
  name: 'MCP',
  // A widget is a page's, and a model does not know who its reader is.
  lacks: ['widget_id', 'user'],
  mostCharacters: 4_000,
  captchaAction: 'chat',
  takesBearer: true,
  source: 'mcp',
  async ask(service, asking) {
    const params = { name: 'ask', arguments: asking.body }
    const reply = await send(service, `/mcp/${asking.knowledgeBaseId}`, {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream', ...buildHeaders(asking) },
    })
    if (reply.status !== 200) return { kind: 'refused', code: readCode(reply) }
    const { result } = lastMessage(reply) as ToolReply
    const error = result?._meta?.[MCP_ERROR_META]
    if (error) return { kind: 'error_code' in error ? 'failed' : 'refused', code: error.code }
    if (!result?.structuredContent) throw new Error(`No result of a tool: ${reply.text}`)
    const { answer, citations, covered, message_id, thread_id } = result.structuredContent
    const isStored = message_id !== undefined && thread_id !== undefined
    const cited = citations.map(({ url }) => url)
    return { kind: 'answered', text: answer, cited, covered, isStored }
  },
}

/** Every way a question can travel. Another is one more entry, and the table holds for it too. */
export const transports: readonly Transport[] = [stream, webSocket, formDeflect, mcp]
