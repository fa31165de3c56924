import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { steeredBy } from '../support/acceptance.ts'
import { writtenBy } from '../support/answering.ts'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { connectMcp } from '../support/mcp.ts'
import type { Request, TokenReply } from '../support/sign-in/oauth-by-hand.ts'
import {
  exchange,
  newRequest,
  refresh,
  registerClient,
  statusWith,
} from '../support/sign-in/oauth-by-hand.ts'
import { startService } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import type { SignInKnowledge } from '../support/sign-in/sign-in.ts'
import {
  createSignIn,
  REDIRECT,
  SECRETS_KEY,
  signingIn,
  signInByMail,
} from '../support/sign-in/sign-in.ts'
import { asOperator, adminPath, send } from './support/wire.ts'

type Signed = { docs: SignInKnowledge; request: Request; back: URL; tokens: TokenReply['body'] }

let readers = 0

const test = signingIn().extend('signed', async ({ service, docs, mail }): Promise<Signed> => {
  const request = await newRequest(docs)
  readers += 1
  const back = await signInByMail(service, mail, request.url, `reader-${readers}@example.com`)
  const { status, body } = await exchange(docs, request, back)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { docs, request, back, tokens: body }
})

const getAccess = ({ tokens }: Signed): string => tokens['access_token'] ?? ''
const getRefresh = ({ tokens }: Signed): string => tokens['refresh_token'] ?? ''

test('a token works for the MCP server it was issued for, and lasts ten minutes', async ({
  signed,
}) => {
  expect(await statusWith(signed.docs.mcpUrl, getAccess(signed))).toBe(200)
  expect(signed.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'mcp:read' })
  expect(await statusWith(signed.docs.mcpUrl, `${getAccess(signed)}x`)).toBe(401)
})

test("another knowledge base's token is refused", async ({ service, signed }) => {
  const other = await createSignIn(service)
  expect(await statusWith(other.mcpUrl, getAccess(signed))).toBe(401)
  // Nor does it work for the server that takes keys, or any other part of the API.
  expect(await statusWith(`${service.baseUrl}/mcp`, getAccess(signed))).toBe(401)
  const bearer = { authorization: `Bearer ${getAccess(signed)}` }
  expect((await send(service, '/api/v1/admin/workspaces', { headers: bearer })).status).toBe(401)
})

test('a token for another audience is refused', async ({ signed, database, embeddings, model }) => {
  // The same knowledge base, known by another address.
  await using elsewhere = await startService({
    databaseUrl: database.ownerUrl,
    command: 'api',
    env: {
      ...steeredBy(embeddings),
      ...writtenBy(model),
      SECRETS_KEY,
      PUBLIC_URL: 'http://localhost:1234',
    },
  })
  const path = new URL(signed.docs.mcpUrl).pathname
  expect(await statusWith(elsewhere.baseUrl + path, getAccess(signed))).toBe(401)
})

test('a token cannot be asked for another audience', async ({ service, docs, signed }) => {
  for (const resource of [`${service.baseUrl}/mcp`, 'https://evil.example.com/mcp']) {
    const request = await newRequest(docs, { resource })
    const { url } = await openBrowser().open(request.url, { stopAt: REDIRECT })
    expect(new URL(url).searchParams.get('error'), resource).toBe('invalid_target')
    const again = await refresh(signed.docs, signed.request, getRefresh(signed))
    expect(again.status).toBe(200)
    signed.tokens = again.body
  }
})

test('an expired token is refused', async ({ signed, database }) => {
  const age = (kind: string) =>
    readRows(
      database,
      `update oauth_artifacts set expires_at = now() - interval '1 second' where kind = '${kind}'`,
    )
  await age('AccessToken')
  expect(await statusWith(signed.docs.mcpUrl, getAccess(signed))).toBe(401)
  await age('RefreshToken')
  const again = await refresh(signed.docs, signed.request, getRefresh(signed))
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code works once, and a second use revokes the tokens of the first', async ({ signed }) => {
  const { docs, request, back } = signed
  const again = await exchange(docs, request, back)
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await statusWith(docs.mcpUrl, getAccess(signed))).toBe(401)
  expect(await refresh(docs, request, getRefresh(signed))).toMatchObject({ status: 400 })
})

test('a code does not work without the verifier, or for another address', async ({
  service,
  docs,
  mail,
}) => {
  for (const change of [
    { code_verifier: 'x'.repeat(43) },
    { code_verifier: '' },
    { redirect_uri: 'http://localhost:9/other' },
  ]) {
    const request = await newRequest(docs)
    readers += 1
    const back = await signInByMail(service, mail, request.url, `reader-${readers}@example.com`)
    const refused = await exchange(docs, request, back, change)
    expect(refused.status, JSON.stringify(change)).toBe(400)
    expect(refused.body).not.toHaveProperty('access_token')
  }
})

