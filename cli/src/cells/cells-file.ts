import { readFile, rename, writeFile } from 'node:fs/promises'
import { Failure } from '../failure.ts'
import { isObject, parseObject } from '../ingest/parse-object.ts'

export type Cell = {
  readonly cell: string
  /** Host and port of each of its API processes, or of the proxy in front of them. */
  readonly servers: readonly string[]
  /** Its share of new workspaces, beside the others'. */
  readonly weight: number
  readonly isDraining: boolean
}

export type Cells = {
  readonly cells: readonly Cell[]
  /** Workspaces and knowledge bases that live elsewhere than their ids say: the cell by id. */
  readonly homes: Readonly<Record<string, string>>
}

export const CELL_NAME = /^[0-9A-Za-z]{2}$/
export const SERVER = /^(?:\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** No file is no cells: the first is added to it. */
export async function readCells(file: string): Promise<Cells> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"cells": [], "homes": {}}'
    throw error
  })
  const found: unknown = parseObject(text)
  if (!isCells(found)) throw new Failure(`${file} is not a file of \`footnote cells\`.`)
  return found
}

/** Whole or not at all: an edge may be rendered from it at the same moment. */
export async function writeCells(file: string, cells: Cells): Promise<void> {
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(cells, null, 2)}\n`)
  await rename(draft, file)
}

export function findCell({ cells }: Cells, name: string): Cell {
  const found = cells.find(({ cell }) => cell === name)
  if (!found) throw new Failure(`There is no cell ${name}. Add it with footnote cells add ${name}`)
  return found
}

export const replaceCell = ({ cells, homes }: Cells, changed: Cell): Cells => ({
  cells: [...cells.filter(({ cell }) => cell !== changed.cell), changed].toSorted((one, other) =>
    one.cell < other.cell ? -1 : 1,
  ),
  homes,
})

const isCells = (value: unknown): value is Cells =>
  isObject(value) &&
  Array.isArray(value['cells']) &&
  value['cells'].every(isCell) &&
  isObject(value['homes']) &&
  Object.entries(value['homes']).every(([id, cell]) => ID.test(id) && CELL_NAME.test(String(cell)))

// What is rendered from it is nginx's configuration, so nothing else may stand in it.
const isCell = (value: unknown): boolean =>
  isObject(value) &&
  CELL_NAME.test(String(value['cell'])) &&
  Array.isArray(value['servers']) &&
  value['servers'].length > 0 &&
  value['servers'].every((server) => SERVER.test(String(server))) &&
  Number.isInteger(value['weight']) &&
  Number(value['weight']) > 0 &&
  typeof value['isDraining'] === 'boolean'
