import { expect } from 'vitest'
import { createKnowledge } from '../support/knowledge.ts'
import { SIGNER_SECRET } from '../support/signed-readers/reader-tokens.ts'
import {
  clientWith,
  createHarbour,
  found,
  query,
  tokenFor,
  harbourTests,
} from './support/readers/harbour.ts'

const { test, verifies } = harbourTests()

verifies(
  'reader-token.invalid',
  'A signer that is deleted, changed or closed signs no more, at once',
  async ({ service }) => {
    const docs = await createHarbour(service)
    const { readerSigners } = service.admin
    const token = tokenFor(docs, { groups: ['Gold'] })
    const client = clientWith(service, docs, token)
    expect(await found(client)).toContain('gold')
    const patience = { timeout: 30_000 }
    const code = () =>
      client.search({ query }).then(
        () => 'found',
        (error: { code: string }) => error.code,
      )
    await readerSigners.change(docs.knowledgeBaseId, docs.signer.id, {
      issuer: 'https://id.example.com',
    })
    await expect.poll(code, patience).toBe('READER_TOKEN_INVALID')
    await readerSigners.change(docs.knowledgeBaseId, docs.signer.id, { issuer: null })
    await expect.poll(code, patience).toBe('found')
    await readerSigners.remove(docs.knowledgeBaseId, docs.signer.id)
    await expect.poll(code, patience).toBe('READER_TOKEN_INVALID')
  },
)

test('an operator registers signers, and sees their secrets once', async ({ service }) => {
  const { knowledgeBaseId, workspaceId } = await createKnowledge(service)
  const { readerSigners, audit } = service.admin
  const made = await readerSigners.create(knowledgeBaseId, { name: 'Portal' })
  expect(made).toMatchObject({ kind: 'secret', audience: knowledgeBaseId, issuer: null })
  expect(made.secret).toMatch(/^fnr_[\w-]{43}$/)
  const jwks = await readerSigners.create(knowledgeBaseId, {
    name: 'Login',
    jwks_url: 'https://id.invalid/keys',
    audience: 'docs',
    issuer: 'https://id.invalid',
  })
  expect(jwks).toMatchObject({ kind: 'jwks', secret: null })
  const { reader_signers } = await readerSigners.list(knowledgeBaseId)
  expect(reader_signers.map(({ name }) => name)).toEqual(['Portal', 'Login'])
  expect(JSON.stringify(reader_signers)).not.toContain(made.secret)
  const taken = readerSigners.create(knowledgeBaseId, { name: 'Login' })
  await expect(taken).rejects.toMatchObject({ code: 'CONFLICT' })
  const rotated = readerSigners.rotate(knowledgeBaseId, jwks.id, {})
  await expect(rotated).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const input of [
    { name: 'a', secret: 'short' },
    { name: 'a', secret: 'a'.repeat(31) },
    { name: 'a', jwks_url: 'http://id.invalid/keys' },
    { name: 'a', jwks_url: 'https://127.0.0.1/keys' },
    { name: 'a', jwks_url: 'https://id.invalid/', secret: SIGNER_SECRET },
  ]) {
    const refused = readerSigners.create(knowledgeBaseId, input)
    await expect(refused, JSON.stringify(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  for (const name of ['3', '4', '5']) await readerSigners.create(knowledgeBaseId, { name })
  const sixth = readerSigners.create(knowledgeBaseId, { name: '6' })
  await expect(sixth).rejects.toMatchObject({ code: 'CONFLICT' })
  const { events } = await audit.list(workspaceId)
  expect(events.map(({ action }) => action)).toContain('reader_signer.create')
  expect(JSON.stringify(events)).not.toContain('fnr_')
})

verifies(
  'reader-groups.rule',
  'An operator sees who a token says is asking, and what it reads',
  async ({ service, harbour }) => {
    const { knowledgeBaseId, signer, gold, open } = harbour
    const { readerSigners } = service.admin
    const token = tokenFor(harbour, { name: 'Ada', groups: ['Gold', 'Platinum'] })
    expect(await readerSigners.check(knowledgeBaseId, { token })).toMatchObject({
      valid: true,
      problem: null,
      reader: { signer_id: signer.id, subject: 'ada', name: 'Ada', unknown_groups: ['Platinum'] },
      groups: [
        { id: gold, name: 'Gold' },
        { id: open, name: 'Open' },
      ],
      reads_ungrouped: true,
    })
    const key = await service.admin.keys.create(knowledgeBaseId, {
      name: 'gold',
      kind: 'public',
      allowed_group_ids: [gold],
    })
    expect(await readerSigners.check(knowledgeBaseId, { token, key_id: key.id })).toMatchObject({
      groups: [{ name: 'Gold' }],
      reads_ungrouped: false,
    })
    expect(await readerSigners.check(knowledgeBaseId, { token: 'bad' })).toEqual({
      valid: false,
      problem: 'The reader token is not a signed JWT.',
      reader: null,
      groups: [],
      reads_ungrouped: false,
    })
  },
)
