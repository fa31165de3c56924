import type { SourceInput } from '@footnote/client/admin'
import { expect, vi } from 'vitest'
import type { Knowledge } from '../../support/knowledge.ts'
import { createPublicKey, putPages } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { offerContact } from '../../support/store/contact-webhook.ts'
import { asTenant, storeGap } from '../../support/store/stored-messages.ts'
import { FILES, getContent } from './operation-bodies.ts'
import { createMemberInvitationAndToken } from './people.ts'
import type { Operation, Reply } from './wire.ts'
import { adminPath, asOperator, listOperations, send } from './wire.ts'

const SLACK = { kind: 'slack', name: 'Some' } as const
const READER_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a51'
const SPACE_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a52'
const ANSWER_DIFF_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a58'
const EVALUATION_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a57'
const GAP_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a56'
const ORIGIN = 'https://docs.example.com'

/** What some operations need, or to end soon, by operation id. */
export const QUERIES: Readonly<Record<string, string>> = {
  followSystem: '?seconds=1',
  followWidgetOrigins: '?seconds=1',
  putSourceFile: '?path=sextant.md',
  deleteSourceFile: '?path=sextant.md',
  restoreDeletedPage: '?page=deleted.md',
  compareEvaluations: `?before=${EVALUATION_ID}&after=${EVALUATION_ID}`,
}

