import { readFile } from 'node:fs/promises'
import type { VerifiedAnswer } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import type { YesOption } from '../../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../../confirm-deletion.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type CreateOptions = Options & {
  file: string
  document: string[]
  variant: string[]
  expires?: string
}

const EXAMPLES = `
Examples:
  footnote verified-answers create "How do I rotate a key?" --file answer.md --document 0199c1f8-… --knowledge-base 0199c1f2-…
  footnote verified-answers confirm 0199e32d-… --knowledge-base 0199c1f2-…`

export function addVerifiedAnswersCommand(program: Command, settings: Settings): void {
  const answers = program
    .command('verified-answers')
    .description('verified answers: what your team wrote, given word for word')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(answers.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it belongs to')
      .option(...JSON_FLAG)
  command('create <question>', 'verify an answer')
    .requiredOption('--file <path>', 'a file with the answer, in Markdown')
    .requiredOption(
      '--document <id>',
      'a document that it rests on; give it again for more',
      collect,
      [],
    )
    .option(
      '--variant <question>',
      'another wording of the question; give it again for more',
      collect,
      [],
    )
    .option('--expires <time>', 'from then on it is not given, such as 2027-03-01T00:00:00Z')
    .action(async (question: string, options: CreateOptions) => {
      const { knowledgeBase, file, document, variant, expires = null } = options
      const { verifiedAnswers } = connectAsAdmin(options, settings)
      const input = {
        question,
        variants: variant,
        answer: (await readFile(file, 'utf8')).trim(),
        source_document_ids: document,
        expires_at: expires,
      }
      printRecord(await verifiedAnswers.create(knowledgeBase, input), options)
    })
  command('list', 'list the verified answers of a knowledge base').action(
    async (options: Options) => {
      const { verifiedAnswers } = connectAsAdmin(options, settings)
      const list = await verifiedAnswers.list(options.knowledgeBase)
      if (options.json) printJson(list)
      else console.log(renderTable([HEADINGS, ...list.verified_answers.map(toRow)]))
    },
  )
  command('confirm <id>', 'verify an answer as it is, after a page has changed').action(
    async (id: string, options: Options) => {
      const { verifiedAnswers } = connectAsAdmin(options, settings)
      printRecord(await verifiedAnswers.change(options.knowledgeBase, id, {}), options)
    },
  )
  command('delete <id>', 'delete a verified answer; its question is answered from the documents')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const { verifiedAnswers } = connectAsAdmin(options, settings)
      const { verified_answers } = await verifiedAnswers.list(options.knowledgeBase)
      const name = verified_answers.find((answer) => answer.id === id)?.question
      if (name === undefined) throw new Failure('There is no such verified answer.', 1)
      await confirmDeletion({ kind: 'verified answer', name, goes: ['Its text.'] }, options)
      await verifiedAnswers.remove(options.knowledgeBase, id)
      console.log(`deleted ${id}`)
    })
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

const HEADINGS = ['ID', 'STATE', 'VERIFIED', 'QUESTION']

const toRow = ({ id, state, verified_at: verifiedAt, question }: VerifiedAnswer): string[] => [
  id,
  state,
  verifiedAt.slice(0, 10),
  plain(question),
]
