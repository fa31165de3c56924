import { setTimeout as sleep } from 'node:timers/promises'
import { writeFile } from 'node:fs/promises'
import type { AdminClient, AnswerDiffWithItems, DiffCounts } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { readChanges } from '../../diffs/read-changes.ts'
import { renderDiffHtml } from '../../diffs/render-html.ts'
import { renderDiffMarkdown } from '../../diffs/render-markdown.ts'
import { VERDICTS } from '../../diffs/verdict-words.ts'
import { Failure, USAGE_EXIT_CODE } from '../../failure.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson } from '../../print.ts'
import type { Settings } from '../../settings.ts'

const INTERVAL_MS = 1_000

type Options = AdminOptions &
  JsonOption & {
    knowledgeBase: string
    base: string
    head: string
    repository: string
    folder: string
    source?: string
    pathMap?: string
    label: string
    days: string
    gaps: boolean
    markdown?: string
    html?: string
    failOver?: string[]
  }

const EXAMPLES = `
Examples:
  footnote diff --base main --head my-branch --folder docs --knowledge-base 0199c1f2-…
  footnote diff --base published/ --head draft/ --html report.html --knowledge-base 0199c1f2-…
  footnote diff --base main --head HEAD --fail-over contradicts=0 no_longer_covered=0 --knowledge-base 0199c1f2-…`

export function addDiffCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program
      .command('diff')
      .description('show what a change to the pages does to the answers, before it is published')
      .addHelpText('after', EXAMPLES),
  )
    .requiredOption('--knowledge-base <id>', 'the knowledge base')
    .requiredOption('--base <commit>', 'a commit or branch, or a folder: the pages as they are')
    .requiredOption('--head <commit>', 'the same with the change')
    .option('--repository <folder>', 'where the commits are', '.')
    .option('--folder <path>', 'only files below this folder', '')
    .option('--source <id>', 'the source that the pages belong to')
    .option(
      '--path-map <from=address>',
      'what paths begin with and the address of it, such as content/=https://docs.example.com/',
    )
    .option('--label <text>', 'what is to be tried', '')
    .option('--days <count>', 'how far back readers’ questions are asked; 0: none are', '90')
    .option('--no-gaps', 'do not ask the questions of open gaps')
    .option('--markdown <file>', 'write the report as a comment for a pull request')
    .option('--html <file>', 'write the report as a page')
    .option(
      '--fail-over <verdict...>',
      'fail if more questions than this are so, such as contradicts=0 worse=2',
    )
    .option(...JSON_FLAG)
    .action(async (options: Options) => {
      const limits = (options.failOver ?? []).map(readLimit)
      const pages = await readChanges(options)
      if (pages.length === 0) {
        console.error('No page changes.')
        if (options.markdown !== undefined) {
          await writeFile(options.markdown, 'This change touches no page.\n')
        }
        return
      }
      const admin = connectAsAdmin(options, settings)
      const { id } = await admin.answerDiffs.start(options.knowledgeBase, {
        pages,
        label: options.label,
        days: readDays(options.days),
        gaps: options.gaps,
        ...(options.source === undefined ? {} : { source_id: options.source }),
        ...(options.pathMap === undefined ? {} : { path_map: readPathMap(options.pathMap) }),
      })
      const diff = await watchDiff(admin, options.knowledgeBase, id)
      const markdown = `${renderDiffMarkdown(diff)}\n`
      if (options.markdown !== undefined) await writeFile(options.markdown, markdown)
      if (options.html !== undefined) await writeFile(options.html, renderDiffHtml(diff))
      if (options.json) printJson(diff)
      else process.stdout.write(markdown)
      if (diff.state === 'failed') throw new Failure(diff.reason ?? 'The answer diff failed.')
      for (const { verdict, most } of limits) {
        if (diff.counts[verdict] <= most) continue
        console.error(`${verdict} is ${diff.counts[verdict]}, over ${most}.`)
        process.exitCode = 1
      }
    })
}

/** Waits until it has ended, and tells a terminal how far it is. */
async function watchDiff(
  admin: AdminClient,
  knowledgeBaseId: string,
  id: string,
): Promise<AnswerDiffWithItems> {
  const { stderr } = process
  for (;;) {
    const diff = await admin.answerDiffs.get(knowledgeBaseId, id)
    if (stderr.isTTY) stderr.write(`\r${diff.done} of ${diff.total} questions`)
    if (diff.state === 'completed' || diff.state === 'failed') {
      if (stderr.isTTY) stderr.write('\n')
      return diff
    }
    await sleep(INTERVAL_MS)
  }
}

function readLimit(text: string): { verdict: keyof DiffCounts; most: number } {
  const [name, number = ''] = text.split('=', 2)
  const verdict = VERDICTS.find((known) => known === name)
  if (!verdict) {
    throw new Failure(`"${name}" is none of ${VERDICTS.join(', ')}.`, USAGE_EXIT_CODE)
  }
  if (!/^\d+$/.test(number)) throw new Failure(`"${text}" has no number.`, USAGE_EXIT_CODE)
  return { verdict, most: Number(number) }
}

function readDays(text: string): number {
  if (!/^\d+$/.test(text)) throw new Failure('--days must be a whole number.', USAGE_EXIT_CODE)
  return Number(text)
}

function readPathMap(text: string): { from: string; to: string } {
  const at = text.indexOf('=')
  if (at === -1) throw new Failure('--path-map needs a path, = and an address.', USAGE_EXIT_CODE)
  return { from: text.slice(0, at), to: text.slice(at + 1) }
}
