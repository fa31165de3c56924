import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { putPages } from '../support/knowledge.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { verifies } = sharing()

const url = (name: string) => `https://docs.example.com/${name}`

const PAGES = [
  { url: url('public'), content: 'Comets have a tail.', visibility: 'public' },
  { url: url('unlisted'), content: 'Comets have a core.', visibility: 'unlisted' },
  { url: url('restricted'), content: 'Comets, comets, comets.', visibility: 'restricted' },
] as const

verifies('restricted.not-in-search', async ({ service, knowledge }) => {
  const { client, knowledgeBaseId } = knowledge
  const ids = await putPages(service, knowledgeBaseId, PAGES)
  const found = async () => {
    const { results } = await client.search({ query: 'comets', limit: 100 })
    return results.map(({ document }) => document.url).sort()
  }
  expect(await found()).toEqual([url('public'), url('unlisted')])
  // A page restricted later is gone with the next request, and is back once it is public again.
  await service.admin.documents.change(knowledgeBaseId, ids[0] ?? '', { visibility: 'restricted' })
  expect(await found()).toEqual([url('unlisted')])
  await service.admin.documents.change(knowledgeBaseId, ids[2] ?? '', { visibility: 'public' })
  expect(await found()).toEqual([url('restricted'), url('unlisted')])
})

verifies('restricted.not-in-related', async ({ service, knowledge }) => {
  const { client, knowledgeBaseId } = knowledge
  const ids = await putPages(service, knowledgeBaseId, PAGES)
  const found = async () => {
    const { articles } = await client.related({ query: 'comets' })
    return articles.map((article) => article.url).sort()
  }
  expect(await found()).toEqual([url('public'), url('unlisted')])
  await service.admin.documents.change(knowledgeBaseId, ids[0] ?? '', { visibility: 'restricted' })
  expect(await found()).toEqual([url('unlisted')])
})

verifies('search.results.visibility-never-restricted', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const { results } = await knowledge.client.search({ query: 'comets', limit: 100 })
  expect(results.map(({ document }) => document.visibility).sort()).toEqual(['public', 'unlisted'])
})

verifies('unlisted.searchable', async ({ service, knowledge }) => {
  const [id] = await putPages(service, knowledge.knowledgeBaseId, [PAGES[1]])
  const { results } = await knowledge.client.search({ query: 'comets' })
  expect(results).toMatchObject([{ document: { id, visibility: 'unlisted' } }])
})

verifies('visibility.allowed-values', async ({ service, knowledge }) => {
  const path = adminPath(knowledge.knowledgeBaseId, 'documents')
  const document = { url: url('page'), content: 'A page.', content_type: 'text/plain' }
  const put = (visibility: unknown) =>
    send(service, path, {
      method: 'PUT',
      json: { ...document, visibility },
      headers: asOperator,
    })
  for (const visibility of ['public', 'unlisted', 'restricted']) {
    expect((await put(visibility)).body).toMatchObject({ visibility })
  }
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } }
  for (const visibility of ['private', 'PUBLIC', 'hidden', '', null, true, ['public']]) {
    expect(await put(visibility), String(visibility)).toMatchObject(refused)
  }
  const { documents } = await service.admin.documents.list(knowledge.knowledgeBaseId)
  const change = (visibility: string) =>
    send(service, `${path}/${documents[0]?.id}`, {
      method: 'PATCH',
      json: { visibility },
      headers: asOperator,
    })
  expect((await change('unlisted')).body).toMatchObject({ visibility: 'unlisted' })
  expect(await change('private')).toMatchObject(refused)
})
