import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const ROOT = join(import.meta.dirname, '../..')
/** Vectors and reports, kept between runs; git does not see it. */
export const CACHE_DIR = join(ROOT, '.bench-cache')

export type BenchOptions = {
  /** A few minutes' sample in place of the whole. */
  short: boolean
  dataDir: string
  modelDir: string
  /** null: every set that is found. */
  sets: readonly string[] | null
  /** Fit the model anew and write its coefficients. */
  train: boolean
  /** Fail when a figure is below its floor. */
  floor: boolean
  /** null: all. */
  pages: number | null
  /** null: the bench's own number. */
  passages: number | null
  /** Questions of each kind; null: all. */
  questions: number | null
  /** A checkout of an earlier version to measure too. */
  before: string | null
}

export type ParsedArguments = { name: string | undefined; help: boolean; options: BenchOptions }

export function parseBenchArguments(args: readonly string[]): ParsedArguments {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      data: { type: 'string', default: join(ROOT, '../shared/data') },
      model: { type: 'string', default: join(ROOT, '.models/minilm-int8') },
      sets: { type: 'string' },
      train: { type: 'boolean', default: false },
      floor: { type: 'boolean', default: false },
      pages: { type: 'string' },
      passages: { type: 'string' },
      questions: { type: 'string' },
      before: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [name, ...surplus] = positionals
  if (surplus.length > 0) throw new Error(`One bench at a time: ${surplus.join(', ')} is too much.`)
  return {
    name,
    help: values.help,
    options: {
      short: values.short,
      dataDir: resolve(values.data),
      modelDir: resolve(values.model),
      sets: values.sets?.split(',').filter((set) => set !== '') ?? null,
      train: values.train,
      floor: values.floor,
      pages: values.pages === undefined ? null : toCount('pages', values.pages),
      passages: values.passages === undefined ? null : toCount('passages', values.passages),
      questions: values.questions === undefined ? null : toCount('questions', values.questions),
      before: values.before === undefined ? null : resolve(values.before),
    },
  }
}

function toCount(name: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--${name} ${text} is no number of ${name}.`)
  return count
}
