import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './options.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }
export type Figures = { readonly [name: string]: Json }

export type Bench = {
  run(options: BenchOptions): Promise<Figures>
  /** What a run of only some sets leaves of the figures before. Without it a run replaces them. */
  merge?(before: Figures, figures: Figures): Figures
  /** A line for each figure below the floor that is committed for it. For `--floor`. */
  shortfalls?(figures: Figures): string[]
}

const RESULTS_DIR = join(import.meta.dirname, '../results')

export async function writeResults(name: string, bench: Bench, figures: Figures): Promise<string> {
  const file = join(RESULTS_DIR, `${name}.json`)
  const before = bench.merge ? await readFigures(file) : null
  const merged = bench.merge && before ? bench.merge(before, figures) : figures
  const text = JSON.stringify({ ...merged, machine: machine() }, null, 2)
  await mkdir(RESULTS_DIR, { recursive: true })
  await writeFile(file, `${text}\n`)
  return file
}

async function readFigures(file: string): Promise<Figures | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Figures
  } catch {
    return null
  }
}

const machine = (): Figures => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.version,
})

/** Four digits after the point: a difference of .001 is worth seeing, one of .00001 is noise. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
