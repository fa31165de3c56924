import type { Command } from 'commander'
import { wholeNumber } from '../../admin-options.ts'
import { cellName, matching, tenantId } from '../../cells/cell-arguments.ts'
import { findCell, readCells, replaceCell, SERVER, writeCells } from '../../cells/cells-file.ts'
import { renderEdge } from '../../cells/render-edge.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'

const HELP = `
A cell is a whole installation with its own database. The cells, and what lives elsewhere than its id
says, are in a file; an nginx in front of them needs nothing but what is rendered from it.

Example:
  footnote cells add 00 --server 10.0.0.10:8080
  footnote cells add 01 --server 10.0.1.10:8080 --weight 2
  footnote cells render --name ask.example.com > /etc/nginx/conf.d/footnote.conf && nginx -s reload`

type FileOption = { file: string }
const FILE = ['--file <file>', 'the file of the cells', 'cells.json'] as const

export function addCellsCommand(program: Command): void {
  const cells = program
    .command('cells')
    .description('spread knowledge bases over several installations')
    .addHelpText('after', HELP)
  cells
    .command('add')
    .description('add a cell, or change one')
    .argument('<cell>', 'its CELL, two letters or digits', cellName)
    .requiredOption('--server <host:port>', 'where it listens; may be given again', collectServer)
    .option('--weight <number>', 'its share of new workspaces', wholeNumber, 1)
    .option(...FILE)
    .action(async (cell: string, options: FileOption & { server: string[]; weight: number }) => {
      const all = await readCells(options.file)
      const { server: servers, weight } = options
      await writeCells(options.file, replaceCell(all, { cell, servers, weight, isDraining: false }))
    })
  cells
    .command('list')
    .description('list the cells')
    .option(...FILE)
    .option(...JSON_FLAG)
    .action(async (options: FileOption & JsonOption) => {
      const all = await readCells(options.file)
      if (options.json) return printJson(all)
      const rows = all.cells.map(({ cell, servers, weight, isDraining }) => [
        cell,
        servers.join(' '),
        String(weight),
        isDraining ? 'no' : 'yes',
      ])
      console.log(renderTable([['CELL', 'SERVERS', 'WEIGHT', 'NEW WORKSPACES'], ...rows]))
    })
  cells
    .command('drain')
    .description('place no more new workspaces in a cell')
    .argument('<cell>', 'its CELL', cellName)
    .option('--undo', 'place new workspaces in it again')
    .option(...FILE)
    .action(async (name: string, options: FileOption & { undo?: true }) => {
      const all = await readCells(options.file)
      const cell = { ...findCell(all, name), isDraining: !options.undo }
      await writeCells(options.file, replaceCell(all, cell))
    })
  cells
    .command('home')
    .description('say where a workspace or knowledge base lives whose id says something else')
    .argument('<id>', 'the id of the workspace or knowledge base', tenantId)
    .argument('<cell>', 'the cell that has it', cellName)
    .option(...FILE)
    .action(async (id: string, name: string, options: FileOption) => {
      const all = await readCells(options.file)
      const { cell } = findCell(all, name)
      await writeCells(options.file, { ...all, homes: { ...all.homes, [id]: cell } })
    })
  cells
    .command('render')
    .description('print what nginx needs to send each request to its cell')
    .requiredOption('--name <host>', 'the host name that readers use', hostName)
    .option('--listen <address>', 'as in nginx’s listen; may be given again', collectListen)
    .option(
      '--include <file>',
      'a file with more lines for the server, such as its certificate',
      collectFile,
    )
    .option(...FILE)
    .action(
      async (options: FileOption & { name: string; listen?: string[]; include?: string[] }) => {
        const all = await readCells(options.file)
        const { name: serverName, listen = ['80'], include = [] } = options
        const { toDigits } = await import('@footnote/server/main')
        process.stdout.write(renderEdge(all, { serverName, listen, include }, toDigits))
      },
    )
}

const collected =
  (read: (text: string) => string) =>
  (text: string, earlier: string[] = []) => [...earlier, read(text)]

/** What these are tested with stands in nginx's configuration as it is. */
const hostName = matching(/^[\w.-]+$/, 'This is no host name.')
const collectServer = collected(matching(SERVER, 'Give a host and a port, such as 10.0.0.10:8080.'))
const collectListen = collected(matching(/^[\w.:[\] *-]+$/, 'This is no address to listen at.'))
const collectFile = collected(matching(/^[\w./*-]+$/, 'This is no file name.'))
