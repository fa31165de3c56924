import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { readCells } from '../../cells/cells-file.ts'
import { addCellsCommand } from './cells.ts'

async function useCells() {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-cells-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cells.json')
  const run = (...args: string[]) => {
    const program = new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    addCellsCommand(program)
    return program.parseAsync(['cells', ...args, '--file', file], { from: 'user' })
  }
  return { folder, file, run }
}

test('a cell without a server is refused, and no file is written', async () => {
  const { folder, run } = await useCells()
  await expect(run('add', '0a')).rejects.toThrow("required option '--server <host:port>'")
  expect(await readdir(folder)).toEqual([])
})

test('a cell may have several servers', async () => {
  const { file, run } = await useCells()
  await run('add', '0a', '--server', '10.0.0.1:8080', '--server', '10.0.0.2:8080')
  const { cells } = await readCells(file)
  expect(cells).toMatchObject([{ cell: '0a', servers: ['10.0.0.1:8080', '10.0.0.2:8080'] }])
})
