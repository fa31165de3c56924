import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAdminCommand } from './commands/people/admin.ts'
import { addAnalyticsCommand } from './commands/answers/analytics.ts'
import { addAskCommand } from './commands/ask.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConversationCommands } from './commands/answers/conversations.ts'
import { addCellsCommand } from './commands/deployment/cells.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDiffCommand } from './commands/answers/diff.ts'
import { addDigestCommand } from './commands/answers/digest.ts'
import { addDoctorCommand } from './commands/deployment/doctor.ts'
import { addDocumentsCommand } from './commands/documents.ts'
import { addLimitsCommand } from './commands/cost/limits.ts'
import { addPricesCommand } from './commands/cost/prices.ts'
import { addEvalCommand } from './commands/answers/eval.ts'
import { addGapsCommand } from './commands/answers/gaps.ts'
import { addGroupsCommand } from './commands/groups.ts'
import { addIngestCommand } from './commands/ingest.ts'
import { addKeysCommand } from './commands/keys.ts'
import { addKnowledgeBasesCommand } from './commands/knowledge-bases.ts'
import { addMigrateCommand } from './commands/deployment/migrate.ts'
import { addMoveCommand } from './commands/deployment/move.ts'
import { addPlaygroundCommand } from './commands/playground.ts'
import { addPeopleCommand } from './commands/people/people.ts'
import { addProfileCommands } from './commands/profiles.ts'
import { addReembedCommand } from './commands/reembed.ts'
import { addSearchCommand } from './commands/search.ts'
import { addSecretsCommand } from './commands/deployment/secrets.ts'
import { addChannelsCommand } from './commands/channels.ts'
import { addSignersCommand } from './commands/signers.ts'
import { addSearchRulesCommand } from './commands/answers/search-rules.ts'
import { addVerifiedAnswersCommand } from './commands/answers/verified-answers.ts'
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

type AddCommand = (program: Command, settings: Settings) => void

/** Under these headings in `footnote --help`. */
const COMMANDS: readonly (readonly [heading: string, ...adders: AddCommand[]])[] = [
  ['Get started:', addDemoCommand, addProfileCommands, addCompletionCommand],
  ['Ask and search:', addAskCommand, addSearchCommand, addWhyCommand, addPlaygroundCommand],
  [
    'Documents:',
    addIngestCommand,
    addSourcesCommand,
    addDocumentsCommand,
    addGroupsCommand,
    addReembedCommand,
  ],
  [
    'Answers and readers:',
    addConversationCommands,
    addGapsCommand,
    addEvalCommand,
    addDiffCommand,
    addDigestCommand,
    addAnalyticsCommand,
  ],
  [
    'Workspaces and access:',
    addWorkspacesCommand,
    addKnowledgeBasesCommand,
    addWidgetsCommand,
    addKeysCommand,
    addSignersCommand,
    addChannelsCommand,
    addVerifiedAnswersCommand,
    addSearchRulesCommand,
    addPeopleCommand,
    addTokensCommand,
    addWebhooksCommand,
    addLimitsCommand,
    addPricesCommand,
  ],
  [
    'Run the service:',
    addMigrateCommand,
    addServeCommands,
    addDoctorCommand,
    addSystemCommand,
    addAdminCommand,
    addSecretsCommand,
    addCellsCommand,
    addMoveCommand,
  ],
]

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
  for (const [heading, ...adders] of COMMANDS) {
    program.commandsGroup(heading)
    for (const add of adders) add(program, settings)
  }
  program.commandsGroup('Help:').helpCommand('help [command]', 'show the help of a command')
  takeFromEnvironment(program, settings)
  return program
}

async function waitWhereNeeded(command: Command, settings: Settings): Promise<void> {
  const options = command.opts<Partial<UrlOptions>>()
  if (options.patience === undefined) return
  const note = (text: string) => console.error(text)
  await waitForServer(serverUrl(options, settings), options.patience, note)
}

/** Whoever works with one knowledge base need not name it in every command. */
function takeFromEnvironment(command: Command, settings: Settings): void {
  const defaults = {
    '--knowledge-base <id>': ['FOOTNOTE_KNOWLEDGE_BASE', settings.knowledgeBase],
    '--key <key>': ['FOOTNOTE_KEY', settings.key],
  } as const
  for (const option of command.options) {
    if (!option.mandatory || !isKey(defaults, option.flags)) continue
    const [variable, value] = defaults[option.flags]
    option.description += ` (default: ${variable})`
    if (value) command.setOptionValueWithSource(option.attributeName(), value, 'env')
  }
  for (const subcommand of command.commands) takeFromEnvironment(subcommand, settings)
}

const isKey = <Keyed extends object>(keyed: Keyed, key: PropertyKey): key is keyof Keyed =>
  Object.hasOwn(keyed, key)
