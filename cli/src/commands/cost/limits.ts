import type { Limits, WorkspaceUsage } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { count, plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderRecord } from '../../print.ts'
import type { Settings } from '../../settings.ts'

/** The parser of options takes null for an option without a value. */
const NONE = 'none'

type Options = AdminOptions & JsonOption & { workspace: string }
type SetOptions = Options & {
  allowance?: number | typeof NONE
  alertAt?: number[]
  dailyCost?: number | typeof NONE
}

const EXAMPLES = `
Examples:
  footnote limits show --workspace 0199c1f0-…
  footnote limits set --allowance 10000 --alert-at 50,80 --daily-cost 5 --workspace 0199c1f0-…
  footnote limits set --daily-cost none --workspace 0199c1f0-…`

export function addLimitsCommand(program: Command, settings: Settings): void {
  const limits = program
    .command('limits')
    .description('what a workspace may use in a month and spend in a day')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(limits.command(usage).description(description))
      .requiredOption('--workspace <id>', 'the workspace that they are for')
      .option(...JSON_FLAG)
  command('show', 'show the limits, and what is used of them').action(async (options: Options) => {
    const admin = connectAsAdmin(options, settings)
    const now = await admin.limits.get(options.workspace)
    print(now, await admin.workspaces.usage(options.workspace), options)
  })
  command('set', 'change the limits that are named; the others stay')
    .option('--allowance <questions>', 'questions in a month, or "none"', readAllowance)
    .option('--alert-at <percent,…>', 'when to be told besides, or "none"', readPercents)
    .option('--daily-cost <amount>', 'what answers may cost in a day, or "none"', readAmount)
    .action(async (options: SetOptions) => {
      const admin = connectAsAdmin(options, settings)
      const now = await admin.limits.get(options.workspace)
      const { allowance, alertAt, dailyCost } = options
      const limitsNow = await admin.limits.put(options.workspace, {
        monthly_question_allowance: changed(now.monthly_question_allowance, allowance),
        alert_at_percent: alertAt ?? now.alert_at_percent,
        daily_cost_cap: changed(now.daily_cost_cap, dailyCost),
      })
      print(limitsNow, await admin.workspaces.usage(options.workspace), options)
    })
}

function print(limits: Limits, usage: WorkspaceUsage, options: JsonOption): void {
  const { answered, spent_today, cost_cap_reached } = usage
  if (options.json) {
    printJson({ ...limits, answered, spent_today, cost_cap_reached })
    return
  }
  const { monthly_question_allowance: allowance, daily_cost_cap: cap, currency } = limits
  const record = {
    'questions this month': `${count(answered)} of ${allowance === null ? 'any number' : count(allowance)}`,
    'spent today': `${spent_today} of ${cap === null ? 'any amount' : `${cap} ${currency ?? ''}`}`,
    'told at': [...limits.alert_at_percent, 100].map((percent) => `${percent}%`),
  }
  console.log(renderRecord(record))
  if (cost_cap_reached) {
    console.log('\nThe daily cost cap is reached: answers quote the documents until midnight UTC.')
  }
  const lacking = limits.models_without_price
  if (lacking.length > 0) {
    console.log(
      `\nThe cap does not hold for models without a price: ${lacking.map(plain).join(', ')}`,
    )
  }
}

const changed = (now: number | null, option: number | typeof NONE | undefined): number | null =>
  option === undefined ? now : option === NONE ? null : option

function readAllowance(text: string): number | typeof NONE {
  if (text === NONE) return NONE
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or none.')
  return Number(text)
}

function readAmount(text: string): number | typeof NONE {
  if (text === NONE) return NONE
  if (!/^\d+(\.\d{1,6})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a number with at most 6 decimals, or none.')
  }
  return Number(text)
}

function readPercents(text: string): number[] {
  if (text === NONE) return []
  const percents = text.split(',').map(Number)
  if (!percents.every((percent) => Number.isInteger(percent) && percent >= 1 && percent <= 99)) {
    throw new InvalidArgumentError('They must be whole numbers from 1 to 99, with commas between.')
  }
  return percents
}
