import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { BadArchive, unpackArchive } from './unpack-archive.ts'

async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const tar = pack()
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function unpack(archive: Buffer, limits?: Parameters<typeof unpackArchive>[1]) {
  const files: Record<string, string> = {}
  for await (const file of unpackArchive(archive, limits)) {
    files[file.path] = 'skipped' in file ? `skipped: ${file.skipped}` : file.bytes.toString()
  }
  return files
}

const FILES = { 'a.md': 'one', 'b/c.txt': 'two', 'd.png': 'x', '.git/e.md': 'x', '../f.md': 'x' }
const UNPACKED = {
  'a.md': 'one',
  'b/c.txt': 'two',
  'd.png': 'skipped: Its type is not read.',
  '.git/e.md': 'skipped: It is hidden.',
  '../f.md': 'skipped: Its path leads out of the archive.',
}

test('a tar gives its files, gzipped or not', async () => {
  const tar = await tarOf(FILES)
  expect(await unpack(tar)).toEqual(UNPACKED)
  expect(await unpack(gzipSync(tar))).toEqual(UNPACKED)
})

/** Made with Python's zipfile, deflated. */
const ZIP =
  'UEsDBBQAAAAIAAAAIVDxhmx6BQAAAAMAAAAEAAAAYS5tZMvPSwUAUEsDBBQAAAAIAAAAIVBmisoRBQAAAAMAAAAH' +
  'AAAAYi9jLnR4dCspzwcAUEsBAhQDFAAAAAgAAAAhUPGGbHoFAAAAAwAAAAQAAAAAAAAAAAAAAIABAAAAAGEubWRQ' +
  'SwECFAMUAAAACAAAACFQZorKEQUAAAADAAAABwAAAAAAAAAAAAAAgAEnAAAAYi9jLnR4dFBLBQYAAAAAAgACAGcA' +
  'AABRAAAAAAA='

test('a zip gives its files', async () => {
  const files = await unpack(Buffer.from(ZIP, 'base64'))
  expect(files).toEqual({ 'a.md': 'one', 'b/c.txt': 'two' })
})

test.each(['PK nonsense', 'nonsense'.repeat(200)])(
  '%j is no archive, and says so',
  async (text) => {
    await expect(unpack(Buffer.from(text))).rejects.toThrow(BadArchive)
  },
)

test('an archive that was cut off says so', async () => {
  await expect(unpack(gzipSync('x').subarray(0, 10))).rejects.toThrow(BadArchive)
})

test('an archive that unpacks to too much is given up', async () => {
  const limits = { files: 3, fileBytes: 100, totalBytes: 250 }
  const bomb = gzipSync(await tarOf({ 'a.png': '0'.repeat(10_000) }))
  await expect(unpack(bomb, limits)).rejects.toThrow('more than 1 GB')
  expect(await unpack(await tarOf({ 'a.md': '0'.repeat(101) }), limits)).toEqual({
    'a.md': 'skipped: It has more than 100 bytes.',
  })
  const many = await tarOf({ 'a.md': '', 'b.md': '', 'c.md': '', 'd.md': '' })
  await expect(unpack(many, limits)).rejects.toThrow('more than 3 files')
})
