import type { Command } from 'commander'
import type { Settings } from '../../settings.ts'
import { addSourceAddCommands } from './sources-add.ts'
import { addSourceCredentialCommand } from './sources-credential.ts'
import { addSourceDeletedCommands } from './sources-deleted.ts'
import { addSourcePreviewCommand } from './sources-preview.ts'
import { addSourceRulesCommand } from './sources-rules.ts'
import { addSourceSyncCommands } from './sources-sync.ts'
import { addSourceViewCommands } from './sources-view.ts'

export function addSourcesCommand(program: Command, settings: Settings): void {
  const sources = program
    .command('sources')
    .description('sources: websites, repositories, files and OpenAPI documents to keep in sync')
  addSourceAddCommands(sources, settings)
  addSourcePreviewCommand(sources, settings)
  addSourceCredentialCommand(sources, settings)
  addSourceRulesCommand(sources, settings)
  addSourceSyncCommands(sources, settings)
  addSourceViewCommands(sources, settings)
  addSourceDeletedCommands(sources, settings)
}
