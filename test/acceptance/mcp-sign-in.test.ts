import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { makeVerifies } from '../support/verifies.ts'
import {
  askToSignIn,
  createTool,
  signingIn,
  signInByMail,
  toolClient,
} from '../support/sign-in/sign-in.ts'
import { publicPath, send } from './support/wire.ts'

const test = signingIn()
const verifies = makeVerifies(test)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies('mcp.oauth-metadata', async ({ service, docs }) => {
  const refused = await send(service, `/mcp/${docs.knowledgeBaseId}`, {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })
  expect(refused.status).toBe(401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  expect(url).toBe(
    `${service.baseUrl}/.well-known/oauth-protected-resource/mcp/${docs.knowledgeBaseId}`,
  )
  const metadata = await (await fetch(url)).json()
  expect(metadata).toMatchObject({
    resource: docs.mcpUrl,
    authorization_servers: [docs.issuer],
    scopes_supported: ['mcp:read'],
  })
  for (const place of [
    `/.well-known/oauth-authorization-server/oauth/${docs.knowledgeBaseId}`,
    `/.well-known/openid-configuration/oauth/${docs.knowledgeBaseId}`,
    `/oauth/${docs.knowledgeBaseId}/.well-known/openid-configuration`,
  ]) {
    const { body } = await send(service, place)
    expect(body, place).toMatchObject({
      issuer: docs.issuer,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
    })
    for (const endpoint of ['authorization', 'token', 'registration']) {
      expect((body as Record<string, string>)[`${endpoint}_endpoint`]).toMatch(docs.issuer)
    }
  }
})

verifies('mcp.oauth-sign-in', async ({ service, docs, mail, model }) => {
  model.answer(() => says(TEXT))
  const tool = createTool()
  const authorizationUrl = await askToSignIn(docs.mcpUrl, tool)
  const back = await signInByMail(service, mail, authorizationUrl, 'ada@example.com')
  const { client, transport } = toolClient(docs.mcpUrl, tool)
  await transport.finishAuth(back.searchParams)
  await client.connect(transport)
  const answer = await client.callTool({ name: 'ask', arguments: { query } })
  expect(answer.structuredContent).toMatchObject({ answer: TEXT, citations: [{ title: 'Keys' }] })
  expect(tool.kept.tokens).toMatchObject({ expires_in: 600, refresh_token: expect.any(String) })
  await client.close()
})

test('the widget configuration tells readers to sign in', async ({ service, docs }) => {
  const config = await send(service, publicPath(docs.knowledgeBaseId, 'widget-config'), {
    headers: { 'x-client-key': docs.clientKey },
  })
  expect(config.body).toMatchObject({ mcp_available: true, mcp_url: docs.mcpUrl, mcp_oauth: true })
})
