import { expect, test } from 'vitest'
import { toBlocks } from './pdf-blocks.ts'
import type { Line } from './pdf-lines.ts'

/** Lines one below the other, each at its own distance from the left edge. */
const linesAt = (size: number, lines: readonly [x: number, text: string][]): Line[] =>
  lines.map(([x, text], index) => {
    const right = x + text.length * size * 0.5
    const y = 100 + index * size * 1.2
    const cells = [{ x, right, text }]
    return { page: 1, cells, x, right, y, size, isBold: false, isMono: false }
  })

const readTexts = (lines: readonly Line[]) =>
  toBlocks(lines, () => null).map(({ kind, text }) => `${kind}: ${text}`)

test.each([10, 24])('at %i points, a line below a list item is no part of it', (size) => {
  const marker = 72
  const lines = linesAt(size, [
    [marker, '• Stop the worker before the upgrade'],
    [marker + 0.2 * size, 'Each step below can be repeated.'],
  ])
  expect(readTexts(lines)).toEqual([
    'list: - Stop the worker before the upgrade',
    'text: Each step below can be repeated.',
  ])
})

test.each([10, 24])('at %i points, a list item continues where its text starts', (size) => {
  const marker = 72
  const lines = linesAt(size, [
    [marker, '- Stop the worker before'],
    [marker + 0.61 * size, 'you upgrade the database'],
  ])
  expect(readTexts(lines)).toEqual(['list: - Stop the worker before you upgrade the database'])
})
