import { rawRoutes } from '@footnote/contract/raw-routes'
import { exampleFrames } from '@footnote/contract/operations/public-operations'
import { ClientMessage, CLOSE_CODES, ServerMessage } from '@footnote/contract/public/websocket'
import type { SchemaConverter } from './json-schemas.ts'
import type { Operation, OpenapiDocument, WebSocketProtocol } from './openapi-document.ts'
import { knowledgeBaseParameter } from './transport-parameters.ts'

const CLOSED: WebSocketProtocol['close-codes'] = [
  {
    code: CLOSE_CODES.badMessage,
    reason: 'BAD_REQUEST',
    description: 'Not a message of this protocol, an `id` in use, or `init` twice or not first.',
  },
  {
    code: CLOSE_CODES.notAuthorised,
    reason: 'UNAUTHORIZED',
    description: 'The key is unknown or revoked.',
  },
  {
    code: CLOSE_CODES.notAuthorised,
    reason: 'FORBIDDEN',
    description: 'The key belongs to another knowledge base.',
  },
  {
    code: CLOSE_CODES.notAuthorised,
    reason: 'ORIGIN_NOT_ALLOWED',
    description: "The page's origin is not among the key's allowed origins.",
  },
  { code: CLOSE_CODES.noInit, reason: 'NO_INIT', description: 'No `init` within 10 seconds.' },
  {
    code: CLOSE_CODES.tooMany,
    reason: 'RATE_LIMITED',
    description: 'Too many connections or messages.',
  },
  {
    code: CLOSE_CODES.tooMany,
    reason: 'SLOW_READER',
    description: 'The client read nothing for 20 seconds.',
  },
  { code: CLOSE_CODES.tooLarge, reason: '', description: 'A message of more than 256 KiB.' },
  {
    code: CLOSE_CODES.internal,
    reason: 'INTERNAL',
    description: 'An internal error of the service.',
  },
  {
    code: CLOSE_CODES.restarting,
    reason: 'RESTARTING',
    description: 'The service is restarting: reconnect for the next question.',
  },
  {
    code: CLOSE_CODES.unavailable,
    reason: 'UNAVAILABLE',
    description: 'The database cannot be reached. Try again soon.',
  },
]

const EXCHANGE: WebSocketProtocol['example'] = [
  { from: 'client', message: { type: 'init', client_key: 'fnp_YOUR_PUBLIC_KEY' } },
  { from: 'server', message: { type: 'ready' } },
  {
    from: 'client',
    message: { type: 'ask', id: '1', query: 'How do I rotate an API key?' },
  },
  ...exampleFrames.map((frame) => ({
    from: 'server' as const,
    message: { type: 'frame', id: '1', ...frame },
  })),
]

export function websocketPaths(converter: SchemaConverter): OpenapiDocument['paths'] {
  const operation: Operation = {
    operationId: 'websocket',
    tags: ['websocket'],
    summary: 'Ask many questions over one connection',
    description:
      'Opens a WebSocket. Send the key in an `init` message, wait for `ready`, then ask: each question gets the frames of the chat stream, or one refusal, under its own `id`. Messages are JSON text of at most 256 KiB.',
    security: [],
    parameters: [knowledgeBaseParameter],
    responses: { '101': { description: 'Switching protocols. `x-websocket` says what follows.' } },
    'x-websocket': {
      'client-message': converter.convert(ClientMessage, 'input'),
      'server-message': converter.convert(ServerMessage, 'output'),
      'close-codes': CLOSED,
      example: EXCHANGE,
    },
  }
  return { [rawRoutes.websocket.path]: { get: operation } }
}
