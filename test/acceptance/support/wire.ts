import { checkResponse } from '../../support/check-response.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { ADMIN_TOKEN } from '../../support/service.ts'

/** The response, whatever it is. */
export type Reply = { status: number; headers: Headers; text: string; body: unknown }

export type Request = {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  body?: NonNullable<RequestInit['body']>
}

/**
 * One request as it goes over the wire: nothing is added but what `json` needs. The response has to be
 * what the contract says.
 */
export async function send(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  path: string,
  { method, headers, json, body }: Request = {},
): Promise<Reply> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const verb = method ?? (sent === undefined ? 'GET' : 'POST')
  const response = await fetch(baseUrl + path, {
    method: verb,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  checkResponse({ method: verb, path, status: response.status, contentType, text })
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const asOperator = { authorization: `Bearer ${ADMIN_TOKEN}` }

export type Reader = Pick<Knowledge, 'knowledgeBaseId' | 'clientKey'>

export const publicPath = (knowledgeBaseId: string, endpoint: string): string =>
  `/api/v1/public/knowledge-bases/${knowledgeBaseId}/${endpoint}`

export const adminPath = (knowledgeBaseId: string, resource: string): string =>
  `/api/v1/admin/knowledge-bases/${knowledgeBaseId}/${resource}`

/** A search with a public key. */
export const sendSearch = (
  service: Pick<Service, 'baseUrl'>,
  { knowledgeBaseId, clientKey }: Reader,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  send(service, publicPath(knowledgeBaseId, 'search'), {
    json,
    headers: { 'x-client-key': clientKey, ...headers },
  })

export const sendRelated = (
  service: Pick<Service, 'baseUrl'>,
  { knowledgeBaseId, clientKey }: Reader,
  json: unknown,
): Promise<Reply> =>
  send(service, publicPath(knowledgeBaseId, 'related'), {
    json,
    headers: { 'x-client-key': clientKey },
  })

export type Operation = { operationId: string; method: string; path: string; tag: string }

/** The routes of both APIs, as the service lists them. Path parameters are filled in with ids. */
export async function listOperations(
  service: Pick<Service, 'baseUrl'>,
  ids: Record<string, string> = {},
): Promise<Operation[]> {
  const { body } = await send(service, '/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, OpenapiOperation>> }
  return Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations)
      // Operations with other tags share neither bodies nor credentials with these.
      .filter(([, { tags }]) => tags.includes('public') || tags.includes('admin'))
      .map(([method, { operationId, tags }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? SOME_ID),
        tag: tags[0] ?? '',
      })),
  )
}

type OpenapiOperation = { operationId: string; tags: string[] }

/** Well formed, and nobody's. */
export const SOME_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
