import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What one request meets instead of a good reply. */
export type RecaptchaFault =
  | { kind: 'status'; status: number }
  /** Takes the request and never replies. */
  | { kind: 'hang' }
  /** Drops the connection before any reply. */
  | { kind: 'drop' }
  /** A page instead of JSON, as a wrong address or a proxy sends it. */
  | { kind: 'page' }
  /** A good reply, sent with the status of a failure. */
  | { kind: 'good with status'; status: number }
  /** JSON that says yes and nothing else. */
  | { kind: 'bare yes' }

/** What a page has when it asks for a token, and what the service then thinks of its reader. */
export type Minting = { action: string; hostname: string; score?: number; mintedMsAgo?: number }

export type RecaptchaServer = {
  readonly url: string
  readonly secret: string
  /** The tokens it was asked about. */
  readonly asked: string[]
  /** A token, as `grecaptcha.execute` gives a page one. */
  mint(minting: Minting): string
  /** Lets its clock run ahead. */
  advance(milliseconds: number): void
  /** From now on it says yes to a token however old, and however often. */
  forgetUses(): void
  /** The next requests meet these, one each. */
  fail(...faults: RecaptchaFault[]): void
  close(): Promise<void>
}

/** Google's: a token is good for two minutes, once. */
const GOOD_FOR_MS = 120_000

type Token = Minting & { mintedMs: number; isUsed: boolean }

type State = {
  secret: string
  tokens: Map<string, Token>
  asked: string[]
  faults: RecaptchaFault[]
  aheadMs: number
  remembers: boolean
}

/** A server that speaks reCAPTCHA v3's `siteverify`, faults included, on a free local port. */
export async function startRecaptchaServer(): Promise<RecaptchaServer> {
  const state: State = {
    secret: `6L${randomUUID()}`,
    tokens: new Map(),
    asked: [],
    faults: [],
    aheadMs: 0,
    remembers: true,
  }
  const server = createServer((request, response) => {
    reply(request, response, state).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
    secret: state.secret,
    asked: state.asked,
    mint(minting) {
      const name = `03AFcWeA${randomUUID()}`.padEnd(408, 'x')
      const mintedMs = Date.now() - (minting.mintedMsAgo ?? 0)
      state.tokens.set(name, { ...minting, mintedMs, isUsed: false })
      return name
    },
    advance: (milliseconds) => void (state.aheadMs += milliseconds),
    forgetUses: () => void (state.remembers = false),
    fail: (...next) => void state.faults.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
): Promise<void> {
  const form = new URLSearchParams(
    request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      ? await text(request)
      : '',
  )
  if (request.method !== 'POST' || request.url !== '/recaptcha/api/siteverify') {
    return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
  }
  state.asked.push(form.get('response') ?? '')
  const fault = state.faults.shift()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'page') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  }
  if (fault?.kind === 'status') {
    return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end('Sorry')
  }
  const verdict = fault?.kind === 'bare yes' ? { success: true } : verdictOn(form, state)
  response
    .writeHead(fault?.kind === 'good with status' ? fault.status : 200, {
      'content-type': 'application/json; charset=utf-8',
    })
    .end(JSON.stringify(verdict))
}

function verdictOn(form: URLSearchParams, state: State): object {
  const no = (...codes: string[]) => ({ success: false, 'error-codes': codes })
  if (form.get('secret') === null) return no('missing-input-secret')
  if (form.get('secret') !== state.secret) return no('invalid-input-secret')
  if (form.get('response') === null) return no('missing-input-response')
  const token = state.tokens.get(form.get('response') ?? '')
  if (!token) return no('invalid-input-response')
  const isStale = Date.now() + state.aheadMs - token.mintedMs > GOOD_FOR_MS
  if (state.remembers && (token.isUsed || isStale)) return no('timeout-or-duplicate')
  token.isUsed = true
  return {
    success: true,
    challenge_ts: new Date(token.mintedMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    hostname: token.hostname,
    score: token.score ?? 0.9,
    action: token.action,
  }
}
