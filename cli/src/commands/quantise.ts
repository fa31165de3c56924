import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { withServer } from '../with-server.ts'

const EXAMPLE = `
The new folder is a model of its own, with a name of its own: a knowledge base moves to it with
footnote reembed.

Example:
  footnote quantise models/gte-small models/gte-small-int8`

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

export function addQuantiseCommand(program: Command, settings: Settings): void {
  program
    .command('quantise <from> <into>')
    .description(
      'write a model’s folder anew with 8-bit weights: a quarter of the size, and faster',
    )
    .addHelpText('after', EXAMPLE)
    .action(async (from: string, into: string) => {
      const { bytesBefore, bytesAfter } = await withServer(settings.databaseUrl, (server) =>
        server.quantiseFolder(from, into),
      )
      console.log(`${into}: ${megabytes(bytesAfter)}, from ${megabytes(bytesBefore)}`)
    })
}
