import type { SavedSearchRule, SearchRule } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }

const EXAMPLES = `
Examples:
  footnote search-rules synonym PAT --means "personal access token" --knowledge-base 0199c1f2-…
  footnote search-rules synonym k8s --means kubernetes --both-ways --knowledge-base 0199c1f2-…
  footnote search-rules pin https://docs.example.com/install --words "install windows" --knowledge-base 0199c1f2-…`

export function addSearchRulesCommand(program: Command, settings: Settings): void {
  const rules = program
    .command('search-rules')
    .description('search rules: synonyms and pinned pages, which the search follows')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(rules.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it belongs to')
      .option(...JSON_FLAG)
  const add = async (rule: SearchRule, options: Options) => {
    const { searchRules } = connectAsAdmin(options, settings)
    const saved = await searchRules.create(options.knowledgeBase, { rule })
    if (options.json) printJson(saved)
    else printRecord({ id: saved.id, kind: rule.kind, rule: describe(rule) }, options)
  }
  command('synonym <words...>', 'also find pages that say it in other words')
    .requiredOption('--means <words>', 'what pages say; give it again for more', collect, [])
    .option('--both-ways', 'all of them stand for one another')
    .action((words: string[], options: Options & { means: string[]; bothWays?: true }) => {
      const { means, bothWays = false } = options
      return add({ kind: 'synonym', words, means, both_ways: bothWays }, options)
    })
  command('pin <url>', 'show a page first for some questions')
    .requiredOption(
      '--words <words>',
      'a question that has all of these; give it again for more',
      collect,
      [],
    )
    .action((url: string, options: Options & { words: string[] }) =>
      add({ kind: 'pin', words: options.words, url }, options),
    )
  command('list', 'list the search rules of a knowledge base').action(async (options: Options) => {
    const { searchRules } = connectAsAdmin(options, settings)
    const list = await searchRules.list(options.knowledgeBase)
    if (options.json) printJson(list)
    else console.log(renderTable([HEADINGS, ...list.search_rules.map(toRow)]))
  })
  command('delete <id>', 'delete a search rule').action(async (id: string, options: Options) => {
    await connectAsAdmin(options, settings).searchRules.remove(options.knowledgeBase, id)
    console.log(`deleted ${id}`)
  })
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

const HEADINGS = ['ID', 'KIND', 'RULE']

const toRow = ({ id, rule }: SavedSearchRule): string[] => [id, rule.kind, plain(describe(rule))]

const describe = (rule: SearchRule): string => {
  const words = rule.words.join(', ')
  if (rule.kind === 'pin') return `${words} → ${rule.url}`
  return `${words} ${rule.both_ways ? '=' : '→'} ${rule.means.join(', ')}`
}
