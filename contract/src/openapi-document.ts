import type { z } from 'zod'

/** The part of OpenAPI 3.1 that `buildOpenapi` writes and `renderReference` reads. */

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type MediaTypes = Record<string, { schema: JsonSchema }>

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
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: MediaTypes }
  responses: Record<string, ResponseObject>
  'x-stream-failures'?: StreamFailure[]
}

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

export type OpenapiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, SecurityScheme>
    schemas: Record<string, JsonSchema>
  }
}
