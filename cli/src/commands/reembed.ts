import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminClient, Reembedding } from '@footnote/client/admin'
import { FootnoteError } from '@footnote/client'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printRecord } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions &
  JsonOption & {
    model?: string
    skipGate?: true
    rollback?: true
    discard?: true
    status?: true
    wait?: true
  }

const POLL_MS = 1000

const EXAMPLE = `
Searches use the present model until every passage has a vector of the new one, and then move to it
at once. The vectors before are kept for --rollback until the next re-embedding or --discard.

Examples:
  footnote reembed 0199c1f2-… --model e5-small --wait
  footnote reembed 0199c1f2-… --status
  footnote reembed 0199c1f2-… --rollback`

export function addReembedCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program
      .command('reembed <knowledge-base>')
      .description('change the embedding model of a knowledge base without interrupting search'),
  )
    .addOption(
      new Option('--model <name>', 'the model to change to (--status lists them)').conflicts([
        'rollback',
        'discard',
        'status',
      ]),
    )
    .addOption(
      new Option('--rollback', 'go back to the previous model').conflicts(['discard', 'status']),
    )
    .addOption(
      new Option(
        '--discard',
        'discard the vectors being built, or those kept for --rollback',
      ).conflicts('status'),
    )
    .option('--skip-gate', 'change to it although the evaluation gate holds models')
    .option('--status', 'show the progress')
    .option('--wait', 'wait until it has finished')
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (knowledgeBaseId: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      await act(admin, knowledgeBaseId, options)
      const shown = options.wait
        ? await untilBuilt(admin, knowledgeBaseId)
        : await admin.reembed.get(knowledgeBaseId)
      printRecord(shown, options)
    })
}

async function act(admin: AdminClient, id: string, options: Options): Promise<void> {
  const { model, rollback, discard, status, wait, skipGate } = options
  try {
    if (model !== undefined) await admin.reembed.start(id, { model, skip_gate: skipGate === true })
    else if (rollback) await admin.reembed.rollBack(id)
    else if (discard) await admin.reembed.discard(id)
    else if (!status && !wait) {
      throw new Failure(
        'Choose one of --model <name>, --rollback, --discard and --status.',
        USAGE_EXIT_CODE,
      )
    }
  } catch (error) {
    if (!(error instanceof FootnoteError) || error.code !== 'CONFLICT') throw error
    const problem = rollback
      ? 'There is nothing to roll back to.'
      : 'Vectors of another model are being built. Wait, or discard them with --discard.'
    throw new Failure(problem, 1, { cause: error })
  }
}

async function untilBuilt(admin: AdminClient, id: string): Promise<Reembedding> {
  for (;;) {
    const now = await admin.reembed.get(id)
    if (now.state !== 'building' && now.state !== 'evaluating') return now
    if (process.stderr.isTTY) process.stderr.write(`\r${now.done} of ${now.total} passages`)
    await sleep(POLL_MS)
  }
}
