import { createHmac } from 'node:crypto'
import { MAX_BODY_BYTES } from '@footnote/contract/limits'
import { DIGEST_PATHS, MCP_PATHS, OAUTH_ENDPOINTS, OAUTH_PATHS } from '@footnote/contract/paths'
import { AskMessage } from '@footnote/contract/public/websocket'
import { rawRoutes } from '@footnote/contract/raw-routes'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { fastifyUrl } from '../../server/src/http/serve.ts'
import { SOME_ID } from '../acceptance/support/wire.ts'
import { bytesFor } from '../support/chaos/chance.ts'
import { connectUnasked, MENTION } from '../support/channels/measured-channel.ts'
import type { HostileBody } from '../support/chaos/hostile-bodies.ts'
import { hostileBodies, hostileForms } from '../support/chaos/hostile-bodies.ts'
import type { Measured } from '../support/chaos/measured-bodies.ts'
import {
  describeMost,
  MAX_UPLOAD_GROWTH_MB,
  maxGrowthMb,
  MEASURED_KEY,
  measure,
  sendsJson,
  tooMuch,
  withMeasuredApi,
} from '../support/chaos/measured-bodies.ts'
import { registeredRoutes } from '../support/chaos/route-probe.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { connectSocket, openSocket } from '../support/network/socket.ts'
import type { Service } from '../support/service.ts'
import { createSignIn } from '../support/sign-in/sign-in.ts'

/** The short form sends every so many of the bodies. */
const EVERY = process.env['CHAOS'] === 'full' ? 1 : 7
const TIMEOUT_MS = 1_800_000

const test = withMeasuredApi()

/** As the server registers it. */
const registered = (method: string, path: string): string =>
  `${method.toUpperCase()} ${fastifyUrl(path)}`

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'sextant' }, _meta: { progressToken: 1 } },
}
const TOOL = { client_name: 'A tool', redirect_uris: ['https://tool.example.com/callback'] }
const METADATA = ['scope', 'contacts', 'client_uri', 'jwks', 'grant_types', 'response_types']

/** What the service's form pages read, what mail programs send (RFC 8058), and what oidc-provider reads. */
const FORM_BYTES = 4 * 1024
const UNSUBSCRIBE_BYTES = 16 * 1024
const OIDC_BYTES = 56 * 1024
/** A push notification of GitHub. */
const HOOK_BYTES = 25 * 1024 * 1024
/** An event of Slack, with more than its longest message. */
const CHANNEL_BYTES = 512 * 1024

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** A route that no table of the contract gives a body to, but that reads one. */
type OtherRoute = {
  bytes: number
  headers: Record<string, string>
  bodies: (bytes: number) => Iterable<HostileBody>
  /** What one byte more is answered with. */
  beyond: 400 | 413
}

const mcp: OtherRoute = {
  bytes: MAX_BODY_BYTES,
  headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
  bodies: (bytes) => hostileBodies(CALL, bytes),
  beyond: 413,
}
const page: OtherRoute = {
  bytes: FORM_BYTES,
  headers: FORM_TYPE,
  bodies: hostileForms,
  beyond: 413,
}
const oidcForm: OtherRoute = {
  bytes: OIDC_BYTES,
  headers: FORM_TYPE,
  bodies: hostileForms,
  beyond: 400,
}

const OTHERS: Record<string, OtherRoute> = {
  [registered('post', MCP_PATHS.ofKey)]: mcp,
  [registered('delete', MCP_PATHS.ofKey)]: mcp,
  [registered('post', MCP_PATHS.ofKnowledgeBase)]: mcp,
  [registered('delete', MCP_PATHS.ofKnowledgeBase)]: mcp,
  [registered('post', OAUTH_PATHS.email)]: page,
  [registered('post', OAUTH_PATHS.provider)]: page,
  [registered('post', OAUTH_PATHS.consent)]: page,
  [registered('post', OAUTH_ENDPOINTS.registration.path)]: {
    bytes: OIDC_BYTES,
    headers: JSON_TYPE,
    bodies: (bytes) => hostileBodies(TOOL, bytes, METADATA),
    beyond: 400,
  },
  [registered('post', OAUTH_ENDPOINTS.token.path)]: oidcForm,
  [registered('post', OAUTH_ENDPOINTS.revocation.path)]: oidcForm,
  [registered('post', DIGEST_PATHS.unsubscribe)]: {
    bytes: UNSUBSCRIBE_BYTES,
    headers: FORM_TYPE,
    bodies: hostileForms,
    beyond: 413,
  },
}

