import { FootnoteError } from '@footnote/client'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { collectPages } from '../collect-pages.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { Failure } from '../failure.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type CreateOptions = Options & { signedReadersOnly?: true }
type ChangeOptions = Options & { signedReadersOnly: boolean }
type DeleteOptions = Options & YesOption & { moveTo?: string }

const EXAMPLES = `
Examples:
  footnote groups create "API reference" --knowledge-base 0199c1f2-…
  footnote groups list --knowledge-base 0199c1f2-…
  footnote groups rename 0199c1f4-… "REST API" --knowledge-base 0199c1f2-…
  footnote groups change 0199c1f4-… --signed-readers-only yes --knowledge-base 0199c1f2-…
  footnote groups delete 0199c1f4-… --move-to none --knowledge-base 0199c1f2-…`

export function addGroupsCommand(program: Command, settings: Settings): void {
  const groups = program
    .command('groups')
    .description(
      'source groups: parts of a knowledge base that keys and questions can be limited to',
    )
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(groups.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it belongs to')
      .option(...JSON_FLAG)
  command('create <name>', 'create a source group')
    .option('--signed-readers-only', 'only readers whose signed token names it read it')
    .action(async (name: string, options: CreateOptions) => {
      const { groups: calls } = connectAsAdmin(options, settings)
      const input = { name, signed_readers_only: options.signedReadersOnly ?? false }
      printRecord(await calls.create(options.knowledgeBase, input), options)
    })
  command('list', 'list the source groups of a knowledge base').action(async (options: Options) => {
    const { groups: calls } = connectAsAdmin(options, settings)
    const found = await collectPages(1000, async (page) => {
      const { groups: items, next_cursor } = await calls.list(options.knowledgeBase, page)
      return { items, next_cursor }
    })
    const rows = found.map(({ id, name, signed_readers_only }) => [
      id,
      signed_readers_only ? 'signed readers' : 'every key',
      plain(name),
    ])
    if (options.json) printJson({ groups: found })
    else console.log(renderTable([['ID', 'READ BY', 'NAME'], ...rows]))
  })
  command('rename <id> <name>', 'rename a source group').action(
    async (id: string, name: string, options: Options) => {
      const { groups: calls } = connectAsAdmin(options, settings)
      printRecord(await calls.change(options.knowledgeBase, id, { name }), options)
    },
  )
  command('change <id>', 'say who reads a source group')
    .addOption(
      new Option(
        '--signed-readers-only <yes|no>',
        'only readers whose signed token names it read it',
      )
        .argParser(readYes)
        .makeOptionMandatory(),
    )
    .action(async (id: string, options: ChangeOptions) => {
      const { groups: calls } = connectAsAdmin(options, settings)
      const change = { signed_readers_only: options.signedReadersOnly }
      printRecord(await calls.change(options.knowledgeBase, id, change), options)
    })
  command('delete <id>', 'delete a source group')
    .option('--move-to <id>', 'the group to move its documents and sources to, or "none"')
    .option(...YES_FLAG)
    .action(async (id: string, options: DeleteOptions) => {
      const { groups: calls } = connectAsAdmin(options, settings)
      const { knowledgeBase, moveTo } = options
      const { name } = await calls.get(knowledgeBase, id)
      const goes = [movesTo(moveTo)]
      await confirmDeletion({ kind: 'source group', name, goes }, options)
      await calls.remove(knowledgeBase, id, { move_to: moveTo }).catch(explainConflict)
      console.log(`deleted ${id}`)
    })
}

function readYes(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Say yes or no.')
  return text === 'yes'
}

function movesTo(moveTo: string | undefined): string {
  if (moveTo === undefined) return 'Only if it has no documents and no sources.'
  if (moveTo === 'none') return 'Its documents and sources will belong to no group.'
  return `Its documents and sources move to ${moveTo}.`
}

function explainConflict(error: unknown): never {
  if (!(error instanceof FootnoteError) || error.code !== 'CONFLICT') throw error
  const problem =
    'It is in use. Use --move-to to say where its documents and sources go. Keys, and the sign-in, ' +
    'that are limited to this group alone must be revoked or changed first.'
  throw new Failure(problem, 1, { cause: error })
}
