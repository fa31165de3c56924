import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import type { YesOption } from '../../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../../confirm-deletion.ts'
import { count } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printRecord } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & YesOption & { knowledgeBase: string }

/** `messages`, `threads` and `askers`: the data that readers leave behind. */
export function addConversationCommands(program: Command, settings: Settings): void {
  const group = (name: string, description: string) => (usage: string, about: string) =>
    addAdminOptions(
      program.command(name).description(description).command(usage).description(about),
    )
      .requiredOption('--knowledge-base <id>', 'the knowledge base')
      .option(...YES_FLAG)
  group('messages', 'stored answers')(
    'delete <id>',
    'delete a stored answer with its question, rating and trace',
  ).action(async (id: string, options: Options) => {
    const { messages } = connectAsAdmin(options, settings)
    await messages.get(options.knowledgeBase, id)
    const goes = ['its question, rating and trace']
    await confirmDeletion({ kind: 'stored answer', name: id, goes }, options)
    await messages.remove(options.knowledgeBase, id)
    console.log(`deleted ${id}`)
  })
  group('threads', 'conversations')(
    'delete <id>',
    'delete a conversation with all its answers',
  ).action(async (id: string, options: Options) => {
    const { threads } = connectAsAdmin(options, settings)
    const goes = ['its questions, answers, ratings and traces']
    await confirmDeletion({ kind: 'conversation', name: id, goes }, options)
    await threads.remove(options.knowledgeBase, id)
    console.log(`deleted ${id}`)
  })
  group('askers', 'askers, by the id or email address that the client sent')(
    'delete <asker>',
    'delete all data of one asker',
  )
    .option(...JSON_FLAG)
    .action(async (asker: string, options: Options & JsonOption) => {
      const { askers } = connectAsAdmin(options, settings)
      const found = await askers.erase(options.knowledgeBase, { asker, dry_run: true })
      const goes = [
        `${count(found.threads)} conversations with ${count(found.messages)} answers`,
        `${count(found.readers)} sign-ins`,
      ]
      await confirmDeletion({ kind: 'asker', name: asker, goes }, options)
      printRecord(await askers.erase(options.knowledgeBase, { asker }), options)
    })
}
