import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Candidate } from './candidate.ts'
import { readFolder } from './read-folder.ts'
import { walkFolder } from './walk-folder.ts'

async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

async function readAll(folder: string): Promise<Candidate[]> {
  const { candidates } = await readFolder(folder, 'https://docs.example.com/', {
    visibility: 'unlisted',
  })
  const all: Candidate[] = []
  for (let next = await candidates.next(); !next.done; next = await candidates.next()) {
    all.push(next.value)
  }
  return all
}

test('finds documents in every folder by extension, sorted by path', async () => {
  const folder = await folderWith({
    'z.txt': '',
    'a.MD': '',
    'guide/deep/b.mdx': '',
    'guide/c.htm': '',
    'logo.png': '',
    Makefile: '',
  })
  await expect(walkFolder(folder)).resolves.toEqual([
    { path: 'a.MD', contentType: 'text/markdown' },
    { path: 'guide/c.htm', contentType: 'text/html' },
    { path: 'guide/deep/b.mdx', contentType: 'text/mdx' },
    { path: 'z.txt', contentType: 'text/plain' },
  ])
})

test('skips hidden folders and files, node_modules and links', async () => {
  const folder = await folderWith({
    '.git/a.md': '',
    '.hidden.md': '',
    'node_modules/x/README.md': '',
    'lib/node_modules/x/README.md': '',
    'kept.md': '',
  })
  await symlink(folder, join(folder, 'circle'))
  await symlink('/etc/hostname', join(folder, 'outside.txt'))
  const found = await walkFolder(folder)
  expect(found.map(({ path }) => path)).toEqual(['kept.md'])
})

test('leaves out what a pattern excludes, folders with all they hold', async () => {
  const folder = await folderWith({
    'guide.md': '',
    'drafts/new.md': '',
    'drafts/deep/older.md': '',
    'guide/notes.txt': '',
  })
  const found = await walkFolder(folder, ['drafts/**', '**/*.txt'])
  expect(found.map(({ path }) => path)).toEqual(['guide.md'])
})

test('a file becomes a document at its URL, without its byte order mark', async () => {
  const folder = await folderWith({ 'guide/setup.md': '\uFEFF# Set-up' })
  await expect(readAll(folder)).resolves.toEqual([
    {
      label: 'guide/setup.md',
      document: {
        url: 'https://docs.example.com/guide/setup',
        content: '# Set-up',
        content_type: 'text/markdown',
        visibility: 'unlisted',
      },
    },
  ])
})

test('the second of two files with the same URL is a problem, not a silent replacement', async () => {
  const folder = await folderWith({ 'README.md': 'one', 'index.md': 'two' })
  const [first, second] = await readAll(folder)
  expect(first).toHaveProperty('document')
  expect(second).toEqual({
    label: 'index.md',
    problem: 'has the same URL as README.md: https://docs.example.com/',
  })
})

test('a file that is not UTF-8 is a problem', async () => {
  const folder = await folderWith({ 'latin.txt': Uint8Array.of(0x63, 0x61, 0x66, 0xe9) })
  await expect(readAll(folder)).resolves.toEqual([
    { label: 'latin.txt', problem: 'is not UTF-8 text' },
  ])
})
