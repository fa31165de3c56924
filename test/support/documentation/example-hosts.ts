import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createTestRepository,
  serveGit,
} from '../../../server/src/connectors/testing/git-server.ts'

/** Long enough not to look like a page that scripts fill. */
const pageAt = (path: string) =>
  `<title>How to set up a kiln</title><main><h1>How to set up a kiln</h1><a href="/setup">Set up</a>
   <p>At ${path}. ${'Whoever reads this page learns how a kiln is set up. '.repeat(20)}</p></main>`

/** What stands behind the addresses of examples: a site with two pages, a repository, an API. */
export async function startExampleHosts() {
  const repository = await createTestRepository()
  await repository.commit({ 'guide.md': '# Guide\n\nA guide of the repository.' })
  const git = serveGit(repository.folder, '/docs.git')
  const api = {
    openapi: '3.1.0',
    info: { title: 'Kilns', version: '1' },
    paths: { '/kilns': { get: { operationId: 'listKilns', summary: 'Lists the kilns.' } } },
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/docs.git')) return git(request, response)
    if (path === '/openapi.json') return void response.end(JSON.stringify(api))
    const isPage = path === '/' || path === '/setup'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(pageAt(path))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    archive: (file: string) =>
      repository.git('archive', '--format=zip', `--output=${file}`, 'HEAD'),
    async close() {
      server.close()
      await repository.remove()
    },
  }
}

export type ExampleHosts = Awaited<ReturnType<typeof startExampleHosts>>
