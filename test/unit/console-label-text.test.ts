import { expect, test } from 'vitest'
import { fromLabelLines, labelText, toLabelLines } from '../../console/src/ui/label-text.ts'

test('labels are typed one value a line, and read back the same', () => {
  const labels = { version: ['2', '3'], product: ['a=b'] }
  expect(toLabelLines(labels)).toBe('version=2\nversion=3\nproduct=a=b')
  expect(fromLabelLines(toLabelLines(labels))).toEqual(labels)
  expect(fromLabelLines('\n version = 2 \n')).toEqual({ version: ['2'] })
  expect(fromLabelLines('version')).toEqual({ version: [''] })
  expect(labelText(labels)).toBe('version 2, 3 · product a=b')
})
