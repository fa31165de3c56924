import type { DraftFrame } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { Failure } from '../failure.ts'
import { plain, plainLines } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type ListOptions = Options & { state: 'open' | 'resolved' | 'ignored' }
type DraftOptions = Options & { group?: string; model?: string }

const EXAMPLES = `
Examples:
  footnote gaps list --knowledge-base 0199c1f2-…
  footnote gaps draft 0199c1f9-… --knowledge-base 0199c1f2-… > article.md`

export function addGapsCommand(program: Command, settings: Settings): void {
  const gaps = program
    .command('gaps')
    .description('what readers ask and the documents do not answer well')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(gaps.command(usage).description(description)).requiredOption(
      '--knowledge-base <id>',
      'the knowledge base',
    )
  command('list', 'list gaps, those with most questions first')
    .option('--state <state>', 'open, resolved or ignored', 'open')
    .option(...JSON_FLAG)
    .action(async ({ state, ...options }: ListOptions) => {
      const found = await connectAsAdmin(options, settings).gaps.list(options.knowledgeBase, {
        state,
      })
      if (options.json) return printJson(found)
      const rows = found.gaps.map((gap) => [gap.id, String(gap.questions), plain(gap.title)])
      console.log(renderTable([['ID', 'QUESTIONS', 'TITLE'], ...rows]))
    })
  command('draft <id>', 'write an article for a gap, as markdown')
    .option('--group <id>', 'only from pages of this source group')
    .option('--model <name>', '"extract", or another model of the knowledge base’s own provider')
    .option('--json', `${JSON_FLAG[1]}: a frame a line, as they come`)
    .action(async (id: string, options: DraftOptions) => {
      const { group, model } = options
      const body = {
        ...(group === undefined ? {} : { group_id: group }),
        ...(model === undefined ? {} : { model }),
      }
      const frames = connectAsAdmin(options, settings).gaps.draft(options.knowledgeBase, id, body)
      for await (const frame of frames) print(frame, options)
    })
}

/** Only the end is sure: sections are still checked while they are written. */
function print(frame: DraftFrame, { json }: JsonOption): void {
  if (json) process.stdout.write(`${JSON.stringify(frame)}\n`)
  if ('error_code' in frame) {
    throw new Failure(`${frame.error} (${frame.code}, request ${frame.request_id})`)
  }
  if (!frame.done || json) return
  process.stdout.write(plainLines(frame.markdown))
  const open = frame.not_covered.length
  const missing =
    open === 0 ? '' : ` ${open} of its questions are marked TODO: no page covers them.`
  console.error(`Written by ${plain(frame.model)}.${missing}`)
}
