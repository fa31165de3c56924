import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Cells } from './cells-file.ts'
import { readCells, replaceCell } from './cells-file.ts'
import { renderEdge } from './render-edge.ts'

const EDGE = {
  serverName: 'ask.example.com',
  listen: ['443 ssl'],
  include: ['/etc/nginx/tls.conf'],
}
const toDigits = (cell: string) => `0${cell}`
const cell = (name: string, weight = 1, isDraining = false) => ({
  cell: name,
  servers: [`10.0.0.1:80${name}`],
  weight,
  isDraining,
})
const NONE: Cells = { cells: [], homes: {} }

test('new workspaces are shared out by weight, and none to a cell that drains', () => {
  const placed = (cells: Cells) =>
    /split_clients .*\{\n([^}]*)\}/.exec(renderEdge(cells, EDGE, toDigits))?.[1]?.trim()
  expect(placed({ ...NONE, cells: [cell('00'), cell('01', 3)] })).toBe('25.00% 00;\n    * 01;')
  expect(placed({ ...NONE, cells: [cell('00'), cell('01', 3, true)] })).toBe('* 00;')
  expect(() => placed(NONE)).toThrow('There are no cells yet')
  expect(() => placed({ ...NONE, cells: [cell('00', 1, true)] })).toThrow('Every cell is draining')
})

test('the server listens where it is told to, with the lines it is given', () => {
  const rendered = renderEdge({ ...NONE, cells: [cell('00')] }, EDGE, toDigits)
  expect(rendered).toContain('    listen 443 ssl;\n    server_name ask.example.com;')
  expect(rendered).toContain('    include /etc/nginx/tls.conf;')
})

test('a cell that is added again is changed, and cells stay in order', () => {
  const cells = [cell('01'), cell('00'), cell('01', 5)].reduce(replaceCell, NONE)
  expect(cells.cells).toEqual([cell('00'), cell('01', 5)])
})

test.each([
  ['not JSON', '{'],
  ['no cells', '{"homes": {}}'],
  [
    'a server that would end its line',
    JSON.stringify({ cells: [{ ...cell('00'), servers: ['a:1; }'] }], homes: {} }),
  ],
  ['a home that is no cell', JSON.stringify({ cells: [cell('00')], homes: { x: '00' } })],
])('a file is refused that has %s', async (_, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'cells-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cells.json')
  expect(await readCells(file)).toEqual(NONE)
  await writeFile(file, text)
  await expect(readCells(file)).rejects.toThrow('is not a file of `footnote cells`')
})
