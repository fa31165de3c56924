import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { confirmDeletion, YES_FLAG } from '../../confirm-deletion.ts'
import type { YesOption } from '../../confirm-deletion.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import type { CredentialOptions, OpenOption } from '../../sources/read-credential.ts'
import {
  addCredentialOptions,
  CREDENTIAL_HELP,
  OPEN_FLAG,
  readCredential,
} from '../../sources/read-credential.ts'

type Options = AdminOptions &
  JsonOption &
  YesOption &
  CredentialOptions &
  OpenOption & { knowledgeBase: string; remove?: true }

/** The service reads the address before it saves. */
const TIMEOUT_MS = 60_000

export function addSourceCredentialCommand(sources: Command, settings: Settings): void {
  const command = addAdminOptions(
    sources
      .command('credential <source>')
      .description('test and save what a source signs in with, show who that is, or remove it'),
  ).requiredOption('--knowledge-base <id>', 'the knowledge base of the source')
  addCredentialOptions(command, ['website', 'git', 'oauth', 's3', 'google', 'token'])
    .option(...OPEN_FLAG)
    .option('--remove', 'remove it')
    .option(...YES_FLAG)
    .option(...JSON_FLAG)
    .addHelpText('after', CREDENTIAL_HELP)
    .action((sourceId: string, options: Options) => changeCredential(sourceId, options, settings))
}

async function changeCredential(
  sourceId: string,
  options: Options,
  settings: Settings,
): Promise<void> {
  const { knowledgeBase } = options
  const { sources } = connectAsAdmin(options, settings)
  if (options.remove) {
    const { name } = await sources.get(knowledgeBase, sourceId)
    const goes = ['It no longer signs in, not even in a running sync.']
    await confirmDeletion({ kind: 'credential of the source', name, goes }, options)
    return sources.removeCredential(knowledgeBase, sourceId)
  }
  const credential = await readCredential(options)
  if (!credential) {
    const { credential: saved } = await sources.get(knowledgeBase, sourceId)
    if (!saved) throw new Failure('The source has no credential.')
    return printRecord(saved, options)
  }
  const body = { credential, open_private_pages: options.openPrivatePages === true }
  const saved = await sources.putCredential(knowledgeBase, sourceId, body, {
    timeoutMs: TIMEOUT_MS,
  })
  if (options.json) return printJson(saved)
  const reads = saved.reads === null ? '' : ` It can read ${plain(saved.reads)}.`
  console.log(`Connected as ${plain(saved.signed_in_as)}.${reads}`)
  if (saved.needed === false) {
    console.log('The address can be read without it too, so whether it is right cannot be told.')
  }
}
