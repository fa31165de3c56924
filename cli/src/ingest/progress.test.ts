import { expect, test } from 'vitest'
import { openProgressBar } from './progress-bar.ts'
import { renderDuration, renderProgress } from './progress.ts'

const half = { total: 4000, uploaded: 3000, indexed: 2000, passages: 9000, elapsedSeconds: 90 }

test('the line shows uploaded and indexed counts, the rate and the time left', () => {
  expect(renderProgress(half)).toBe(
    '[##########..........]  uploaded 3,000  indexed 2,000 of 4,000  9,000 passages  100/s  1 min 30 s left',
  )
})

test('no time left is shown before the first document is indexed, or after the last', () => {
  expect(renderProgress({ ...half, indexed: 0 })).not.toContain('left')
  expect(renderProgress({ ...half, indexed: 4000 })).toMatch(/^\[#{20}\].*\/s$/)
})

test('the rate is zero at the start, without a division by zero', () => {
  const start = { total: 5, uploaded: 0, indexed: 0, passages: 0, elapsedSeconds: 0 }
  expect(renderProgress(start)).toContain(' 0/s')
})

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [3599.5, '1 h 0 min'],
  [7300, '2 h 1 min'],
])('%d seconds read as %s', (seconds, text) => {
  expect(renderDuration(seconds)).toBe(text)
})

function getScreen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) }
}

test('on a terminal the line is redrawn in place and never wraps', () => {
  const screen = getScreen(true)
  openProgressBar(screen, renderProgress).draw(half)
  expect(screen.written).toEqual([`\r\x1b[2K${renderProgress(half).slice(0, 39)}`])
})

test('without a terminal there are no escape sequences, and not a line for each change', () => {
  const screen = getScreen(false)
  const bar = openProgressBar(screen, renderProgress)
  bar.draw(half)
  bar.draw(half)
  bar.note('waiting')
  bar.close()
  expect(screen.written).toEqual(['waiting\n'])
})
