import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile, mkdir, symlink } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'

const run = promisify(execFile)

export type TestRepository = {
  readonly folder: string
  git(...args: string[]): Promise<string>
  /** Writes, commits, and gives the commit. null deletes; `-> x` is a link to x. */
  commit(files: Record<string, string | Uint8Array | null>): Promise<string>
  remove(): Promise<void>
}

/** A repository made by git itself, in a folder of its own. */
export async function createTestRepository(): Promise<TestRepository> {
  const root = await mkdtemp(join(tmpdir(), 'footnote-git-'))
  const folder = join(root, 'docs')
  const git = async (...args: string[]): Promise<string> => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const { stdout } = await run('git', [...who, ...args], { cwd: folder })
    return stdout.trim()
  }
  await mkdir(folder)
  await git('init', '--quiet', '--initial-branch=main')
  return {
    folder,
    git,
    async commit(files) {
      for (const [path, content] of Object.entries(files)) {
        const target = join(folder, path)
        await rm(target, { force: true })
        if (content === null) continue
        await mkdir(dirname(target), { recursive: true })
        if (typeof content === 'string' && content.startsWith('-> ')) {
          await symlink(content.slice(3), target)
        } else await writeFile(target, content)
      }
      await git('add', '--all')
      await git('commit', '--quiet', '--message=change')
      return git('rev-parse', 'HEAD')
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export type TreeEntry = readonly [mode: string, name: string, id: string]

/** Git writes no tree with hostile names, so it is written as the object that it would be. */
export async function writeTree(
  { folder }: Pick<TestRepository, 'folder'>,
  entries: readonly TreeEntry[],
): Promise<string> {
  const body = Buffer.concat(
    entries.flatMap(([mode, name, id]) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(id, 'hex'),
    ]),
  )
  const object = Buffer.concat([Buffer.from(`tree ${body.length}\0`), body])
  const id = createHash('sha1').update(object).digest('hex')
  const objects = join(folder, '.git/objects', id.slice(0, 2))
  await mkdir(objects, { recursive: true })
  await writeFile(join(objects, id.slice(2)), deflateSync(object))
  return id
}

/** Answers as git's own server does: `git http-backend` is the program that serves smart HTTP. */
export function serveGit(folder: string, prefix: string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://git.test')
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        GIT_PROJECT_ROOT: join(folder, '.git'),
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname.slice(prefix.length),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_ADDR: '127.0.0.1',
      },
    })
    request.pipe(backend.stdin)
    let head = Buffer.alloc(0)
    backend.stdout.on('data', function readHead(chunk: Buffer) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      backend.stdout.off('data', readHead)
      const lines = head.subarray(0, end).toString().split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2)))
      response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers)
      response.write(head.subarray(end + 4))
      backend.stdout.pipe(response)
    })
    response.on('close', () => backend.kill())
  }
}
