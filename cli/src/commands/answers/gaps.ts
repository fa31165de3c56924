import type { DraftFrame } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin, wholeNumber } from '../../admin-options.ts'
import { Failure } from '../../failure.ts'
import { count, plain, plainLines } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type ListOptions = Options & { state: 'open' | 'resolved' | 'ignored'; minQuestions: number }
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
    .option('--min-questions <count>', 'only gaps with at least as many questions', wholeNumber, 2)
    .option(...JSON_FLAG)
    .action(async ({ state, minQuestions, ...options }: ListOptions) => {
      const list = (min_questions: number) =>
        connectAsAdmin(options, settings).gaps.list(options.knowledgeBase, { state, min_questions })
      const found = await list(minQuestions)
      if (options.json) return printJson(found)
      const rows = found.gaps.map((gap) => [gap.id, String(gap.questions), plain(gap.title)])
      console.log(renderTable([['ID', 'QUESTIONS', 'TITLE'], ...rows]))
      if (rows.length === 0) console.error(describeNone(state, minQuestions, (await list(1)).gaps))
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

function describeNone(
  state: string,
  least: number,
  gaps: readonly { questions: number }[],
): string {
  if (gaps.length === 0) {
    return `There are no ${state} gaps. Questions that were not answered or were rated down make them, except under zero retention, where none is stored.`
  }
  const smaller = gaps.length === 1 ? 'a gap' : `${count(gaps.length)} gaps`
  return `There are ${state} gaps, but none of ${least} similar questions. To see ${smaller} with fewer: --min-questions 1`
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
