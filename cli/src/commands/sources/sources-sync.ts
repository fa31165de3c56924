import type { AdminClient, Sync } from '@footnote/client/admin'
import { FootnoteError } from '@footnote/client'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { Failure } from '../../failure.ts'
import type { Settings } from '../../settings.ts'
import { finishSync } from '../../sources/finish-sync.ts'
import { uploadFiles } from '../../sources/upload-files.ts'

type Options = AdminOptions & { knowledgeBase: string }

export function addSourceSyncCommands(sources: Command, settings: Settings): void {
  const command = (usage: string, description: string) =>
    addAdminOptions(sources.command(usage).description(description)).requiredOption(
      '--knowledge-base <id>',
      'the knowledge base of the source',
    )

  command('sync <source>', 'sync a source now and show the progress')
    .option('--no-wait', 'do not wait for the sync to finish')
    .action(async (sourceId: string, options: Options & { wait: boolean }) => {
      const admin = connectAsAdmin(options, settings)
      const { id } = await explained(admin.syncs.start(options.knowledgeBase, sourceId), PAUSED)
      if (!options.wait) console.log(`sync ${id}`)
      else await finish(admin, options, sourceId, id)
    })
  command(
    'upload <source> <path...>',
    'upload files, folders and archives to a source of files',
  ).action(async (sourceId: string, paths: string[], options: Options) => {
    const { knowledgeBase: knowledgeBaseId } = options
    await uploadFiles(connectAsAdmin(options, settings), { knowledgeBaseId, sourceId }, paths)
    console.log(
      `The next sync indexes them: footnote sources sync ${sourceId} --knowledge-base ${knowledgeBaseId}`,
    )
  })
  /** Acts on the last sync of the source. */
  const onLast = async (
    action: 'cancel' | 'confirm' | 'discard',
    sourceId: string,
    options: Options,
  ) => {
    const admin = connectAsAdmin(options, settings)
    const sync = await lastSync(admin, options.knowledgeBase, sourceId)
    const conflict = action === 'cancel' ? NOT_RUNNING : NOT_HELD
    await explained(admin.syncs[action](options.knowledgeBase, sourceId, sync.id), conflict)
    if (action === 'discard') console.log('Nothing was deleted. The next sync checks again.')
    else await finish(admin, options, sourceId, sync.id)
  }
  command('cancel <source>', 'cancel the running sync of a source').action(
    (sourceId: string, options: Options) => onLast('cancel', sourceId, options),
  )
  command(
    'confirm <source>',
    'delete the pages that a sync awaiting confirmation would delete',
  ).action((sourceId: string, options: Options) => onLast('confirm', sourceId, options))
  command(
    'discard <source>',
    'keep the pages that a sync awaiting confirmation would delete',
  ).action((sourceId: string, options: Options) => onLast('discard', sourceId, options))
  command('remove <source>', 'delete a source and its documents').action(
    async (sourceId: string, options: Options) => {
      await connectAsAdmin(options, settings).sources.remove(options.knowledgeBase, sourceId)
      console.log(`removed ${sourceId}`)
    },
  )
}

const finish = (admin: AdminClient, options: Options, sourceId: string, syncId: string) =>
  finishSync(admin, { knowledgeBaseId: options.knowledgeBase, sourceId, syncId })

const PAUSED = 'This source cannot sync: it is paused, or its documents are pushed.'
const NOT_RUNNING = 'This source has no running sync.'
const NOT_HELD = 'The last sync of this source is not awaiting confirmation.'

export async function lastSync(
  admin: AdminClient,
  knowledgeBaseId: string,
  sourceId: string,
): Promise<Sync> {
  const [sync] = (await admin.syncs.list(knowledgeBaseId, sourceId, { limit: 1 })).syncs
  if (!sync) throw new Failure('This source has never been synced.')
  return sync
}

async function explained<Result>(call: Promise<Result>, conflict: string): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof FootnoteError) || error.code !== 'CONFLICT') throw error
    throw new Failure(conflict, 1, { cause: error })
  }
}
