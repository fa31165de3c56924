import type { Source } from '@footnote/sdk/admin-sources'
import type { Sync, SyncPage } from '@footnote/sdk/admin-syncs'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { count, plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'
import { lastSync } from './sources-sync.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
const STATES = ['unchanged', 'changed', 'added', 'moved', 'gone', 'skipped', 'failed'] as const
type PagesOptions = Options & { state?: (typeof STATES)[number]; sync?: string | true }

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
  command('pages <source>', 'list the pages of a source, with why one was skipped')
    .addOption(new Option('--state <state>', 'only pages in this state').choices(STATES))
    .option('--sync [id]', 'what a sync did with each page; the last one unless an id is given')
    .action(async (sourceId: string, options: PagesOptions) => {
      const pages = await allPages(options, settings, sourceId)
      if (options.json) printJson({ pages })
      else console.log(renderTable([['STATE', 'PAGE', 'REASON'], ...pages.map(pageRow)]))
    })
  command('hook <source>', 'show the webhook that makes a source sync')
    .option('--rotate', 'give it another secret')
    .action(async (sourceId: string, options: Options & { rotate?: true }) => {
      const { sources: calls } = connectAsAdmin(options, settings)
      const call = options.rotate ? calls.rotateHook : calls.hook
      printRecord(await call(options.knowledgeBase, sourceId), options)
    })
}

type Listed = Pick<SyncPage, 'key' | 'state' | 'reason'>

async function allPages(
  { knowledgeBase, state, sync, ...options }: PagesOptions,
  settings: Settings,
  sourceId: string,
): Promise<Listed[]> {
  const admin = connectAsAdmin(options, settings)
  const syncId = sync === true ? (await lastSync(admin, knowledgeBase, sourceId)).id : sync
  const pages: Listed[] = []
  let cursor: string | undefined
  do {
    const query = { state, limit: 1000, cursor }
    const part =
      syncId === undefined
        ? await admin.sources.pages(knowledgeBase, sourceId, query)
        : await admin.syncs.pages(knowledgeBase, sourceId, syncId, query)
    pages.push(...part.pages)
    cursor = part.next_cursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

const SOURCE_HEADINGS = ['ID', 'TYPE', 'DOCUMENTS', 'LAST SYNC', 'NEXT SYNC', 'NAME']

const sourceRow = (source: Source): string[] => [
  source.id,
  source.type,
  count(source.documents),
  source.last_sync === null ? '-' : `${source.last_sync.state} ${source.last_sync.created_at}`,
  source.paused ? 'paused' : (source.next_sync_at ?? '-'),
  plain(source.name),
]

const SYNC_HEADINGS = ['ID', 'BEGAN', 'STATE', 'NEW', 'CHANGED', 'MOVED', 'GONE', 'FAILED', 'WHY']

const syncRow = ({ id, created_at, state, counts, reason, trigger }: Sync): string[] => [
  id,
  created_at,
  state,
  count(counts.added),
  count(counts.changed),
  count(counts.moved),
  count(counts.gone),
  count(counts.failed),
  reason === null ? trigger : plain(reason),
]

const pageRow = ({ key, state, reason }: Listed): string[] => [
  state,
  plain(key),
  plain(reason ?? ''),
]
