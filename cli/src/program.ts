import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAdminCommand } from './commands/people/admin.ts'
import { addAskCommand } from './commands/ask.ts'
import { addConversationCommands } from './commands/conversations.ts'
import { addCellsCommand } from './commands/deployment/cells.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDigestCommand } from './commands/digest.ts'
import { addDoctorCommand } from './commands/deployment/doctor.ts'
import { addDocumentsCommand } from './commands/documents.ts'
import { addLimitsCommand } from './commands/cost/limits.ts'
import { addPricesCommand } from './commands/cost/prices.ts'
import { addEvalCommand } from './commands/eval.ts'
import { addGapsCommand } from './commands/gaps.ts'
import { addGroupsCommand } from './commands/groups.ts'
import { addIngestCommand } from './commands/ingest.ts'
import { addKeysCommand } from './commands/keys.ts'
import { addKnowledgeBasesCommand } from './commands/knowledge-bases.ts'
import { addMigrateCommand } from './commands/deployment/migrate.ts'
import { addMoveCommand } from './commands/deployment/move.ts'
import { addPlaygroundCommand } from './commands/playground.ts'
import { addPeopleCommand } from './commands/people/people.ts'
import { addReembedCommand } from './commands/reembed.ts'
import { addSearchCommand } from './commands/search.ts'
import { addSecretsCommand } from './commands/deployment/secrets.ts'
import { addServeCommands } from './commands/serve.ts'
import { addSourcesCommand } from './commands/sources/sources.ts'
import { addSystemCommand } from './commands/deployment/system.ts'
import { addTokensCommand } from './commands/people/tokens.ts'
import { addWebhooksCommand } from './commands/webhooks.ts'
import { addWhyCommand } from './commands/why.ts'
import { addWidgetsCommand } from './commands/widgets.ts'
import { addWorkspacesCommand } from './commands/workspaces.ts'
import type { UrlOptions } from './admin-options.ts'
import { serverUrl } from './admin-options.ts'
import { requireIds } from './require-ids.ts'
import type { Settings } from './settings.ts'
import { waitForServer } from './wait-for-server.ts'

const EXAMPLE = `
A first try, in two shells:
  footnote migrate && footnote all
  footnote ingest ./docs --create "My docs"`

export function createProgram(settings: Settings): Command {
  const program = new Command('footnote')
    .description(
      'Answers readers’ questions from your documentation, with a source for every sentence.',
    )
    .version(manifest.version)
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', EXAMPLE)
    .exitOverride()
    .hook('preAction', (_, command) => {
      requireIds(command)
      return waitWhereNeeded(command, settings)
    })
  addDemoCommand(program, settings)
  addMigrateCommand(program, settings)
  addServeCommands(program, settings)
  addIngestCommand(program, settings)
  addSourcesCommand(program, settings)
  addDocumentsCommand(program, settings)
  addWhyCommand(program, settings)
  addPlaygroundCommand(program, settings)
  addSearchCommand(program, settings)
  addAskCommand(program, settings)
  addWorkspacesCommand(program, settings)
  addPricesCommand(program, settings)
  addLimitsCommand(program, settings)
  addDigestCommand(program, settings)
  addKnowledgeBasesCommand(program, settings)
  addGroupsCommand(program, settings)
  addKeysCommand(program, settings)
  addWidgetsCommand(program, settings)
  addConversationCommands(program, settings)
  addGapsCommand(program, settings)
  addEvalCommand(program, settings)
  addReembedCommand(program, settings)
  addPeopleCommand(program, settings)
  addTokensCommand(program, settings)
  addWebhooksCommand(program, settings)
  addAdminCommand(program, settings)
  addSecretsCommand(program, settings)
  addSystemCommand(program, settings)
  addDoctorCommand(program, settings)
  addCellsCommand(program)
  addMoveCommand(program, settings)
  return program
}

async function waitWhereNeeded(command: Command, settings: Settings): Promise<void> {
  const options = command.opts<Partial<UrlOptions>>()
  if (options.patience === undefined) return
  const note = (text: string) => console.error(text)
  await waitForServer(serverUrl(options, settings), options.patience, note)
}
