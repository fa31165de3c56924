import { expect, test } from 'vitest'
import { createEventDataReader } from './event-data.ts'

const encoder = new TextEncoder()

const STREAM =
  ': a comment\n\ndata: {"a":"東京"}\n\nevent: ping\ndata:{"b":1}\r\n\r\ndata: one\ndata: two\n\ndata: unfinished'

test.each([1, 2, 3, 7, 1_000])('events cut into %i-byte chunks are reassembled', (size) => {
  const bytes = encoder.encode(STREAM)
  const read = createEventDataReader()
  const data: string[] = []
  for (let at = 0; at < bytes.length; at += size) data.push(...read(bytes.subarray(at, at + size)))
  expect(data).toEqual(['{"a":"東京"}', '{"b":1}', 'one\ntwo'])
})

test('an endless event is not buffered forever', () => {
  const read = createEventDataReader()
  const more = encoder.encode('x'.repeat(400_000))
  read(encoder.encode('data: '))
  read(more)
  read(more)
  expect(() => read(more)).toThrow('endless')
})
