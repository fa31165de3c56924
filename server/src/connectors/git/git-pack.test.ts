import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkPack } from './git-pack.ts'

const LIMITS = { maxObjectBytes: 10_000, maxTotalBytes: 25_000, maxObjects: 10 }
const BLOB = 3
const OFFSET_DELTA = 6

const sizeBytes = (size: number): number[] =>
  size < 128 ? [size] : [(size & 127) | 128, ...sizeBytes(Math.floor(size / 128))]

function object(type: number, stated: number, content: Uint8Array): Buffer {
  const rest = Math.floor(stated / 16)
  const first = (type << 4) | (stated & 15) | (rest > 0 ? 128 : 0)
  const header = [
    first,
    ...(rest > 0 ? sizeBytes(rest) : []),
    ...(type === OFFSET_DELTA ? [20] : []),
  ]
  return Buffer.concat([Buffer.from(header), deflateSync(content)])
}

function pack(objects: readonly Buffer[], count = objects.length): Buffer {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(count, 8)
  return Buffer.concat([header, ...objects, Buffer.alloc(20)])
}
const zeros = (size: number): Buffer => Buffer.alloc(size)
const blob = (size: number): Buffer => object(BLOB, size, zeros(size))
const delta = (makes: number): Buffer => {
  const content = Buffer.from([...sizeBytes(100), ...sizeBytes(makes), 0x90, 100])
  return object(OFFSET_DELTA, content.length, content)
}

test('a pack within the limits passes', async () => {
  const sound = pack([blob(0), blob(15), blob(10_000), blob(300), delta(10_000)])
  await expect(checkPack(sound, LIMITS)).resolves.toBeUndefined()
})

test.each([
  ['an object that is too large', pack([blob(10_001)]), 'a file larger than'],
  ['a delta that makes one', pack([delta(1_000_000_000)]), 'a file larger than'],
  ['too much in all', pack([blob(9_000), blob(9_000), delta(9_000)]), 'once unpacked'],
  ['too many objects', pack([], 11), 'more than 10 objects'],
  [
    'an object that is larger than it says',
    pack([object(BLOB, 10, zeros(5_000_000))]),
    'a corrupt pack',
  ],
  ['an object that is smaller than it says', pack([object(BLOB, 10, zeros(5))]), 'a corrupt pack'],
  ['fewer objects than it says', pack([blob(10)], 2), 'a corrupt pack'],
  ['no pack at all', Buffer.from('<html>'.repeat(10)), 'a corrupt pack'],
])('%s is refused', async (_, bytes, words) => {
  await expect(checkPack(bytes, LIMITS)).rejects.toThrow(words)
})
