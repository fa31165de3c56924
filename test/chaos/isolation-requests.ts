import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { newId } from '../../server/src/platform/new-id.ts'
import type { CallInput } from '../support/chaos/call.ts'
import { inTurn } from '../support/chaos/chance.ts'
import { putInto } from '../support/chaos/put-into.ts'
import type { ServedOperation, Slot } from '../support/chaos/slots.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { ORIGIN } from '../support/chaos/tenants.ts'
import { ADMIN_TOKEN, MODEL_DIR } from '../support/service.ts'
import { contactBody } from './isolation-contact.ts'
import { EVALUATION_BODIES, EVALUATION_SLOTS } from './isolation-evaluations.ts'
import { RULE_BODIES, RULE_SLOTS, VERIFIED_BODIES, VERIFIED_SLOTS } from './isolation-answers.ts'
import { KEY_BODIES, KEY_SLOTS } from './isolation-keys.ts'
import { WEBHOOK_BODIES, WEBHOOK_SLOTS } from './isolation-webhooks.ts'
import { WORKSPACE_BODIES } from './isolation-workspaces.ts'
import type { ForeignKind } from './isolation-outcomes.ts'

type Body = Record<string, unknown>

/** Where requests go, and the model that answers afterwards. */
export type Target = { baseUrl: string; modelUrl: string }

const url = 'https://docs.example.com/made-in-the-test'
const page = { url, content: 'Nothing to see.', content_type: 'text/plain' }

const search = ({ canary, groupId, widgetId }: ChaosTenant): Body => ({
  query: canary,
  group_ids: [groupId],
  widget_id: widgetId,
})
const question = (tenant: ChaosTenant): Body => ({ ...search(tenant), user: { id: 'reader' } })

/** A valid request for each operation with a body, with the tenant's own ids in every slot. */
const BODIES: Readonly<Record<string, (tenant: ChaosTenant, target: Target) => Body>> = {
  chat: question,
  threadChat: question,
  formDeflect: (tenant) => {
    const { query, ...rest } = question(tenant)
    return { ...rest, subject: query, description: `What is ${tenant.canary}?` }
  },
  formDeflectOutcome: () => ({ outcome: 'deflected' }),
  contact: contactBody,
  search,
  related: ({ canary }) => ({ query: canary }),
  rate: ({ messageId }) => ({ message_id: messageId, rating: 'up' }),
  changeKnowledgeBase: () => ({ mcp_enabled: true }),
  createGroup: () => ({ name: `Made in the test ${randomUUID()}` }),
  changeGroup: () => ({ name: `Renamed in the test ${randomUUID()}` }),
  createWidget: () => ({ name: 'Made in the test' }),
  changeWidget: () => ({ voice: 'changed' }),
  putDocument: ({ groupId }) => ({ ...page, group_id: groupId }),
  putDocuments: ({ groupId }) => ({ documents: [{ ...page, group_id: groupId }] }),
  changeDocument: ({ groupId }) => ({ visibility: 'unlisted', group_id: groupId }),
  // Nobody's, so that nothing of the tenant itself changes either.
  changeDocuments: ({ groupId }) => ({ ids: [newId()], group_id: groupId }),
  lookUpPassages: ({ documentId }) => ({ ids: [documentId] }),
  createSource: ({ groupId }) => ({
    name: 'Made in the test',
    settings: { type: 'files', base_url: 'https://docs.example.com/made-in-the-test/' },
    group_id: groupId,
    sync: false,
  }),
  changeSource: ({ groupId }) => ({ schedule: null, group_id: groupId }),
  putSourceCredential: () => ({
    credential: { type: 'basic', username: 'ada', password: 'made in the test' },
    skip_test: true,
  }),
  putSourceHookSecret: ({ canary }) => ({ secret: canary }),
  askPlayground: ({ canary, keyId, groupId, widgetId }) => ({
    query: canary,
    key_id: keyId,
    group_ids: [groupId],
    widget_id: widgetId,
  }),
  // Nothing listens there.
  previewSource: () => ({ settings: { type: 'website', url: 'http://127.0.0.1:9/' } }),
  previewSourceRules: () => ({ rules: [] }),
  reviewMessage: () => ({ reviewed: true }),
  changeGap: () => ({ state: 'ignored' }),
  draftArticle: ({ groupId }) => ({ group_id: groupId, model: 'extract' }),
  ...WORKSPACE_BODIES,
  ...EVALUATION_BODIES,
  ...WEBHOOK_BODIES,
  ...KEY_BODIES,
  ...VERIFIED_BODIES,
  ...RULE_BODIES,
  eraseAsker: () => ({ asker: 'nobody' }),
  explainRetrieval: ({ canary, documentId, groupId }) => ({
    query: canary,
    document_id: documentId,
    group_ids: [groupId],
  }),
  // The model they already have.
  startReembedding: () => ({ model: basename(MODEL_DIR) }),
  putSignIn: ({ groupId }) => ({ allowed_group_ids: [groupId] }),
  putAnswerModel: (_, { modelUrl }) => ({
    provider: 'openai-compatible',
    model: 'small',
    base_url: modelUrl,
    skip_test: true,
  }),
}

const QUERIES: Readonly<Record<string, string>> = {
  followSystem: 'seconds=1',
  followWidgetOrigins: 'seconds=1',
  putSourceFile: 'path=own.md',
  deleteSourceFile: 'path=own.md',
  restoreDeletedPage: 'page=own.md',
  compareEvaluations: `before=${newId()}&after=${newId()}`,
}

