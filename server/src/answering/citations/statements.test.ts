import { expect, test } from 'vitest'
import { splitStatements } from './statements.ts'

/** The statements of each `[n]`, widest left out. */
function statements(text: string): string[][] {
  const markers = [...text.matchAll(/\[(\d+)\]/g)].map(({ index, 1: digits }) => ({
    index: Number(digits),
    offset: index,
  }))
  return splitStatements(text, markers)
}

test('a marker stands for the sentence it ends, before or after the full stop', () => {
  expect(statements('One is here. Two is there [1]. Three.')[0]).toContain('Two is there .')
  expect(statements('One is here. Two is there.[1] Three.')[0]).toContain('Two is there.')
  expect(statements('One is here. Two is there. [1] Three.')[0]).toContain('Two is there.')
})

test('the words since the marker before it come first', () => {
  const [first, second] = statements('Keys rotate nightly [1] and pods restart weekly [2].')
  expect(first?.[0]).toBe('Keys rotate nightly')
  expect(second?.[0]).toBe('and pods restart weekly')
  expect(second).toContain('Keys rotate nightly  and pods restart weekly .')
})

test('markers side by side stand for the same words', () => {
  const [first, second] = statements('Keys rotate nightly [1][2].')
  expect(first).toEqual(second)
  expect(first?.[0]).toBe('Keys rotate nightly')
})

test('a marker at the end of a paragraph may stand for all of it since the last marker', () => {
  const [, second] = statements('Zero [1]. Keys rotate. Pods restart. Nodes drain [2].')
  expect(second).toContain('. Keys rotate. Pods restart. Nodes drain')
})

test('list items and table rows are sentences of their own', () => {
  const [item, row] = statements('- Keys rotate [1]\n- Pods restart\n\n| Nodes | drain [2] |\n')
  expect(item).toEqual(['Keys rotate'])
  expect(row?.[0]).toBe('Nodes | drain')
})

test('a marker that begins a line stands for the sentence after it', () => {
  expect(statements('- [1] Keys rotate. Pods restart.')).toEqual([[' Keys rotate. ']])
})

test('a marker alone on its line stands for the block before it', () => {
  const [only] = statements('Intro.\n\nRun this:\n```\nkubectl drain\n```\n[1]')
  expect(only?.[0]).toContain('kubectl drain')
  expect(only?.[0]).not.toContain('Intro')
})

test('sentences without spaces between them are told apart', () => {
  expect(statements('钥匙每天更换。节点重启[1]。')[0]).toContain('节点重启。')
})

test('an abbreviation does not end the sentence a marker stands for', () => {
  const text = 'Use a shell, e.g. Bash, for it [1].'
  expect(splitStatements(text, [{ index: 1, offset: text.indexOf('[1]') }])[0]?.[0]).toBe(
    'Use a shell, e.g. Bash, for it',
  )
})
