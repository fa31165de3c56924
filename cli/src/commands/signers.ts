import type { ReaderSigner, ReaderTokenReport } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { Failure } from '../failure.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type CreateOptions = Options & { jwksUrl?: string; audience?: string; issuer?: string }
type RotateOptions = Options & { previousValidHours: number }
type CheckOptions = Options & { key?: string }

const EXAMPLES = `
Examples:
  footnote signers create "Customer portal" --knowledge-base 0199c1f2-…
  footnote signers create Login --jwks-url https://id.example.com/keys --knowledge-base 0199c1f2-…
  footnote signers rotate 0199c1f3-… --previous-valid-hours 1 --knowledge-base 0199c1f2-…
  footnote signers check eyJhbGci… --knowledge-base 0199c1f2-…`

export function addSignersCommand(program: Command, settings: Settings): void {
  const signers = program
    .command('signers')
    .description('reader signers: who vouches for readers by signed tokens')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(signers.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it belongs to')
      .option(...JSON_FLAG)
  command('create <name>', 'register a signer; its secret is shown only once')
    .option('--jwks-url <url>', 'where your public keys are; without it there is a secret')
    .option('--audience <text>', 'what tokens are for; by default the id of the knowledge base')
    .option('--issuer <text>', 'who must have made the tokens')
    .action(async (name: string, options: CreateOptions) => {
      const { knowledgeBase, jwksUrl, audience, issuer = null } = options
      const input = { name, audience, issuer, jwks_url: jwksUrl }
      const { readerSigners } = connectAsAdmin(options, settings)
      printRecord(await readerSigners.create(knowledgeBase, input), options)
    })
  command('list', 'list the signers of a knowledge base').action(async (options: Options) => {
    const list = await connectAsAdmin(options, settings).readerSigners.list(options.knowledgeBase)
    if (options.json) printJson(list)
    else console.log(renderTable([HEADINGS, ...list.reader_signers.map(toRow)]))
  })
  command('rotate <id>', 'replace the secret of a signer; the new one is shown only once')
    .option('--previous-valid-hours <hours>', 'how long the previous secret counts', readHours, 0)
    .action(async (id: string, options: RotateOptions) => {
      const { readerSigners } = connectAsAdmin(options, settings)
      const body = { previous_valid_hours: options.previousValidHours }
      printRecord(await readerSigners.rotate(options.knowledgeBase, id, body), options)
    })
  command('delete <id>', 'delete a signer; its tokens are refused within 5 seconds')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const { readerSigners } = connectAsAdmin(options, settings)
      const { reader_signers } = await readerSigners.list(options.knowledgeBase)
      const name = reader_signers.find((signer) => signer.id === id)?.name
      if (name === undefined) throw new Failure('There is no such signer.', 1)
      const goes = ['Its tokens. Nobody can continue the conversations of its readers.']
      await confirmDeletion({ kind: 'signer', name, goes }, options)
      await readerSigners.remove(options.knowledgeBase, id)
      console.log(`deleted ${id}`)
    })
  command('check <token>', 'see who a token says is asking, and what they may read')
    .option(
      '--key <id>',
      'a client key that it is sent with; by default one that reads every group',
    )
    .action(async (token: string, options: CheckOptions) => {
      const { readerSigners } = connectAsAdmin(options, settings)
      const body = { token, key_id: options.key }
      const report = await readerSigners.check(options.knowledgeBase, body)
      if (options.json) printJson(report)
      else console.log(describe(report))
      if (!report.valid) process.exitCode = 1
    })
}

const HEADINGS = ['ID', 'KIND', 'AUDIENCE', 'ISSUER', 'NAME']

const toRow = ({ id, kind, audience, issuer, name }: ReaderSigner): string[] => [
  id,
  kind,
  plain(audience),
  plain(issuer ?? 'any'),
  plain(name),
]

function readHours(text: string): number {
  const hours = Number(text)
  if (!Number.isInteger(hours) || hours < 0) throw new InvalidArgumentError('Give whole hours.')
  return hours
}

function describe({ problem, reader, groups, reads_ungrouped }: ReaderTokenReport): string {
  if (!reader) return problem ?? ''
  const names = groups.map(({ name }) => name)
  const reads = [...names, ...(reads_ungrouped ? ['documents in no group'] : [])]
  const lines = [
    `valid until ${reader.expires_at}`,
    `reader: ${reader.subject}`,
    `reads: ${reads.join(', ') || 'nothing'}`,
    ...(reader.unknown_groups.length > 0
      ? [`not for signed readers here: ${reader.unknown_groups.join(', ')}`]
      : []),
  ]
  return lines.map(plain).join('\n')
}
