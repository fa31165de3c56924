import { createHash, randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'

/** Bytes that look random and cannot be compressed, the same in every run. */
export const bytesFor = (what: string, count: number): Buffer =>
  createHash('shake256', { outputLength: count }).update(what).digest()

/** A word that stands nowhere else: `prefix` and 16 hexadecimal digits, the same in every run. */
export const wordFor = (prefix: string, what: number): string =>
  prefix + bytesFor(`${prefix} ${what}`, 8).toString('hex')

/**
 * What a test leaves to chance. A draw depends on the seed and on what is drawn for, not on the draws
 * before it, so that clients at once draw the same in every run.
 */
export type Chance = {
  /** A whole number from 0 to below `end`. */
  below(end: number, what: string): number
  /** The same items in another order. */
  shuffled<Item>(items: readonly Item[], what: string): Item[]
}

/** Drawn with the name of the test file as the seed; with CHAOS=full a fresh one, printed if a test fails. */
export function createChance(file: string): Chance {
  const isFull = process.env['CHAOS'] === 'full'
  const seed = process.env['CHAOS_SEED'] ?? (isFull ? randomUUID() : file)
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return
    console.error(`${file}: CHAOS_SEED=${seed} draws the same again.`)
  })
  const draw = (what: string): number => bytesFor(`${seed} ${what}`, 6).readUIntBE(0, 6)
  return {
    below: (end, what) => draw(what) % end,
    shuffled: (items, what) =>
      items
        .map((item, place) => ({ item, at: draw(`${what} ${place}`) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}

/** One after the other, and from the start again. */
export function inTurn<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}
