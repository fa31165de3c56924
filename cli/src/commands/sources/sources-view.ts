import type { AdminClient, Source, Sync, SyncPage } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { collectPages } from '../../collect-pages.ts'
import { Failure, USAGE_EXIT_CODE } from '../../failure.ts'
import { count, plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import { readSecret } from '../../read-secret.ts'
import { describePage } from '../../sources/describe-page.ts'
import { lastSync } from './sources-sync.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
const STATES = ['unchanged', 'changed', 'added', 'moved', 'gone', 'skipped', 'failed'] as const
/** Only a sync has these. */
const DEAD_LINK = 'dead_link'
type HookOptions = Options & {
  rotate?: true
  signingSecret?: true
  forgetSigningSecret?: true
  secretEnv?: string
}
type PagesOptions = Options & {
  state?: (typeof STATES)[number] | typeof DEAD_LINK
  sync?: string | true
}

export function addSourceViewCommands(sources: Command, settings: Settings): void {
  const command = (usage: string, description: string) =>
    addAdminOptions(sources.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base of the source')
      .option(...JSON_FLAG)

  command('list', 'list the sources of a knowledge base').action(async (options: Options) => {
    const list = await connectAsAdmin(options, settings).sources.list(options.knowledgeBase)
    if (options.json) printJson(list)
    else console.log(renderTable([SOURCE_HEADINGS, ...list.sources.map(sourceRow)]))
  })
  command('history <source>', 'list the syncs of a source').action(
    async (sourceId: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const list = await admin.syncs.list(options.knowledgeBase, sourceId, { limit: 100 })
      if (options.json) printJson(list)
      else console.log(renderTable([SYNC_HEADINGS, ...list.syncs.map(syncRow)]))
    },
  )
  command('pages <source>', 'list the pages of a source, and why any were skipped')
    .addOption(
      new Option('--state <state>', 'only pages in this state').choices([...STATES, DEAD_LINK]),
    )
    .option('--sync [id]', 'what a sync did with each page (default: the last sync)')
    .action(async (sourceId: string, options: PagesOptions) => {
      const pages = await allPages(options, settings, sourceId)
      if (options.json) printJson({ pages })
      else console.log(renderTable([['STATE', 'PAGE', 'REASON'], ...pages.map(pageRow)]))
    })
  command('hook <source>', 'show the webhook that starts a sync of a source')
    .option('--rotate', 'replace its secret')
    .option(
      '--signing-secret',
      'accept calls signed with the secret of a Zendesk webhook or a Notion subscription',
    )
    .option('--secret-env <variable>', 'the environment variable that has that secret')
    .option('--forget-signing-secret', 'accept no such calls any more')
    .action(async (sourceId: string, options: HookOptions) => {
      const { sources: calls } = connectAsAdmin(options, settings)
      const { knowledgeBase } = options
      if (options.signingSecret || options.forgetSigningSecret) {
        const secret = options.signingSecret ? await readSigningSecret(options) : null
        return printRecord(await calls.putHookSecret(knowledgeBase, sourceId, { secret }), options)
      }
      const call = options.rotate ? calls.rotateHook : calls.hook
      printRecord(await call(knowledgeBase, sourceId), options)
    })
}

/** It is no option: others on the machine can list those. */
async function readSigningSecret({ secretEnv }: HookOptions): Promise<string> {
  const secret =
    secretEnv === undefined
      ? await readSecret('The signing secret: ')
      : (process.env[secretEnv] ?? '')
  if (secret !== '') return secret
  throw new Failure('The secret is empty.', USAGE_EXIT_CODE)
}

type Listed = Pick<SyncPage, 'key' | 'state' | 'reason'> & Partial<Pick<SyncPage, 'linked_from'>>

async function allPages(
  { knowledgeBase, state, sync, ...options }: PagesOptions,
  settings: Settings,
  sourceId: string,
): Promise<Listed[]> {
  const admin = connectAsAdmin(options, settings)
  const syncId = sync === true ? (await lastSync(admin, knowledgeBase, sourceId)).id : sync
  const load = chooseParts(admin, { knowledgeBaseId: knowledgeBase, sourceId, syncId }, state)
  return collectPages<Listed>(1000, async (page) => {
    const { pages: items, next_cursor } = await load(page)
    return { items, next_cursor }
  })
}

type Part = { pages: Listed[]; next_cursor: string | null }
type PartQuery = { limit: number; cursor: string | undefined }

/** Describes a sync, or the source itself. */
function chooseParts(
  admin: AdminClient,
  where: { knowledgeBaseId: string; sourceId: string; syncId: string | undefined },
  state: PagesOptions['state'],
): (query: PartQuery) => Promise<Part> {
  const { knowledgeBaseId, sourceId, syncId } = where
  if (syncId !== undefined) {
    return (query) => admin.syncs.pages(knowledgeBaseId, sourceId, syncId, { state, ...query })
  }
  if (state === DEAD_LINK) {
    throw new Failure('Dead links are listed for a sync: add --sync.', USAGE_EXIT_CODE)
  }
  return (query) => admin.sources.pages(knowledgeBaseId, sourceId, { state, ...query })
}

const SOURCE_HEADINGS = [
  'ID',
  'TYPE',
  'DOCUMENTS',
  'FAILED',
  'SKIPPED',
  'LAST SYNC',
  'NEXT SYNC',
  'NAME',
]

const sourceRow = (source: Source): string[] => [
  source.id,
  source.type,
  count(source.documents),
  count(source.failed_pages),
  count(source.skipped_pages),
  source.last_sync === null ? '-' : `${source.last_sync.state} ${source.last_sync.created_at}`,
  source.paused ? 'paused' : (source.next_sync_at ?? '-'),
  plain(source.name),
]

const SYNC_HEADINGS = [
  'ID',
  'BEGAN',
  'STATE',
  'NEW',
  'CHANGED',
  'MOVED',
  'GONE',
  'FAILED',
  'SKIPPED',
  'WHY',
]

const syncRow = ({ id, created_at, state, counts, reason, trigger }: Sync): string[] => [
  id,
  created_at,
  state,
  count(counts.added),
  count(counts.changed),
  count(counts.moved),
  count(counts.gone),
  count(counts.failed),
  count(counts.skipped),
  reason === null ? trigger : plain(reason),
]

const pageRow = (page: Listed): string[] => [page.state, plain(page.key), describePage(page)]
