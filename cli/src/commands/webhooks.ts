import type { Webhook, WebhookDelivery, WebhookInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { workspace: string }
type EventOptions = Options & { event: WebhookInput['events']; secret?: string }
type ListOptions = Options & { state?: WebhookDelivery['state'] }

const EXAMPLES = `
Examples:
  footnote webhooks create https://hooks.example.com/footnote --event sync.failed --workspace 0199c1f1-…
  footnote webhooks test 0199e32a-… --workspace 0199c1f1-…
  footnote webhooks deliveries 0199e32a-… --state failed --workspace 0199c1f1-…
  footnote webhooks replay-failed 0199e32a-… --since 2026-03-14T00:00:00Z --workspace 0199c1f1-…`

export function addWebhooksCommand(program: Command, settings: Settings): void {
  const webhooks = program
    .command('webhooks')
    .description('where a workspace is told what happens in it')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(webhooks.command(usage).description(description))
      .requiredOption('--workspace <id>', 'the workspace')
      .option(...JSON_FLAG)
  const calls = (options: Options) => connectAsAdmin(options, settings).webhooks
  command('create <url>', 'create a webhook; its secret is shown only once')
    .requiredOption('--event <type...>', 'what is sent, such as gap.created or sync.failed')
    .option('--secret <secret>', 'your own secret (default: a new one)')
    .action(async (url: string, options: EventOptions) => {
      const { event: events, secret, workspace } = options
      const body = { url, events, ...(secret === undefined ? {} : { secret }) }
      printRecord(await calls(options).create(workspace, body), options)
    })
  command('list', 'list webhooks').action(async (options: Options) => {
    const list = await calls(options).list(options.workspace)
    if (options.json) printJson(list)
    else console.log(renderTable([HEADINGS, ...list.webhooks.map(toRow)]))
  })
  command('enable <id>', 'enable a webhook').action(async (id: string, options: Options) => {
    await calls(options).change(options.workspace, id, { enabled: true })
    console.log('Enabled.')
  })
  command('disable <id>', 'send nothing more; what waits has failed').action(
    async (id: string, options: Options) => {
      await calls(options).change(options.workspace, id, { enabled: false })
      console.log('Disabled.')
    },
  )
  command('delete <id>', 'delete a webhook and its deliveries').action(
    async (id: string, options: Options) => {
      await calls(options).delete(options.workspace, id)
      console.log('Deleted.')
    },
  )
  command('rotate <id>', 'replace the secret; the previous one signs for 24 hours more').action(
    async (id: string, options: Options) => {
      printRecord(await calls(options).rotateSecret(options.workspace, id), options)
    },
  )
  command('test <id>', 'send a test').action(async (id: string, options: Options) => {
    printRecord(await calls(options).test(options.workspace, id), options)
  })
  command('deliveries <id>', 'list the newest deliveries')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([
        'pending',
        'delivered',
        'failed',
      ]),
    )
    .action(async (id: string, options: ListOptions) => {
      const { workspace, state } = options
      const list = await calls(options).deliveries(workspace, id, state ? { state } : {})
      if (options.json) printJson(list)
      else console.log(renderTable([DELIVERY_HEADINGS, ...list.deliveries.map(toDeliveryRow)]))
    })
  command('replay <id> <delivery>', 'send a delivery again').action(
    async (id: string, delivery: string, options: Options) => {
      printRecord(await calls(options).replay(options.workspace, id, delivery), options)
    },
  )
  command('replay-failed <id>', 'send all failed deliveries since a time again')
    .requiredOption('--since <time>', 'in UTC, such as 2026-03-14T00:00:00Z')
    .action(async (id: string, options: Options & { since: string }) => {
      const { workspace, since } = options
      printRecord(await calls(options).replayFailed(workspace, id, { since }), options)
    })
}

const HEADINGS = ['ID', 'STATE', 'SECRET', 'EVENTS', 'URL']

const toRow = (webhook: Webhook): string[] => [
  webhook.id,
  getState(webhook),
  `…${webhook.secret_hint}`,
  webhook.events.join(','),
  plain(webhook.url),
]

function getState({ enabled, disabled_reason, failing_since }: Webhook): string {
  if (!enabled) return disabled_reason ? `disabled (${disabled_reason})` : 'disabled'
  return failing_since === null ? 'enabled' : 'failing'
}

const DELIVERY_HEADINGS = ['ID', 'EVENT', 'STATE', 'ATTEMPTS', 'ANSWER', 'NEXT', 'ERROR']

const toDeliveryRow = (delivery: WebhookDelivery): string[] => [
  delivery.id,
  delivery.type,
  delivery.state,
  String(delivery.attempts),
  delivery.response_status?.toString() ?? '-',
  delivery.next_attempt_at ?? '-',
  plain(delivery.last_error ?? '-'),
]
