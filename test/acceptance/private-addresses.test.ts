import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { z } from 'zod'
import { acceptance } from '../support/acceptance.ts'
import { createOneOfEach } from './support/every-operation.ts'
import { MANY_ATTEMPTS } from './support/people.ts'
import { asOperator, send, SOME_ID } from './support/wire.ts'

const { test } = acceptance({
  ...MANY_ATTEMPTS,
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

const refusal = (setting: string): string =>
  `This address is in a private network. The operator may allow it with ${setting}.`
const SOURCES_AND_WEBHOOKS = refusal('FETCH_ALLOWED_PRIVATE_HOSTS')
const SIGN_IN = refusal('ALLOW_PRIVATE_SIGN_IN_HOSTS')
const MODELS = refusal('ALLOW_PRIVATE_MODEL_HOSTS')

const website = (url: string) => ({ settings: { type: 'website', url } })
const openapi = (url: string) => ({
  settings: { type: 'openapi', url, page_url: 'https://docs.example.com/{operation}' },
})
const git = (repository: string) => ({
  settings: { type: 'git', repository, page_url: 'https://docs.example.com/{path}' },
})
const EVENTS = ['sync.failed']

type Saved = { field: string; message: string; body: (address: string) => object }

const settings = (field: string, body: Saved['body']): Saved => ({
  field: `settings.${field}`,
  message: SOURCES_AND_WEBHOOKS,
  body,
})
const SOURCES = [settings('url', website), settings('url', openapi), settings('repository', git)]

/** Each route that saves an address which the service fetches later. */
const SAVING: Record<string, Saved[]> = {
  createSource: SOURCES.map((each) => ({
    ...each,
    body: (address) => ({ name: 'Another', ...each.body(address) }),
  })),
  changeSource: SOURCES,
  createReaderSigner: [
    {
      field: 'jwks_url',
      message: SOURCES_AND_WEBHOOKS,
      body: (jwks_url) => ({ name: 'Another', jwks_url }),
    },
  ],
  changeReaderSigner: [
    { field: 'jwks_url', message: SOURCES_AND_WEBHOOKS, body: (jwks_url) => ({ jwks_url }) },
  ],
  connectChannel: [
    {
      field: 'credential.api_url',
      message: SOURCES_AND_WEBHOOKS,
      body: (api_url) => ({
        credential: {
          kind: 'slack',
          bot_token: 'xoxb-nobody',
          signing_secret: 'secret-of-nobody',
          api_url,
        },
      }),
    },
  ],
  createWebhook: [
    { field: 'url', message: SOURCES_AND_WEBHOOKS, body: (url) => ({ url, events: EVENTS }) },
  ],
  changeWebhook: [{ field: 'url', message: SOURCES_AND_WEBHOOKS, body: (url) => ({ url }) }],
  putSignIn: [
    {
      field: 'oidc.issuer',
      message: SIGN_IN,
      body: (issuer) => ({ oidc: { issuer, client_id: 'footnote' } }),
    },
  ],
  putSso: [
    {
      field: 'issuer',
      message: SIGN_IN,
      body: (issuer) => ({ issuer, client_id: 'footnote', domains: [] }),
    },
  ],
  putAnswerModel: [
    {
      field: 'base_url',
      message: MODELS,
      body: (base_url) => ({
        provider: 'openai-compatible',
        model: 'small',
        base_url,
        skip_test: true,
      }),
    },
  ],
}

/** Each other route with an address in its body, and who uses it. */
const NOT_FETCHED: Record<string, string> = {
  previewSource: 'nothing is saved; what it fetches is refused in the same words',
  putDocument: 'a link to the page',
  putDocuments: 'a link to the page',
  changeDocuments: 'a filter',
  explainRetrieval: 'a filter',
  createQuestionSet: 'the pages that an answer should cite',
  changeQuestionSet: 'the pages that an answer should cite',
  addQuestions: 'the pages that an answer should cite',
  changeKnowledgeBase: 'shown to readers',
  createWidget: 'images and links of the widget, for the browser',
  changeWidget: 'images and links of the widget, for the browser',
  askPlayground: 'the page that a reader would be on',
  createSearchRule: 'the page that is pinned',
  putSearchRule: 'the page that is pinned',
  chat: 'the page that the reader is on',
  threadChat: 'the page that the reader is on',
  formDeflect: 'the page that the reader is on',
  contact: 'the page that the reader is on',
}

/** A git repository may be a path too, so its schema does not say that it is an address. */
const takesAddress = ({ body }: Route): boolean =>
  body !== undefined &&
  /"format":"uri"|"repository":/.test(JSON.stringify(z.toJSONSchema(body, { io: 'input' })))

test('every route that takes an address is listed here', () => {
  const listed = [...Object.keys(SAVING), ...Object.keys(NOT_FETCHED)].sort()
  const found = servedRoutes.filter(takesAddress).map(({ operationId }) => operationId)
  expect(listed).toEqual(found.sort())
})

const PRIVATE = [
  'http://127.0.0.1:8000/',
  'http://localhost/',
  'http://[::1]/',
  'http://169.254.169.254/latest/',
  'https://10.1.2.3/',
  'http://0x7f.1/',
]
/** Neither resolves anywhere (RFC 6761). */
const UNKNOWN = 'https://host.invalid/'

test('a private address is refused when it is saved, a name that does not resolve is not', async ({
  service,
  knowledge,
  database,
}) => {
  const ids = await createOneOfEach(service, knowledge, database.ownerUrl)
  const save = async ({ method, path }: Route, body: object) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      return (ids as Record<string, string>)[name] ?? SOME_ID
    })
    return send(service, filled, {
      method: method.toUpperCase(),
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...asOperator },
    })
  }
  for (const route of servedRoutes) {
    for (const { field, message, body } of SAVING[route.operationId] ?? []) {
      for (const address of PRIVATE) {
        const reply = await save(route, body(address))
        const told = `${route.operationId} ${address} ${reply.text}`
        expect(reply.status, told).toBe(400)
        expect(reply.body, told).toMatchObject({ details: [{ path: field, message }] })
      }
      const { text } = await save(route, body(UNKNOWN))
      expect(text, route.operationId).not.toContain('private network')
    }
  }
  const stored = await service.admin.sources.list(knowledge.knowledgeBaseId)
  expect(JSON.stringify(stored)).not.toMatch(/127\.0\.0\.1|169\.254/)
})

test('a preview of a private address is refused in the same words', async ({
  service,
  knowledge,
}) => {
  const preview = await service.admin.sources.preview(knowledge.knowledgeBaseId, {
    settings: { type: 'website', url: 'http://127.0.0.1:8000/' },
  })
  expect(preview.warnings.join()).toContain(SOURCES_AND_WEBHOOKS)
})
