import type { SecretsReport } from '@footnote/server/main'
import type { Command } from 'commander'
import { renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import { withServer } from '../../with-server.ts'

const EXAMPLE = `
It takes the settings of the service. docs/guides/operations.md has every step.

Example:
  footnote secrets `

export function addSecretsCommand(program: Command, settings: Settings): void {
  const secrets = program
    .command('secrets')
    .description('replace KEY_PEPPER, SECRETS_KEY and the signing keys of readers’ sign-in')
  const run = async (rotate: boolean, acceptLoss: boolean) => {
    const command = { rotate, acceptLoss }
    const report = await withServer(settings.databaseUrl, (server) => server.secrets(command))
    console.log(render(report))
  }
  secrets
    .command('rotate')
    .description('encrypt everything with the new values, once every process has them')
    .option(
      '--accept-loss',
      'the previous values are lost: give up the keys and secrets stored under them',
    )
    .addHelpText('after', `${EXAMPLE}rotate`)
    .action(({ acceptLoss = false }: { acceptLoss?: boolean }) => run(true, acceptLoss))
  secrets
    .command('status')
    .description('show what still depends on KEY_PEPPER_PREVIOUS and SECRETS_KEY_PREVIOUS')
    .addHelpText('after', `${EXAMPLE}status`)
    .action(() => run(false, false))
}

function render({ rotation, keys, tokens, webhooks, sealed }: SecretsReport): string {
  const lines: string[] = []
  if (rotation) {
    lines.push(
      `Re-encrypted: ${rotation.resealed}. New signing keys: ${rotation.signingKeys}.`,
      ...(rotation.unreadable > 0
        ? [`Sealed with neither key, so already lost: ${rotation.unreadable}.`]
        : []),
    )
  }
  if (keys.length + tokens.length + webhooks.length + sealed === 0) {
    return [...lines, 'Nothing depends on the previous values. You can remove them.'].join('\n')
  }
  lines.push('Still depend on the previous values:')
  if (sealed > 0) lines.push(`  sealed secrets: ${sealed}. Run: footnote secrets rotate`)
  if (keys.length > 0) {
    lines.push(`  keys, until each is used: ${keys.length}`, listed(keys))
  }
  if (tokens.length > 0) {
    const rows = tokens.map(({ workspaceId, id, name }) => [`    ${workspaceId}`, id, name])
    lines.push(
      `  access tokens, until each is used: ${tokens.length}`,
      renderTable([['    WORKSPACE', 'ID', 'NAME'], ...rows]),
    )
  }
  if (webhooks.length > 0) {
    lines.push(
      `  webhooks, until the sender has the new secret (footnote sources hook): ${webhooks.length}`,
      listed(webhooks),
    )
  }
  return lines.join('\n')
}

const listed = (rows: SecretsReport['keys']): string =>
  renderTable([
    ['    KNOWLEDGE BASE', 'ID', 'NAME'],
    ...rows.map(({ knowledgeBaseId, id, name }) => [`    ${knowledgeBaseId}`, id, name]),
  ])