test('of many simultaneous requests with one code, at most one is served', async ({
  service,
  docs,
  mail,
}) => {
  const request = await newRequest(docs)
  readers += 1
  const back = await signInByMail(service, mail, request.url, `reader-${readers}@example.com`)
  const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(docs, request, back)))
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test('a refresh token works once, and a second use revokes everything issued from it', async ({
  signed,
}) => {
  const { docs, request } = signed
  const next = await refresh(docs, request, getRefresh(signed))
  expect(next.status).toBe(200)
  expect(next.body['refresh_token']).not.toBe(getRefresh(signed))
  expect(await statusWith(docs.mcpUrl, next.body['access_token'] ?? '')).toBe(200)
  expect(await refresh(docs, request, getRefresh(signed))).toMatchObject({ status: 400 })
  expect(await statusWith(docs.mcpUrl, next.body['access_token'] ?? '')).toBe(401)
  expect(await refresh(docs, request, next.body['refresh_token'] ?? '')).toMatchObject({
    status: 400,
  })
})

test('PKCE with S256 is required', async ({ docs }) => {
  for (const change of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
  ]) {
    const { url } = await newRequest(docs, change)
    const { url: back } = await openBrowser().open(url, { stopAt: REDIRECT })
    const answer = new URL(back).searchParams
    expect(answer.get('error'), JSON.stringify(change)).toBe('invalid_request')
    expect(answer.get('code')).toBeNull()
  }
})

test('a foreign redirect is not followed', async ({ docs }) => {
  for (const redirect_uri of [
    'https://evil.example.com/callback',
    'http://localhost:9/callback/../evil',
    'http://localhost:9/callback?next=evil',
    'http://user@localhost:9/callback',
  ]) {
    const { url } = await newRequest(docs, { redirect_uri })
    const page = await openBrowser().open(url)
    expect(page.status, redirect_uri).toBe(400)
    expect(new URL(page.url).origin).toBe(new URL(docs.issuer).origin)
  }
  for (const uri of [
    'javascript:alert(1)',
    'http://tool.example.com/callback',
    'myapp://callback',
  ]) {
    const { status, body } = await registerClient(docs, { redirect_uris: [REDIRECT, uri] })
    expect(status, uri).toBe(400)
    expect(body, uri).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
  }
  const native = { redirect_uris: ['com.example.tool:/callback'], application_type: 'native' }
  expect((await registerClient(docs, native)).status).toBe(201)
  const secretive = await registerClient(docs, {
    token_endpoint_auth_method: 'client_secret_basic',
  })
  expect(secretive.status).toBe(400)
})

test('a reader whose access is revoked is refused at once, and stays refused', async ({
  service,
  signed,
  mail,
}) => {
  const { docs, request } = signed
  const path = adminPath(docs.knowledgeBaseId, 'readers')
  const { body } = await send(service, path, { headers: asOperator })
  const { readers: list } = body as { readers: { id: string; email: string }[] }
  const [reader] = list
  expect(list).toHaveLength(1)
  const revoke = () =>
    send(service, `${path}/${reader?.id}`, { method: 'DELETE', headers: asOperator })
  expect((await revoke()).status).toBe(204)
  expect(await statusWith(docs.mcpUrl, getAccess(signed))).toBe(401)
  expect(await refresh(docs, request, getRefresh(signed))).toMatchObject({ status: 400 })
  const again = await newRequest(docs)
  const refused = signInByMail(service, mail, again.url, reader?.email ?? '')
  await expect(refused).rejects.toThrow(/Your access has been revoked/)
})

test('a token is never passed on', async ({ service, signed, model, embeddings }) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const token = getAccess(signed)
  await using client = await connectMcp(service, {
    headers: { authorization: `Bearer ${token}` },
    path: new URL(signed.docs.mcpUrl).pathname,
  })
  await client.callTool({ name: 'ask', arguments: { query: 'How do I reset a key?' } })
  expect(model.requests.length).toBeGreaterThan(0)
  expect(JSON.stringify(model.requests)).not.toContain(token)
  expect(JSON.stringify(embeddings.requests)).not.toContain(token)
  expect(JSON.stringify(service.log) + service.complaints()).not.toContain(token)
})

test('once sign-in is off again, no token works', async ({ service, signed }) => {
  const { knowledgeBaseId, mcpUrl } = signed.docs
  await service.admin.knowledgeBases.change(knowledgeBaseId, { mcp_oauth: false })
  expect(await statusWith(mcpUrl, getAccess(signed))).toBe(401)
  for (const path of [
    `/.well-known/oauth-protected-resource/mcp/${knowledgeBaseId}`,
    `/oauth/${knowledgeBaseId}/.well-known/openid-configuration`,
  ]) {
    expect((await send(service, path)).status, path).toBe(404)
  }
})
