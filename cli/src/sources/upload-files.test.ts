import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAdminClient } from '@footnote/client/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFiles } from './upload-files.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-upload-'))
  const files = ['a.md', 'deep/b.pdf', '.git/c.md', 'node_modules/d.md', 'picture.png', 'x.zip']
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), file)
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** The real client, with a server that accepts everything. */
function recorded() {
  const calls: string[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url instanceof Request ? url.url : url)
    const body = await new Response(init?.body).text()
    calls.push(`${init?.method} ${pathname.split('/').at(-1)} ${searchParams.get('path')} ${body}`)
    return Response.json({ stored: 2, skipped: [] })
  }
  return { calls, admin: createAdminClient({ baseUrl: 'http://127.0.0.1', token: 'x', fetch }) }
}

const SOURCE = { knowledgeBaseId: 'kb', sourceId: 'source' }

test('uploads a folder by its paths, without hidden and unsupported files', async () => {
  const { calls, admin } = recorded()
  expect(await uploadFiles(admin, SOURCE, [folder])).toBe(2)
  expect(calls).toEqual(['PUT files a.md a.md', 'PUT files deep/b.pdf deep/b.pdf'])
})

test('uploads an archive as it is, and a file under its name', async () => {
  const { calls, admin } = recorded()
  expect(await uploadFiles(admin, SOURCE, [join(folder, 'x.zip'), join(folder, 'a.md')])).toBe(3)
  expect(calls).toEqual(['POST archive null x.zip', 'PUT files a.md a.md'])
})

test('reports a path that does not exist', async () => {
  await expect(uploadFiles(recorded().admin, SOURCE, [join(folder, 'none')])).rejects.toThrow(
    'does not exist',
  )
})
