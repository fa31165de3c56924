import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import { isTransientStatus } from '../website/site-fetch.ts'
import type { Token } from './token-cache.ts'
import { parseJson } from '../../platform/parse-json.ts'

const Reply = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
})
/** For a server that does not say how long its token lives. */
const DEFAULT_SECONDS = 3600
const MAX_REPLY_BYTES = 100_000
const TIMEOUT_MS = 15_000

export type TokenRequest = {
  readonly url: string
  readonly contentType: string
  readonly body: string
  /** Who gets no token, and why that is, in words for the operator. */
  readonly who: string
  readonly why: string
}

/** Asks an OAuth server for an access token. */
export async function requestToken(
  fetchPage: FetchPage,
  { url, contentType, body: asked, who, why }: TokenRequest,
): Promise<Token> {
  const { status, body } = await fetchPage({
    url,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': contentType },
    body: Buffer.from(asked),
    maxBytes: MAX_REPLY_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  const { host } = new URL(url)
  if (isTransientStatus(status)) throw new Error(`${host} answers with status ${status}.`)
  // Without the cause: it could quote the token.
  const reply = Reply.safeParse(status < 300 ? parseJson(body) : undefined)
  if (!reply.success) {
    throw new SourceError(`${host} gives ${who} no token: ${why} (status ${status}).`)
  }
  const { access_token, expires_in } = reply.data
  return { value: access_token, expiresAtMs: Date.now() + (expires_in ?? DEFAULT_SECONDS) * 1000 }
}
