import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { dirname, join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Header } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { bytesInMemory } from '../../platform/archives/stored-bytes.ts'
import { makeZip } from '../../parsing/fixtures/make-zip.ts'
import { ARCHIVE_LIMITS, expandArchive } from './archive.ts'
import { SourceError } from '../connector.ts'

const folder = mkdtempSync(join(tmpdir(), 'footnote-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

type ZipFile = {
  name: string
  content?: Uint8Array
  encrypted?: boolean
  mode?: number
  method?: number
}

/** As zip tools write it, with the liberties that hostile ones take. */
function zip(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const {
    name,
    content = Buffer.from(name),
    encrypted = false,
    mode = 0o100644,
    method = 8,
  } of files) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const made = Buffer.from([20, 3])
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), made, fields, tail, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end])
}

async function tar(
  entries: readonly [Partial<Header> & { name: string }, string?][],
): Promise<Buffer> {
  const stream = pack()
  for (const [header, content] of entries) stream.entry(header, content ?? '')
  stream.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function expand(bytes: Uint8Array, limits = ARCHIVE_LIMITS): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const file of expandArchive(bytesInMemory(bytes), limits)) {
    files[file.path] = 'skipped' in file ? `! ${file.skipped}` : await text(file.content)
  }
  return files
}

const FILES = { 'docs/a.md': '# A', 'docs/deep/ä b.md': '# B' }

test.each(['tar', 'tar.gz'])('a %s that tar made is unpacked', async (kind) => {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, 'in', dirname(path)), { recursive: true })
    writeFileSync(join(folder, 'in', path), content)
  }
  rmSync(join(folder, 'in/docs/link.md'), { force: true })
  symlinkSync('/etc/passwd', join(folder, 'in/docs/link.md'))
  const target = join(folder, `x.${kind}`)
  execFileSync('tar', [kind === 'tar' ? '-cf' : '-czf', target, '-C', join(folder, 'in'), 'docs'])
  expect(await expand(readFileSync(target))).toEqual({
    ...FILES,
    'docs/link.md': '! It is a link.',
  })
})

test('a zip is unpacked, and files that are not indexed come with a reason', async () => {
  const files = await expand(
    zip([
      { name: 'docs/' },
      { name: 'docs/a.md', content: Buffer.from('# A') },
      { name: 'docs\\win.md', content: Buffer.from('# W') },
      { name: '../out.md' },
      { name: 'docs/../../out.md' },
      { name: '/etc/passwd' },
      { name: 'C:\\x.md' },
      { name: 'a\u0000.md' },
      { name: 'link.md', mode: 0o120777 },
      { name: 'secret.md', encrypted: true },
      { name: 'odd.md', method: 99 },
      { name: 'inner.zip' },
      { name: '__MACOSX/a.md' },
      { name: '.git/config' },
    ]),
  )
  expect(files).toEqual({
    'docs/a.md': '# A',
    'docs/win.md': '# W',
    '../out.md': '! Its path leads out of the archive.',
    'docs/../../out.md': '! Its path leads out of the archive.',
    '/etc/passwd': '! Its path leads out of the archive.',
    'C:\\x.md': '! Its path leads out of the archive.',
    'a\u0000.md': '! Its path leads out of the archive.',
    'link.md': '! It is a link.',
    'secret.md': '! It is encrypted.',
    'odd.md': '! Its compression method is not supported.',
    'inner.zip': '! Archives inside archives are not unpacked.',
    '__MACOSX/a.md': '! It is hidden.',
    '.git/config': '! It is hidden.',
  })
})

test('a tar cannot lead out, nor make devices', async () => {
  const files = await expand(
    await tar([
      [{ name: '../../etc/cron.d/x' }, 'x'],
      [{ name: '/abs.md' }, 'x'],
      [{ name: 'hard.md', type: 'link', linkname: '/etc/passwd' }],
      [{ name: 'tty', type: 'character-device' }],
      [{ name: 'fine.md' }, 'fine'],
    ]),
  )
  expect(files).toEqual({
    '../../etc/cron.d/x': '! Its path leads out of the archive.',
    '/abs.md': '! Its path leads out of the archive.',
    'hard.md': '! It is a link.',
    tty: '! It is a link.',
    'fine.md': 'fine',
  })
})

const zeros = Buffer.alloc(30_000_000)
const small = { ...ARCHIVE_LIMITS, maxEntries: 3, maxEntryBytes: 1_000, maxTotalBytes: 2_500 }
const thousand = { name: 'a.md', content: Buffer.alloc(1_000) }

test.each([
  [
    'a zip bomb',
    () => zip([{ name: 'a.txt', content: zeros }]),
    ARCHIVE_LIMITS,
    '200 times its size',
  ],
  [
    'a zip of too many files',
    () => zip(['a', 'b', 'c', 'd'].map((name) => ({ name }))),
    small,
    'more than 3 files',
  ],
  [
    'a zip that is too large',
    () => zip([thousand, thousand, thousand]),
    small,
    'larger than 0.0025 MB',
  ],
  [
    'a file that is too large',
    () => zip([{ name: 'a', content: Buffer.alloc(1_001) }]),
    small,
    'has a file',
  ],
  [
    'a zip whose files share their bytes',
    () => makeZip([thousand, { name: 'b.md', content: 'x' }], { sharesBytes: true }),
    ARCHIVE_LIMITS,
    'its files overlap',
  ],
  ['a zip cut short', () => zip([thousand]).subarray(0, 60), ARCHIVE_LIMITS, 'cannot be read'],
  [
    'no archive',
    () => Buffer.from('nothing of the kind'.repeat(50)),
    ARCHIVE_LIMITS,
    'cannot be read',
  ],
])('%s is refused', async (_, make, limits, words) => {
  const refusal: unknown = await expand(make(), limits).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SourceError)
  expect(String(refusal)).toContain(words)
})

test('a tar.gz bomb is refused, also where it hides in what is passed over', async () => {
  const bomb = await tar([[{ name: '../a', size: zeros.length }, zeros.toString('latin1')]])
  await expect(expand(gzipSync(bomb))).rejects.toThrow('200 times its size')
})

test('a file that nobody reads leaves the next one as it is', async () => {
  const archive = await tar([
    [{ name: 'unread.md' }, 'x'.repeat(100_000)],
    [{ name: 'read.md' }, 'read'],
  ])
  for (const bytes of [archive, zip([{ name: 'unread.md' }, { name: 'read.md' }])]) {
    const found: string[] = []
    for await (const file of expandArchive(bytesInMemory(bytes))) {
      if (file.path === 'read.md' && 'content' in file) found.push(await text(file.content))
    }
    expect(found).toEqual([expect.stringMatching(/^read/)])
  }
})
