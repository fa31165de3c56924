import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createPublicKey, putPages } from '../support/knowledge.ts'
import { connectMcp, PROTOCOLS } from '../support/mcp.ts'

const { test, verifies } = sharing()

const url = (name: string) => `https://docs.example.com/${name}`

const PAGES = [
  {
    url: url('keys'),
    content: '# Keys\n\nA key opens.\n\n## Rotate\n\nRotate a key each year.\n\n<!-- internal -->',
  },
  { url: url('hidden'), content: '# Hidden\n\nNot on any list.', visibility: 'unlisted' as const },
  { url: url('secret'), content: '# Secret\n\nFor nobody.', visibility: 'restricted' as const },
]

test('indexed pages are resources by their URL', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  for (const protocol of PROTOCOLS) {
    const headers = { 'x-client-key': knowledge.clientKey }
    await using client = await connectMcp(service, { headers, protocol })
    const { resources, nextCursor } = await client.listResources()
    expect(resources).toEqual([{ uri: url('keys'), name: 'Keys', mimeType: 'text/markdown' }])
    expect(nextCursor).toBeUndefined()
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ name: 'page', uriTemplate: '{+url}' }])
    for (const uri of [url('keys'), url('keys#rotate')]) {
      const { contents } = await client.readResource({ uri })
      const text = '# Keys\n\nA key opens.\n\n## Rotate\n\nRotate a key each year.\n'
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
    }
    // Unlisted: for anyone who has the URL.
    const { contents } = await client.readResource({ uri: url('hidden') })
    expect(contents).toMatchObject([{ text: '# Hidden\n\nNot on any list.\n' }])
  }
})

verifies('mcp.tool-read', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const headers = { 'x-client-key': knowledge.clientKey }
  await using client = await connectMcp(service, { headers })
  const read = (page: string) => client.callTool({ name: 'read', arguments: { url: page } })
  const text = '# Keys\n\nA key opens.\n\n## Rotate\n\nRotate a key each year.\n'
  for (const page of [url('keys'), url('keys#rotate')]) {
    expect(await read(page)).toMatchObject({
      content: [{ type: 'text', text }],
      structuredContent: { url: page, text },
    })
  }
  const { content } = await read(url('hidden'))
  expect(content).toMatchObject([{ text: '# Hidden\n\nNot on any list.\n' }])
  const refused = async (page: string) => {
    const { isError, content: told } = await read(page)
    return { isError, told }
  }
  const absent = await refused(url('nowhere'))
  expect(absent).toMatchObject({
    isError: true,
    told: [{ text: expect.stringMatching(/^NOT_FOUND: There is no page/) }],
  })
  expect(await refused(url('secret'))).toEqual(absent)
})

test('a page that may not be read looks like one that does not exist', async ({
  service,
  knowledge,
}) => {
  const ids = await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const headers = { 'x-client-key': knowledge.clientKey }
  await using client = await connectMcp(service, { headers })
  const reading = async (uri: string) => {
    const error = await client.readResource({ uri }).catch((thrown: unknown) => thrown)
    const { code, message } = error as { code: number; message: string }
    return { code, message: message.replaceAll(uri, 'uri') }
  }
  const absent = await reading(url('nowhere'))
  expect(absent.code).toBeLessThan(0)
  expect(await reading(url('secret'))).toEqual(absent)
  expect(await reading('nonsense')).toEqual(absent)
  await service.admin.documents.change(knowledge.knowledgeBaseId, ids[0] ?? '', {
    visibility: 'restricted',
  })
  expect(await reading(url('keys'))).toEqual(absent)
  expect((await client.listResources()).resources).toEqual([])
})

test('a key with allowed groups lists and reads only pages of those', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Handbook' })
  await putPages(service, knowledgeBaseId, [
    { url: url('open'), content: '# Open\n\nFor all.' },
    { url: url('grouped'), content: '# Grouped\n\nFor some.', group_id: group.id },
  ])
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [group.id])
  await using client = await connectMcp(service, { headers: { 'x-client-key': clientKey } })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([url('grouped')])
  await expect(client.readResource({ uri: url('open') })).rejects.toThrow(/not found/i)
  const { contents } = await client.readResource({ uri: url('grouped') })
  expect(contents).toMatchObject([{ text: '# Grouped\n\nFor some.\n' }])
})

test('a long list is paged', async ({ service, knowledge }) => {
  const pages = Array.from({ length: 105 }, (_, index) => ({
    url: url(`page-${index}`),
    content: `# Page ${index}\n\nText.`,
  }))
  await putPages(service, knowledge.knowledgeBaseId, pages)
  const headers = { 'x-client-key': knowledge.clientKey }
  await using client = await connectMcp(service, { headers, protocol: '2025-11-25' })
  // Page by page: without a cursor the client walks all of them.
  const ask = (cursor?: string) =>
    client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } })
  const first = await ask()
  expect(first.resources).toHaveLength(100)
  const second = await ask(first.nextCursor)
  expect(second.nextCursor).toBeUndefined()
  const uris = [...first.resources, ...second.resources].map(({ uri }) => uri)
  expect(uris).toEqual(pages.map((page) => page.url))
  await expect(ask('nonsense')).rejects.toThrow(/cursor/)
})
