import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { WITHOUT_PRODUCT } from './support/operation-bodies.ts'
import {
  callOperation,
  createOneOfEach,
  createWidgetFor,
  everyOperation,
} from './support/every-operation.ts'
import { getJson } from './support/public-operations.ts'
import { adminPath, asOperator, send, sendSearch } from './support/wire.ts'

/** With a public URL, so that readers can sign in. */
const { verifies } = acceptance({
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Their responses name no resource. */
const WITHOUT_IDS = [
  'changeDocuments',
  'checkReaderToken',
  'deleteAnswerDiff',
  'deleteAnswerModel',
  'deleteChannel',
  'deleteDocument',
  'deleteEvaluation',
  'deleteGroup',
  'deleteMessage',
  'deleteQuestionSet',
  'deleteReaderSigner',
  'deleteSearchRule',
  'deleteSource',
  'deleteSourceCredential',
  'deleteSourceFile',
  'deleteSso',
  'deleteThread',
  'deleteVerifiedAnswer',
  'deleteWebhook',
  'deleteWidget',
  'discardReembedding',
  'eraseAsker',
  'exportAnalytics',
  'exportAskedPages',
  'exportAuditEvents',
  'exportMessagesAsCsv',
  'followReembedding',
  'followSync',
  'followSystem',
  'followWidgetOrigins',
  'formDeflectOutcome',
  'getAnalytics',
  'getAnswerModel',
  'getDigest',
  'getDigestPage',
  'getDocumentContent',
  'getEvaluationGate',
  'getLimits',
  'getPrices',
  'getReembedding',
  'getSignIn',
  'getSourceHook',
  'getSso',
  'getSystem',
  'getWorkspaceUsage',
  'listAskedPages',
  'listCitedLabels',
  'listDeletedPages',
  'listFailures',
  'listGaps',
  'listInstallationEvents',
  'listSourceFiles',
  'listSourcePages',
  'listSyncPages',
  'listWidgetOrigins',
  'lookUpPassages',
  'previewSource',
  'previewSourceRules',
  'putAnswerModel',
  'putEvaluationGate',
  'putLimits',
  'putPrices',
  'putSignIn',
  'putSourceCredential',
  'putSourceFile',
  'putSourceHookSecret',
  'putSso',
  'related',
  'removeMember',
  'replayWebhookDeliveries',
  'resetSecondFactor',
  'restoreDeletedPage',
  'revokeAccessToken',
  'revokeInvitation',
  'revokeKey',
  'revokeReader',
  'rollBackReembedding',
  'rotateSourceHook',
  'startReembedding',
  'suggestedQuestions',
  'summarizeDocuments',
  'testAnswerModel',
  'testSso',
  'uploadSourceArchive',
  'withdrawRating',
]

/** Values of every `id`, `…_id` and `…_ids` in a body, at any depth. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'client_id') return [] // a credential, not a resource
    if (/(^|_)id$/.test(name)) return inner === null ? [] : [inner]
    if (name.endsWith('_ids')) return inner === null ? [] : (inner as unknown[])
    return idsIn(inner)
  })
}

/** Values of every `…_at` in a body, at any depth. */
function timesIn(value: unknown): { name: string; time: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(timesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name.endsWith('_at') && inner !== null ? [{ name, time: inner }] : timesIn(inner),
  )
}

const ISO_8601_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

verifies(
  ['ids.uuidv7-lower-case', 'timestamps.iso-8601-utc'],
  async ({ service, knowledge, database }) => {
    const ids = await createOneOfEach(service, knowledge, database.ownerUrl)
    const operations = await everyOperation(service, ids)
    const withoutIds: string[] = []
    const times: { name: string; time: unknown }[] = []
    for (const operation of operations) {
      const { operationId } = operation
      const reply = await callOperation(service, knowledge, database.ownerUrl, ids, operation)
      const refusal = WITHOUT_PRODUCT[operationId]
      if (refusal === undefined) {
        expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThan(300)
      } else expect(reply.status, operationId).toBe(refusal)
      const bodies = getJson(reply)
      const found = bodies.flatMap(idsIn)
      times.push(...bodies.flatMap(timesIn))
      if (found.length === 0) withoutIds.push(operationId)
      for (const id of [...found, reply.headers.get('x-request-id')]) {
        expect(id, operationId).toMatch(UUID_V7)
      }
    }
    expect(withoutIds.sort()).toEqual(WITHOUT_IDS)
    expect(times.length).toBeGreaterThan(20)
    for (const { name, time } of times) {
      expect(time).toEqual(expect.stringMatching(ISO_8601_UTC))
      // What ends does so in days.
      if (name === 'expires_at') continue
      expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(600_000)
    }
  },
)

verifies('ids.anything-else-not-valid', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidgetFor(service, knowledgeBaseId)
  const from = (widget_id: string) =>
    sendSearch(
      service,
      knowledge,
      { query: 'sextant', widget_id },
      { origin: 'https://docs.example.com' },
    )
  expect(await from(widgetId)).toMatchObject({ status: 200 })
  const wrong = [
    widgetId.toUpperCase(),
    `{${widgetId}}`,
    `urn:uuid:${widgetId}`,
    widgetId.replaceAll('-', ''),
    `${widgetId} `,
    `${widgetId.slice(0, 14)}4${widgetId.slice(15)}`,
    `${widgetId.slice(0, 19)}c${widgetId.slice(20)}`,
    '00000000-0000-0000-0000-000000000000',
    '1',
    'sextant',
    '',
  ]
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } }
  for (const id of wrong) expect(await from(id), id).toMatchObject(refused)
  for (const id of wrong.filter((text) => text !== '')) {
    const path = adminPath(knowledgeBaseId, `documents/${encodeURIComponent(id)}`)
    expect(await send(service, path, { headers: asOperator }), id).toMatchObject(refused)
  }
})