/** Syncs in the state that an operation is there for. No worker has a job for them. */
const SYNCS: Record<string, { id: string; state: string }> = {
  cancelSync: { id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a53', state: 'queued' },
  confirmSync: { id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a54', state: 'held' },
  discardSync: { id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a55', state: 'held' },
}

const REPOSITORY: SourceInput = {
  name: 'Private',
  settings: {
    type: 'git',
    repository: 'https://git.invalid/docs.git',
    page_url: `${ORIGIN}/private/{path}`,
  },
  visibility: 'restricted',
  sync: false,
}

/** One of everything, by the name of its path parameter. */
export type OneOfEach = Record<string, string> & {
  workspaceId: string
  knowledgeBaseId: string
  messageId: string
  sourceId: string
  syncId: string
  /** A source that can have a credential. */
  repositoryId: string
}

export async function createOneOfEach(
  service: Service,
  knowledge: Knowledge,
  ownerUrl: string,
): Promise<OneOfEach> {
  const { admin } = service
  const { knowledgeBaseId, workspaceId } = knowledge
  const used = await admin.groups.create(knowledgeBaseId, { name: 'Used' })
  const { id: groupId } = await admin.groups.create(knowledgeBaseId, { name: 'Some' })
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [
    { url: `${ORIGIN}/sextant`, content: 'A sextant.', group_id: used.id },
  ])
  await admin.starterQuestions.refresh(knowledgeBaseId)
  const starters = async () => (await admin.starterQuestions.list(knowledgeBaseId)).generated
  await expect.poll(starters).not.toEqual([])
  await createPublicKey(admin, knowledgeBaseId, [used.id])
  const { keys } = await admin.keys.list(knowledgeBaseId)
  const widgetId = await createWidgetFor(service, knowledgeBaseId)
  await offerContact(service, ownerUrl, knowledge)
  // Two, for an answer that was deleted has no conversation to delete.
  const { message_id: messageId = '' } = await deflect(knowledge)
  const { thread_id: threadId = '' } = await deflect(knowledge)
  const questions = [{ question: 'What is a sextant?' }]
  const set = { name: 'Some', items: questions }
  const { id: questionSetId } = await admin.questionSets.create(knowledgeBaseId, set)
  const synced = await createSyncedSource(service, knowledgeBaseId)
  const { id: repositoryId } = await admin.sources.create(knowledgeBaseId, REPOSITORY)
  await asTenant(ownerUrl, knowledge, async (client) => {
    await client.query(
      `insert into readers (knowledge_base_id, id, identity) values ($1, $2, 'mailto:a@example.com')`,
      [knowledgeBaseId, READER_ID],
    )
    await client.query(
      `insert into embedding_spaces (knowledge_base_id, id, model, dimensions, state)
       values ($1, $2, 'steered@64', 64, 'retired')`,
      [knowledgeBaseId, SPACE_ID],
    )
    await client.query(
      `insert into evaluations (knowledge_base_id, id, set_id, label, top_k, state)
       values ($1, $2, $3, 'Some', 10, 'completed')`,
      [knowledgeBaseId, EVALUATION_ID, questionSetId],
    )
    await client.query(
      `insert into answer_diffs (knowledge_base_id, id, label, top_k, days, with_gaps, set_ids, pages, state)
       values ($1, $2, 'Some', 10, 0, false, '{}', '[]', 'completed')`,
      [knowledgeBaseId, ANSWER_DIFF_ID],
    )
    await storeGap(client, { id: GAP_ID, knowledgeBaseId, threadId })
    await client.query(
      `insert into deleted_pages (knowledge_base_id, source_id, key, document_id, url, title)
       values ($1, $2, 'deleted.md', $3, $4, 'Deleted')`,
      [knowledgeBaseId, synced.sourceId, documentId, `${ORIGIN}/deleted`],
    )
  })
  const sso = { issuer: 'https://provider.invalid/', client_id: 'footnote', domains: [] }
  await admin.sso.put(workspaceId, sso)
  const { id: signerId } = await admin.readerSigners.create(knowledgeBaseId, { name: 'Some' })
  const { id: channelId } = await admin.channels.create(knowledgeBaseId, SLACK)
  const { id: verifiedAnswerId } = await admin.verifiedAnswers.create(knowledgeBaseId, {
    question: 'What is a sextant?',
    answer: 'An instrument.',
    source_document_ids: [documentId],
  })
  const { id: searchRuleId } = await admin.searchRules.create(knowledgeBaseId, {
    rule: { kind: 'synonym', words: ['octant'], means: ['sextant'], both_ways: true },
  })
  const hook = { url: 'https://receiver.invalid/', events: ['sync.failed' as const] }
  const { id: webhookId } = await admin.webhooks.create(workspaceId, hook)
  const { id: deliveryId } = await admin.webhooks.test(workspaceId, webhookId)
  const keyId = keys[1]?.id ?? ''
  const own = { workspaceId, knowledgeBaseId, groupId, keyId, widgetId, readerId: READER_ID }
  const people = await createMemberInvitationAndToken(service, workspaceId)
  return {
    ...own,
    questionSetId,
    evaluationId: EVALUATION_ID,
    answerDiffId: ANSWER_DIFF_ID,
    documentId,
    threadId,
    gapId: GAP_ID,
    signerId,
    channelId,
    verifiedAnswerId,
    searchRuleId,
    webhookId,
    deliveryId,
    messageId,
    ...synced,
    repositoryId,
    ...people,
  }
}

const deflect = ({ client }: Knowledge) => client.formDeflect({ description: 'What is a sextant?' })

/** A source of no files: its sync ends at once. */
async function createSyncedSource({ admin }: Service, knowledgeBaseId: string) {
  const { id: sourceId } = await admin.sources.create(knowledgeBaseId, {
    name: 'Some',
    settings: { type: 'files', base_url: 'https://docs.example.com/some/' },
    sync: false,
  })
  const { id: syncId } = await admin.syncs.start(knowledgeBaseId, sourceId)
  await vi.waitFor(async () => {
    const { ended_at } = await admin.syncs.get(knowledgeBaseId, sourceId, syncId)
    expect(ended_at).not.toBeNull()
  }, 60_000)
  return { sourceId, syncId }
}

export async function createWidgetFor(service: Service, knowledgeBaseId: string): Promise<string> {
  const { body } = await send(service, adminPath(knowledgeBaseId, 'widgets'), {
    json: { name: 'Some', allowed_origins: [ORIGIN] },
    headers: asOperator,
  })
  return (body as { id: string }).id
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** All that is served, in an order in which each can be called: what contains others is deleted last. */
export async function everyOperation(service: Service, ids: OneOfEach): Promise<Operation[]> {
  const operations = await listOperations(service, ids)
  // Readers take back what they can before an operator deletes it; a workspace goes last of all.
  const depth = ({ tag, path }: Operation): number =>
    tag === 'public' ? 0 : 50 - path.split('/').length + Number(path.includes('/workspaces/'))
  const rank = (operation: Operation): number =>
    METHODS.indexOf(operation.method) * 100 + (operation.method === 'DELETE' ? depth(operation) : 0)
  for (const operation of operations) {
    const own = SYNCS[operation.operationId]?.id ?? ids.syncId
    operation.path = operation.path.replace(ids.syncId, own)
    if (operation.operationId.endsWith('SourceCredential')) {
      operation.path = operation.path.replace(ids.sourceId, ids.repositoryId)
    }
  }
  return operations.sort((a, b) => rank(a) - rank(b))
}

/** Brings about what the operation needs, and calls it with the credential of its side. */
export async function callOperation(
  service: Service,
  knowledge: Knowledge,
  ownerUrl: string,
  ids: OneOfEach,
  operation: Operation,
  credential?: Record<string, string>,
): Promise<Reply> {
  const sync = SYNCS[operation.operationId]
  if (sync) await insertSync(ownerUrl, knowledge, ids, sync)
  const asReader = { 'x-client-key': knowledge.clientKey, origin: ORIGIN }
  const standard = operation.tag === 'admin' ? asOperator : asReader
  return sendOperation(service, ids, operation, credential ?? standard)
}

/** The same request without bringing about what it needs: for callers who are refused, or come second. */
export const sendOperation = (
  service: Pick<Service, 'baseUrl'>,
  ids: OneOfEach,
  { operationId, method, path }: Operation,
  credential: Record<string, string>,
): Promise<Reply> =>
  send(service, path + (QUERIES[operationId] ?? ''), {
    method,
    ...getContent(operationId, ids),
    headers: {
      ...credential,
      ...(FILES[operationId] ? { 'content-type': 'application/octet-stream' } : {}),
    },
  })

async function insertSync(
  ownerUrl: string,
  knowledge: Knowledge,
  { knowledgeBaseId, sourceId }: OneOfEach,
  { id, state }: { id: string; state: string },
): Promise<void> {
  await asTenant(ownerUrl, knowledge, async (client) => {
    // A source has one at a time that is queued or running.
    await client.query(
      `update syncs set state = 'completed', ended_at = now()
       where source_id = $1 and state in ('queued', 'running')`,
      [sourceId],
    )
    await client.query(
      `insert into syncs (knowledge_base_id, id, source_id, trigger, state)
       values ($1, $2, $3, 'manual', $4)`,
      [knowledgeBaseId, id, sourceId, state],
    )
  })
}
