import type { ModelServer } from '../../fakes/model-server.ts'
import type { RecaptchaServer } from '../../fakes/recaptcha-server.ts'
import { ask, getIds } from '../../support/ask.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge, createPublicKey, putPages } from '../../support/knowledge.ts'
import { SIGNER_SECRET } from '../../support/signed-readers/reader-tokens.ts'
import type { Service } from '../../support/service.ts'
import { createPair } from './client-keys.ts'
import type { Shown } from './transports.ts'
import { createWidget, PAGE } from './widget.ts'

/** Everything that the scripts need, created once. */
export type World = Awaited<ReturnType<typeof createWorld>> & {
  model: ModelServer
  recaptcha: RecaptchaServer
}

export const query = 'How do I reset a key?'
export const TEXT = 'Reset a key under Settings [1].'

const PAGES = [
  { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
  { url: `${PAGE}/limits`, content: '# Limits\n\nA key makes 1200 requests a minute.' },
]

export async function createWorld(service: Service) {
  const docs = await createKnowledge(service)
  const { knowledgeBaseId } = docs
  const other = await createKnowledge(service)
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'open' })
  const inner = await service.admin.groups.create(knowledgeBaseId, { name: 'inner' })
  const members = await service.admin.groups.create(knowledgeBaseId, {
    name: 'members',
    signed_readers_only: true,
  })
  const signer = { name: 'Login', secret: SIGNER_SECRET }
  await service.admin.readerSigners.create(knowledgeBaseId, signer)
  const foreignGroup = await service.admin.groups.create(other.knowledgeBaseId, { name: 'open' })
  await putPages(service, knowledgeBaseId, [
    ...PAGES,
    {
      url: `${PAGE}/crane`,
      content: '# Crane\n\nThe harbour has a crane.',
      group_id: group.id,
      labels: { version: '1' },
    },
    {
      url: `${PAGE}/vault`,
      content: '# Vault\n\nThe harbour has a vault.',
      group_id: inner.id,
      labels: { version: ['2', '3'] },
    },
    {
      url: `${PAGE}/lantern`,
      content: '# Lantern\n\nThe harbour has a lantern.',
      group_id: members.id,
    },
    {
      url: `${PAGE}/obsidian`,
      content: '# Obsidian\n\nObsidian marmalade is kept in the cellar.',
      visibility: 'restricted',
    },
  ])
  await putPages(service, other.knowledgeBaseId, PAGES)
  const threads = {
    own: getIds(await ask(service, docs, { query })).thread_id,
    foreign: getIds(await ask(service, other, { query })).thread_id,
  }
  return {
    knowledgeBaseId,
    docs,
    other,
    zero: await withWorkspace(service, { retention: 'zero' }),
    spent: await withPair(service, await withWorkspace(service, { monthly_question_allowance: 0 })),
    groups: {
      open: group.id,
      inner: inner.id,
      members: members.id,
      foreign: foreignGroup.id,
    },
    threads,
    widgets: await createWidgets(service, knowledgeBaseId, other.knowledgeBaseId),
    shown: await createShown(service, docs, other, group.id),
  }
}

async function withWorkspace(
  service: Service,
  change: Parameters<Service['admin']['workspaces']['change']>[1],
): Promise<Knowledge> {
  const knowledge = await createKnowledge(service)
  await service.admin.workspaces.change(knowledge.workspaceId, change)
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  return knowledge
}

async function getPair(service: Service, knowledgeBaseId: string): Promise<Shown> {
  const pair = await createPair(service, knowledgeBaseId)
  return { clientId: pair['x-client-id'], clientSecret: pair['x-client-secret'] }
}

const withPair = async (service: Service, knowledge: Knowledge) => ({
  ...knowledge,
  pair: await getPair(service, knowledge.knowledgeBaseId),
})

const createWidgets = async (service: Service, own: string, foreign: string) => ({
  good: await createWidget(service, own),
  off: await createWidget(service, own, { enabled: false }),
  nowhere: await createWidget(service, own, { allowed_origins: [] }),
  anySubdomain: await createWidget(service, own, { allowed_origins: ['https://*.example.com'] }),
  foreign: await createWidget(service, foreign),
})

async function createShown(
  service: Service,
  docs: Knowledge,
  other: Knowledge,
  openGroupId: string,
) {
  const { knowledgeBaseId } = docs
  const boundPair = await service.admin.keys.create(knowledgeBaseId, {
    name: 'bound',
    kind: 'secret',
    allowed_group_ids: [openGroupId],
  })
  const guarded = await service.admin.keys.create(knowledgeBaseId, {
    name: 'guarded',
    kind: 'public',
    captcha: true,
    captcha_hostnames: ['docs.example.com'],
  })
  return {
    key: { clientKey: docs.clientKey } as Shown,
    pair: await getPair(service, knowledgeBaseId),
    foreignKey: { clientKey: other.clientKey } as Shown,
    foreignPair: await getPair(service, other.knowledgeBaseId),
    boundKey: {
      clientKey: await createPublicKey(service.admin, knowledgeBaseId, [openGroupId]),
    } as Shown,
    boundPair: {
      clientId: boundPair.client_id ?? '',
      clientSecret: boundPair.client_secret ?? '',
    } as Shown,
    guarded: { clientKey: guarded.client_key ?? '' } as Shown,
    revokedKey: await revoked(service, knowledgeBaseId, 'public'),
    revokedPair: await revoked(service, knowledgeBaseId, 'secret'),
  }
}

async function revoked(
  { admin }: Service,
  knowledgeBaseId: string,
  kind: 'public' | 'secret',
): Promise<Shown> {
  const key = await admin.keys.create(knowledgeBaseId, { name: 'revoked', kind })
  await admin.keys.revoke(knowledgeBaseId, key.id)
  return kind === 'public'
    ? { clientKey: key.client_key ?? '' }
    : { clientId: key.client_id ?? '', clientSecret: key.client_secret ?? '' }
}
