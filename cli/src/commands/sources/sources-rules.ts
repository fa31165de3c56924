import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { count, plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import type { OpenOption } from '../../sources/read-credential.ts'
import { OPEN_FLAG } from '../../sources/read-credential.ts'
import type { Rule } from '../../sources/rule-options.ts'
import { collectRule, describeRule, RULE_HELP } from '../../sources/rule-options.ts'

type Options = AdminOptions &
  JsonOption &
  OpenOption & { knowledgeBase: string; rule: Rule[]; none?: true; preview?: true }

/** New rules change many documents at once. */
const TIMEOUT_MS = 120_000
const MAX_CONTAINERS = 20

export function addSourceRulesCommand(sources: Command, settings: Settings): void {
  addAdminOptions(
    sources
      .command('rules <source>')
      .description('show the rules of a source and how many documents each takes, or replace them'),
  )
    .requiredOption('--knowledge-base <id>', 'the knowledge base of the source')
    .option('--rule <rule>', 'the rules from now on, in their order', collectRule, [])
    .option('--none', 'no rules from now on')
    .option('--preview', 'only show what these rules would do')
    .option(...OPEN_FLAG)
    .option(...JSON_FLAG)
    .addHelpText('after', RULE_HELP)
    .action((sourceId: string, options: Options) => changeRules(sourceId, options, settings))
}

async function changeRules(sourceId: string, options: Options, settings: Settings): Promise<void> {
  const { knowledgeBase, rule, none: isNone, preview: isPreview } = options
  const { sources } = connectAsAdmin(options, settings)
  const isNew = rule.length > 0 || isNone === true
  const rules = isNew ? rule : (await sources.get(knowledgeBase, sourceId)).rules
  const slow = { timeoutMs: TIMEOUT_MS }
  const preview = await sources.previewRules(knowledgeBase, sourceId, { rules }, slow)
  if (isNew && !isPreview) {
    const body = { rules, open_private_pages: options.openPrivatePages === true }
    await sources.change(knowledgeBase, sourceId, body, slow)
  }
  if (options.json)
    return printJson({
      ...preview,
      rules: preview.rules.map((one, n) => ({ ...rules[n], ...one })),
    })
  const rows = rules.map((one, n) => {
    const { matches = 0, decides = 0 } = preview.rules[n] ?? {}
    return [plain(describeRule(one)), count(matches), count(decides)]
  })
  console.log(
    renderTable([
      ['RULE', 'MATCHES', 'DECIDES'],
      ...rows,
      ['(no rule)', count(preview.unmatched), ''],
    ]),
  )
  if (isNew) {
    const verb = isPreview ? 'would change' : 'changed'
    console.log(`${count(preview.changes)} of ${count(preview.documents)} documents ${verb}.`)
  }
  if (preview.containers.length === 0) return
  const shown = preview.containers.slice(0, MAX_CONTAINERS)
  console.log(
    `\n${renderTable([['IN', 'DOCUMENTS'], ...shown.map((one) => [plain(one.name), count(one.documents)])])}`,
  )
}
