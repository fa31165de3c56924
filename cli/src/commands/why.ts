import type { Explanation } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { plain, wrap } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string; group: string[] }

const EXAMPLE = `
Example:
  footnote why https://docs.example.org/keys "How do I rotate a key?" --knowledge-base 0199c1f2-…`

export function addWhyCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program
      .command('why <url> <question>')
      .description('explain why a question finds a page, or why it does not'),
  )
    .requiredOption('--knowledge-base <id>', 'the knowledge base')
    .option('--group <id...>', 'search only these source groups', [])
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (url: string, query: string, options: Options) => {
      const groups = options.group.length === 0 ? {} : { group_ids: options.group }
      const admin = connectAsAdmin(options, settings)
      const body = { query, url, ...groups }
      const explanation = await admin.knowledgeBases.explain(options.knowledgeBase, body)
      if (options.json) printJson(explanation)
      else {
        const columns = process.stdout.columns ?? 100
        console.log(renderExplanation(explanation, columns, options.knowledgeBase))
      }
    })
}

const LISTED = 5
const MAX_WIDTH = 100

export function renderExplanation(
  explanation: Explanation,
  columns: number,
  knowledgeBase: string,
): string {
  const { verdict, passages, floor, missing_page } = explanation
  const reasons = missing_page
    ? [describeMissing(missing_page, knowledgeBase)]
    : explanation.reasons
  const width = Math.min(columns, MAX_WIDTH)
  const lines = [verdict.replaceAll('_', ' '), ...reasons.map((reason) => `  ${plain(reason)}`)]
  if (passages.length === 0) return lines.join('\n')
  const rows = passages
    .slice(0, LISTED)
    .map((passage) => [
      `#${passage.index}`,
      shown(passage.place),
      shown(passage.rank),
      score(passage.relevance),
      `${score(passage.vector_score)} (${shown(passage.vector_rank)})`,
      `${score(passage.text_score)} (${shown(passage.text_rank)})`,
      wrap([...passage.heading_path, passage.excerpt].join(' › '), width - 50, 1)[0] ?? '',
    ])
  const table = renderTable([HEADINGS, ...rows])
  return [...lines, '', table, `The relevance threshold is ${floor.toFixed(2)}.`].join('\n')
}

function describeMissing(
  page: NonNullable<Explanation['missing_page']>,
  knowledgeBase: string,
): string {
  const { source_id, source_name, key, state, reason, deleted_at } = page
  if (deleted_at === null)
    return `The source ${source_name} ${state} this page: ${reason ?? 'no reason given'}`
  return (
    `An operator deleted this page on ${deleted_at.slice(0, 10)}, so syncs of the source ` +
    `${source_name} leave it out. To bring it back: footnote sources restore ${source_id} ${key} ` +
    `--knowledge-base ${knowledgeBase}`
  )
}

const HEADINGS = ['PASSAGE', 'PLACE', 'RANK', 'RELEVANCE', 'MEANING', 'WORDS', 'TEXT']
const shown = (value: number | null): string => (value === null ? '-' : String(value))
const score = (value: number | null): string => (value === null ? '-' : value.toFixed(2))
