import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ExampleHosts } from '../../support/documentation/example-hosts.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { putPages } from '../../support/knowledge.ts'
import { signReaderToken, SIGNER_SECRET } from '../../support/signed-readers/reader-tokens.ts'
import type { Service } from '../../support/service.ts'
import { ADMIN_TOKEN, CLI } from '../../support/service.ts'
import { createFiles, syncNow } from '../../support/sources.ts'
import { createMemberInvitationAndToken } from './people.ts'
import { createWidgetFor } from './every-operation.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/files')

export type World = { service: Service; knowledge: Knowledge; origin: string }

const KEYS_PAGE = '# Keys\n\nTo rotate a key, create a second one. The old key works for 24 hours.'

/** The files that commands name, in a folder to type them in, and `footnote` and a strict `curl`. */
export async function makeFolder({ origin, archive }: ExampleHosts): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-typed-'))
  for (const name of ['docs', 'reference', 'handbook', 'bin']) await mkdir(join(folder, name))
  const files: Record<string, string> = {
    'docs/setup.md': '# Set up\n\nInstall it.',
    'reference/calls.md': '# Calls\n\nThere is one.',
    'handbook/holidays.md': '# Holidays\n\nThirty days.',
    'pages.jsonl': `${JSON.stringify({ url: `${origin}/line`, content: 'A page on a line.' })}\n`,
    'questions.json': JSON.stringify([
      { question: 'How do I rotate a key?', expected_pages: [`${origin}/keys`] },
    ]),
    'cells.json': JSON.stringify({
      cells: ['00', '01'].map((cell) => ({
        cell,
        servers: ['127.0.0.1:8080'],
        weight: 1,
        isDraining: false,
      })),
      homes: {},
    }),
    'bin/footnote': `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n`,
    // A refusal fails the block.
    'bin/curl': '#!/bin/sh\nexec /usr/bin/curl --fail-with-body "$@"\n',
  }
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder, path), content, { mode: 0o755 })
  }
  await cp(join(FIXTURES, 'chromium-guide.pdf'), join(folder, 'setup.pdf'))
  await archive(join(folder, 'more.zip'))
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

async function ask({ knowledge: { client } }: World) {
  const description = 'How do I rotate a key?'
  const { message_id = '', thread_id = '' } = await client.formDeflect({ description })
  return { message_id, thread_id }
}

async function makeGap(world: World): Promise<string> {
  const { service, knowledge } = world
  const { message_id } = await ask(world)
  await knowledge.client.rate({ message_id, rating: 'down' })
  const list = async () =>
    (await service.admin.gaps.list(knowledge.knowledgeBaseId, { min_questions: 1 })).gaps
  await expect.poll(list).toHaveLength(1)
  return (await list())[0]?.id ?? ''
}

async function makeSource({ service, knowledge }: World): Promise<string> {
  const source = await createFiles(service, knowledge, { 'a.md': '# A\n\nA page.' })
  await syncNow(service, knowledge.knowledgeBaseId, source.id)
  return source.id
}

/** Deletes a page of the source that the block names too. */
async function deletePage({ service, knowledge }: World, variable: Variable): Promise<string> {
  const { knowledgeBaseId } = knowledge
  const { documents } = await service.admin.documents.list(knowledgeBaseId, {
    source_id: await variable('SOURCE'),
  })
  await service.admin.documents.remove(knowledgeBaseId, documents[0]?.id ?? '')
  return 'a.md'
}

const readHook = async ({ service, knowledge }: World, variable: Variable) =>
  service.admin.sources.hook(knowledge.knowledgeBaseId, await variable('SOURCE'))

type Variable = (name: string) => Promise<string>

/** What a variable stands for in a command. Each block gets its own, of a knowledge base of its own. */
export const VARIABLES: Readonly<
  Record<string, (world: World, variable: Variable) => Promise<string> | string>
> = {
  FOOTNOTE_URL: ({ service }) => service.baseUrl,
  ADMIN_TOKEN: () => ADMIN_TOKEN,
  TOKEN: () => ADMIN_TOKEN,
  WORKSPACE: ({ knowledge }) => knowledge.workspaceId,
  KNOWLEDGE_BASE: ({ knowledge }) => knowledge.knowledgeBaseId,
  KEY: ({ knowledge }) => knowledge.clientKey,
  KEY_ID: async ({ service, knowledge }) =>
    (await service.admin.keys.list(knowledge.knowledgeBaseId)).keys[0]?.id ?? '',
  GROUP: async ({ service, knowledge }) =>
    (await service.admin.groups.create(knowledge.knowledgeBaseId, { name: 'Reference' })).id,
  SIGNER: async ({ service, knowledge }) =>
    (await service.admin.readerSigners.create(knowledge.knowledgeBaseId, { name: 'Some' })).id,
  CHANNEL: async ({ service, knowledge }) =>
    (
      await service.admin.channels.create(knowledge.knowledgeBaseId, {
        kind: 'slack',
        name: 'Some',
      })
    ).id,
  READER_TOKEN: async ({ service, knowledge }) => {
    const { knowledgeBaseId: aud } = knowledge
    const signer = { name: 'Another', secret: SIGNER_SECRET }
    await service.admin.readerSigners.create(aud, signer)
    return signReaderToken({ sub: 'ada', aud })
  },
  DOCUMENT: async ({ service, knowledge }) =>
    (await service.admin.documents.list(knowledge.knowledgeBaseId)).documents[0]?.id ?? '',
  SOURCE: makeSource,
  PAGE: deletePage,
  HOOK_PATH: async (world, variable) => (await readHook(world, variable)).path,
  SECRET: async (world, variable) => (await readHook(world, variable)).secret,
  MESSAGE: async (world) => (await ask(world)).message_id,
  THREAD: async (world) => (await ask(world)).thread_id,
  GAP: makeGap,
  WIDGET: ({ service, knowledge }) => createWidgetFor(service, knowledge.knowledgeBaseId),
  PERSON: async ({ service, knowledge }) =>
    (await createMemberInvitationAndToken(service, knowledge.workspaceId)).personId,
  SET: async ({ service, knowledge }) => {
    const items = [{ question: 'How do I rotate a key?' }]
    return (
      await service.admin.questionSets.create(knowledge.knowledgeBaseId, { name: 'Some', items })
    ).id
  },
  WEBHOOK: async ({ service, knowledge }) => {
    const hook = { url: 'https://receiver.invalid/', events: ['sync.failed' as const] }
    return (await service.admin.webhooks.create(knowledge.workspaceId, hook)).id
  },
  GIT_COMMIT: () => '0123456',
}

/** The variables that a text uses. One that nothing is known of is left out, and fails the block. */
export async function readVariables(text: string, world: World): Promise<Record<string, string>> {
  const made: Record<string, Promise<string>> = {}
  const variable: Variable = (name) =>
    (made[name] ??= Promise.resolve(VARIABLES[name]?.(world, variable) ?? ''))
  const names = new Set(text.match(/(?<=\$)[A-Z_]+/g))
  const found: Record<string, string> = {}
  for (const name of names) if (VARIABLES[name]) found[name] = await variable(name)
  return found
}

export const putExamplePages = ({ service, knowledge, origin }: World) =>
  putPages(service, knowledge.knowledgeBaseId, [
    { url: `${origin}/keys`, content: KEYS_PAGE },
    { url: `${origin}/setup`, content: '# Set up\n\nInstall it, then start it.' },
  ])
