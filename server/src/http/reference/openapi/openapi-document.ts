import type { z } from 'zod'

/** The part of OpenAPI 3.1 that `buildOpenapi` writes and `renderReference` reads. */

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: string
}

export type ExampleValue = { value: unknown }
export type ExampleReference = { $ref: `#/components/examples/${string}` }

export type MediaTypes = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, ExampleReference> }
>

export type ResponseObject = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: MediaTypes
}

export type StreamFailure = {
  error_code: string
  code: string
  retryable: boolean
  message: string
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  /** The lowest role that may use it. */
  'x-role'?: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: MediaTypes }
  responses: Record<string, ResponseObject>
  'x-stream-failures'?: StreamFailure[]
  'x-websocket'?: WebSocketProtocol
  'x-mcp-tools'?: McpTool[]
}

/** The messages of a WebSocket connection, which OpenAPI cannot describe. */
export type WebSocketProtocol = {
  'client-message': JsonSchema
  'server-message': JsonSchema
  'close-codes': { code: number; reason: string; description: string }[]
  example: { from: 'client' | 'server'; message: unknown }[]
}

export type McpTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
}

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'cookie'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

export type OpenapiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  externalDocs: { url: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** What the service sends, by type of event. */
  webhooks?: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, SecurityScheme>
    schemas: Record<string, JsonSchema>
    examples: Record<string, ExampleValue>
  }
}
