import type { Prices } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { workspace: string }
type SetOptions = Options & { input: number; output: number; currency?: string }

const EXAMPLES = `
Examples:
  footnote prices list --workspace 0199c1f0-…
  footnote prices set openai/gpt-4.1-mini --input 0.4 --output 1.6 --currency USD --workspace 0199c1f0-…
  footnote prices remove openai/gpt-4.1-mini --workspace 0199c1f0-…`

export function addPricesCommand(program: Command, settings: Settings): void {
  const prices = program
    .command('prices')
    .description('what models cost, for a million tokens')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(prices.command(usage).description(description))
      .requiredOption('--workspace <id>', 'the workspace that they are for')
      .option(...JSON_FLAG)
  const change = async (
    options: Options,
    changed: (now: Prices['prices']) => Prices['prices'],
  ): Promise<void> => {
    const { prices: calls } = connectAsAdmin(options, settings)
    const now = await calls.get(options.workspace)
    print(await calls.put(options.workspace, { prices: changed(now.prices) }), options)
  }
  command('list', 'list prices, and models that lack one').action(async (options: Options) => {
    const { prices: calls } = connectAsAdmin(options, settings)
    print(await calls.get(options.workspace), options)
  })
  command('set <model>', 'set the price of a model, from now on')
    .requiredOption('--input <price>', 'for a million tokens that it reads', readPrice)
    .requiredOption('--output <price>', 'for a million tokens that it writes', readPrice)
    .option('--currency <code>', 'such as USD; only needed for the first price')
    .action((model: string, options: SetOptions) =>
      change(options, (now) => {
        const currency = options.currency ?? now[0]?.currency
        if (currency === undefined) throw new Failure('Name the currency, with --currency.')
        const { input: input_per_million, output: output_per_million } = options
        return [
          // All have one currency: a new one replaces it, if the server lets it.
          ...without(now, model).map((price) => ({ ...price, currency })),
          { model, input_per_million, output_per_million, currency },
        ]
      }),
    )
  command('remove <model>', 'remove the price of a model').action(
    (model: string, options: Options) =>
      change(options, (now) => {
        const left = without(now, model)
        if (left.length === now.length) throw new Failure(`${plain(model)} has no price.`)
        return left
      }),
  )
}

const without = (prices: Prices['prices'], model: string): Prices['prices'] =>
  prices.filter((price) => price.model !== model)

function print({ prices, models_without_price: lacking }: Prices, options: JsonOption): void {
  if (options.json) {
    printJson({ prices, models_without_price: lacking })
    return
  }
  const rows = prices.map((price) => [
    plain(price.model),
    String(price.input_per_million),
    String(price.output_per_million),
    price.currency,
  ])
  console.log(renderTable([['MODEL', 'INPUT', 'OUTPUT', 'CURRENCY'], ...rows]))
  if (lacking.length > 0) console.log(`\nWithout a price: ${lacking.map(plain).join(', ')}`)
}

function readPrice(text: string): number {
  if (!/^\d+(\.\d{1,6})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a number with at most 6 decimals.')
  }
  return Number(text)
}
