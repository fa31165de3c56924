import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAskCommand } from './commands/ask.ts'
import { addDocumentsCommand } from './commands/documents.ts'
import { addGroupsCommand } from './commands/groups.ts'
import { addIngestCommand } from './commands/ingest.ts'
import { addKeysCommand } from './commands/keys.ts'
import { addKnowledgeBasesCommand } from './commands/knowledge-bases.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addQuantiseCommand } from './commands/quantise.ts'
import { addReembedCommand } from './commands/reembed.ts'
import { addSearchCommand } from './commands/search.ts'
import { addServeCommands } from './commands/serve.ts'
import { addSourcesCommand } from './commands/sources.ts'
import { addWhyCommand } from './commands/why.ts'
import { addWorkspacesCommand } from './commands/workspaces.ts'
import type { Settings } from './settings.ts'

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
  addMigrateCommand(program, settings)
  addServeCommands(program, settings)
  addIngestCommand(program, settings)
  addSourcesCommand(program, settings)
  addDocumentsCommand(program, settings)
  addWhyCommand(program, settings)
  addSearchCommand(program, settings)
  addAskCommand(program, settings)
  addWorkspacesCommand(program, settings)
  addKnowledgeBasesCommand(program, settings)
  addGroupsCommand(program, settings)
  addKeysCommand(program, settings)
  addReembedCommand(program, settings)
  addQuantiseCommand(program, settings)
  return program
}