/** Bodies that are no JSON: a file, and an archive with nothing in it. */
const BYTES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  putSourceFile: new TextEncoder().encode('Nothing to see.'),
  uploadSourceArchive: new Uint8Array(1024),
}

/** Which of a tenant's ids a slot takes. */
const SLOT_IDS: Readonly<Record<string, (tenant: ChaosTenant) => string>> = {
  workspaceId: (tenant) => tenant.workspaceId,
  knowledgeBaseId: (tenant) => tenant.knowledgeBaseId,
  documentId: (tenant) => tenant.documentId,
  document_id: (tenant) => tenant.documentId,
  ids: (tenant) => tenant.documentId,
  'filter.source_id': (tenant) => tenant.sourceId,
  'filter.group_id': (tenant) => tenant.groupId,
  sourceId: (tenant) => tenant.sourceId,
  source_id: (tenant) => tenant.sourceId,
  syncId: (tenant) => tenant.syncId,
  cursor: (tenant) => tenant.documentId,
  keyId: (tenant) => tenant.keyId,
  key_id: (tenant) => tenant.keyId,
  // The test gives its reader and its member the id of its key.
  readerId: (tenant) => tenant.keyId,
  gapId: (tenant) => tenant.keyId,
  after: (tenant) => tenant.messageId,
  merge_into: (tenant) => tenant.keyId,
  personId: (tenant) => tenant.keyId,
  invitationId: (tenant) => tenant.invitationId,
  tokenId: (tenant) => tenant.tokenId,
  ...EVALUATION_SLOTS,
  ...WEBHOOK_SLOTS,
  ...KEY_SLOTS,
  ...VERIFIED_SLOTS,
  ...RULE_SLOTS,
  client_id: (tenant) => tenant.clientId,
  target: (tenant) => tenant.keyId,
  widgetId: (tenant) => tenant.widgetId,
  widget_id: (tenant) => tenant.widgetId,
  threadId: (tenant) => tenant.threadId,
  thread_id: (tenant) => tenant.threadId,
  messageId: (tenant) => tenant.messageId,
  message_id: (tenant) => tenant.messageId,
  before: (tenant) => tenant.messageId,
  // A reader names their message themselves.
  id: (tenant) => tenant.messageId,
  // A reader's name is free text.
  'user.id': (tenant) => tenant.messageId,
  groupId: (tenant) => tenant.groupId,
  move_to: (tenant) => tenant.groupId,
  group_id: (tenant) => tenant.groupId,
  group_ids: (tenant) => tenant.groupId,
  allowed_group_ids: (tenant) => tenant.groupId,
}

function ownId(slot: string, tenant: ChaosTenant): string {
  const id = SLOT_IDS[slot]
  if (!id) throw new Error(`No id is known for the slot ${slot}`)
  return id(tenant)
}

const MALFORMED: readonly ((id: string) => string)[] = [
  () => 'nonsense',
  () => '0',
  () => randomUUID(),
  () => '00000000-0000-0000-0000-000000000000',
  () => "' or true --",
  () => '%',
  (id) => id.toUpperCase(),
  (id) => `{${id}}`,
  (id) => `${id} `,
  (id) => `${id}\0`,
  (id) => `${id}/../${id}`,
  (id) => id.replaceAll('-', ''),
]

/** Whose one fault is NUL. */
const isFreeText = ({ name, operation }: Slot): boolean =>
  name === 'user.id' ||
  (name === 'cursor' &&
    ['listSourcePages', 'listSyncPages', 'listDeletedPages'].includes(operation.id))

/** `turn`: which of the malformed forms. */
export function foreignId(
  slot: Slot,
  kind: ForeignKind,
  foreign: ChaosTenant,
  turn: number,
): string {
  const id = ownId(slot.name, foreign)
  if (kind === 'existing') return id
  if (kind === 'unknown') return newId()
  const malformed = inTurn(MALFORMED, turn)(id)
  return isFreeText(slot) ? malformed.replaceAll('\0', '') : malformed
}

export type Replacement = Pick<Slot, 'place' | 'name'> & { value: string }

/**
 * The tenant's own request, with another id in one slot if one is given; a reader's with the secret pair
 * rather than the public key if so told.
 */
export function buildRequest(
  target: Target,
  operation: ServedOperation,
  tenant: ChaosTenant,
  { other, withPair = false }: { other?: Replacement; withPair?: boolean } = {},
): CallInput {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const isOther = other?.place === 'path' && other.name === name
    return encodeURIComponent(isOther ? other.value : ownId(name, tenant))
  })
  const query = new URLSearchParams(QUERIES[operation.id])
  if (other?.place === 'query') query.set(other.name, other.value)
  const bytes = BYTES[operation.id]
  const body = BODIES[operation.id]?.(tenant, target)
  if (body && other?.place === 'body') putInto(body, other.name.split('.'), other.value)
  return {
    method: operation.method,
    url: `${target.baseUrl}${path}?${query.toString()}`,
    headers: operation.isAdmin
      ? { authorization: `Bearer ${ADMIN_TOKEN}` }
      : readerHeaders(tenant, withPair),
    ...(body ? { body } : {}),
    ...(bytes ? { bytes } : {}),
  }
}

export function readerHeaders(tenant: ChaosTenant, withPair: boolean): Record<string, string> {
  const credential = withPair
    ? { 'x-client-id': tenant.clientId, 'x-client-secret': tenant.clientSecret }
    : { 'x-client-key': tenant.clientKey }
  return { origin: ORIGIN, ...credential }
}