const HOOK = registered('post', rawRoutes.sourceWebhook.path)
const CHANNEL = registered('post', rawRoutes.channelCall.path)

const withoutBody = servedRoutes.filter(
  ({ method, body, rawBody }) => method !== 'get' && !body && !rawBody,
)

test('every route that reads a body is sent the largest, here or in largest-bodies', ({ api }) => {
  const reading = registeredRoutes(api).filter((route) => /^(POST|PUT|PATCH|DELETE) /.test(route))
  const covered = [
    ...servedRoutes
      .filter(({ method }) => method !== 'get')
      .map(({ method, path }) => registered(method, path)),
    ...Object.keys(OTHERS),
    HOOK,
    CHANNEL,
  ]
  expect(reading.length).toBeGreaterThan(100)
  expect(reading.toSorted()).toEqual(covered.toSorted())
})

test(
  'no body outside the contract holds up the others or fills the memory',
  { timeout: TIMEOUT_MS },
  async ({ service, api }) => {
    const docs = await createSignIn(service)
    const ids: Record<string, string> = { knowledgeBaseId: docs.knowledgeBaseId }
    const post = (route: string, { headers }: OtherRoute, body: string) => {
      const [method = '', url = ''] = route.split(' ')
      const path = url.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? SOME_ID)
      return fetch(api.baseUrl + path, {
        method,
        headers: { 'x-client-key': docs.clientKey, ...headers },
        body,
      })
    }
    const measured: Measured[] = []
    const faults: string[] = []
    let made = 0
    for (const [name, route] of Object.entries(OTHERS)) {
      const { bytes, bodies, beyond } = route
      const kinds = new Set<string>()
      const work = async () => {
        for (const { kind, make } of bodies(bytes)) {
          made += 1
          // All forms are sent, since they are few.
          if (bodies !== hostileForms && made % EVERY > 0) continue
          const response = await post(name, route, make())
          const text = await response.text()
          kinds.add(kind)
          if (response.status >= 500 || response.status === 413)
            faults.push(`${name}, ${kind}: ${response.status} ${text.slice(0, 200)}`)
        }
      }
      measured.push(await measure(api, name, maxGrowthMb(bytes), work))
      expect(kinds.size, name).toBeGreaterThan(5)
      const refused = await post(name, route, 'a'.repeat(bytes + 1))
      if (refused.status !== beyond) faults.push(`${name}, one byte more: ${refused.status}`)
    }
    console.log(`other-bodies: ${describeMost(measured)}`)
    expect(faults).toEqual([])
    expect(tooMuch(measured)).toEqual([])
  },
)

test(
  'a push notification of the largest size is read as it arrives',
  { timeout: TIMEOUT_MS },
  async ({ service, ids, api }) => {
    const { path, secret } = await service.admin.sources.hook(ids.knowledgeBaseId, ids.sourceId)
    const call = (body: Uint8Array<ArrayBuffer>) =>
      fetch(api.baseUrl + path, {
        method: 'POST',
        headers: {
          ...JSON_TYPE,
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      })
    const largest = new Uint8Array(bytesFor('push', HOOK_BYTES))
    expect((await call(largest)).status).toBe(202)
    const measured = await measure(api, HOOK, MAX_UPLOAD_GROWTH_MB, async () => {
      expect((await call(largest)).status).toBe(202)
    })
    console.log(`other-bodies: ${describeMost([measured])}`)
    expect(tooMuch([measured])).toEqual([])
    expect((await call(new Uint8Array(HOOK_BYTES + 1))).status).toBe(413)
  },
)

test(
  'what a channel is sent, signed and of the largest size, holds up nobody',
  { timeout: TIMEOUT_MS },
  async ({ database, knowledge, ids, api }) => {
    const { channelId = '' } = ids
    const sign = await connectUnasked(database.ownerUrl, knowledge, channelId, MEASURED_KEY)
    const path = rawRoutes.channelCall.path
      .replace('{knowledgeBaseId}', knowledge.knowledgeBaseId)
      .replace('{channelId}', channelId)
    const call = (body: string) =>
      fetch(api.baseUrl + path, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...sign(body) },
        body,
      })
    const statuses = new Set<number>()
    let made = 0
    const measured = await measure(api, CHANNEL, maxGrowthMb(CHANNEL_BYTES), async () => {
      for (const { make } of hostileBodies(MENTION, CHANNEL_BYTES)) {
        made += 1
        if (made % EVERY === 0) statuses.add((await call(make())).status)
      }
    })
    console.log(`other-bodies: ${describeMost([measured])} of ${made}`)
    // Each is verified and read. What is for another app is refused; of what is no event nothing follows.
    expect(statuses).toContain(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 401)).toEqual([])
    expect(tooMuch([measured])).toEqual([])
    expect((await call('a'.repeat(CHANNEL_BYTES + 1))).status).toBe(413)
  },
)

