import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { addSourceAddCommands } from './sources-add.ts'
import { addSourceSyncCommands } from './sources-sync.ts'
import { addSourceViewCommands } from './sources-view.ts'

export function addSourcesCommand(program: Command, settings: Settings): void {
  const sources = program
    .command('sources')
    .description('sources: websites, repositories, files and OpenAPI documents kept in step')
  addSourceAddCommands(sources, settings)
  addSourceSyncCommands(sources, settings)
  addSourceViewCommands(sources, settings)
}