test(
  'a body that a route has no use for holds up nobody',
  { timeout: TIMEOUT_MS },
  async ({ service, knowledge, ids, api }) => {
    const post = await sendsJson({ service, knowledge, ids, api })
    const fields = hostileBodies({}, MAX_BODY_BYTES).find(({ kind }) => kind === 'fields')
    const body = fields?.make() ?? ''
    // Readers come first. What contains others is deleted last, and the session in which this is sent.
    const depth = ({ method, path, tag }: Route) =>
      method === 'delete' && tag !== 'public' ? path.split('/').length : 100
    const routes = withoutBody.toSorted(
      (a, b) => depth(b) - depth(a) || a.path.localeCompare(b.path),
    )
    const measured: Measured[] = []
    const statuses: Record<string, number> = {}
    for (const route of routes) {
      const work = async () => {
        statuses[route.operationId] = (await post(route, body)).status
      }
      measured.push(await measure(api, route.operationId, maxGrowthMb(body.length), work))
    }
    console.log(`other-bodies: ${describeMost(measured)} ${JSON.stringify(statuses)}`)
    expect(tooMuch(measured)).toEqual([])
    expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([])
    // All are read before they are refused, if they are.
    expect(Object.values(statuses)).not.toContain(413)
    expect(Object.values(statuses)).not.toContain(401)
    expect(Object.values(statuses)).not.toContain(403)
    expect((await post(routes[0] as Route, `"${'a'.repeat(MAX_BODY_BYTES)}"`)).status).toBe(413)
  },
)

/** Sends one message on a connection of its own, and waits until it is answered or refused. */
async function say(
  api: Service,
  { knowledgeBaseId, clientKey }: Knowledge,
  isIn: boolean,
  message: string,
): Promise<number> {
  await using socket = isIn
    ? await openSocket(api, knowledgeBaseId, { client_key: clientKey })
    : await connectSocket(api, knowledgeBaseId)
  const answered = socket.next(({ type }) => type === 'refused' || type === 'frame').then(() => 0)
  socket.raw.send(message)
  return await Promise.race([socket.closed.then(({ code }) => code), answered.catch(() => 0)])
}

test(
  'no message over a connection holds up the others or fills the memory',
  { timeout: TIMEOUT_MS },
  async ({ knowledge, api }) => {
    const measured: Measured[] = []
    const codes = new Set<number>()
    const kinds = new Set<string>()
    let made = 0
    const messages = {
      init: hostileBodies({ type: 'init', client_key: 'x' }, MAX_BODY_BYTES, [
        'client_id',
        'client_secret',
      ]),
      ask: hostileBodies(
        { type: 'ask', id: '1', query: 'sextant' },
        MAX_BODY_BYTES,
        Object.keys(AskMessage.shape),
      ),
    }
    for (const [type, bodies] of Object.entries(messages)) {
      const work = async () => {
        for (const { kind, make } of bodies) {
          made += 1
          if (made % EVERY > 0) continue
          kinds.add(kind)
          codes.add(await say(api, knowledge, type === 'ask', make()))
        }
      }
      measured.push(await measure(api, type, maxGrowthMb(MAX_BODY_BYTES), work))
    }
    console.log(`other-bodies: ${describeMost(measured)} ${JSON.stringify([...codes])}`)
    expect(tooMuch(measured)).toEqual([])
    expect(kinds.size).toBeGreaterThan(10)
    // Refused under the question's id, or not a message.
    expect(codes).toEqual(new Set([0, 4400]))
    const initWith = (characters: number) =>
      say(
        api,
        knowledge,
        false,
        JSON.stringify({ type: 'init', client_key: 'a'.repeat(characters) }),
      )
    expect(await initWith(MAX_BODY_BYTES - 100)).toBe(4401)
    expect(await initWith(MAX_BODY_BYTES)).toBe(1009)
  },
)
