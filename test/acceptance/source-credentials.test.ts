import { afterAll, beforeEach, expect } from 'vitest'
import type { SourceInput } from '@footnote/client/admin'
import { startGitHubHost } from '../fakes/github-host.ts'
import { startGuardedHost } from '../fakes/guarded-host.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { syncNow } from '../support/sources.ts'
import {
  basic,
  firstSync,
  fromGitHub,
  LAMP,
  PAGES,
  PASSWORD,
  RENEWED,
  repository,
  SIGNING_IN,
  TOKEN,
  website,
  WRONG,
} from './support/signed-in-sources.ts'

const host = await startGuardedHost(PAGES, { ada: PASSWORD, 'x-access-token': TOKEN })
const other = await startGuardedHost(PAGES, { ada: PASSWORD })
await host.commit({ 'lamp.md': LAMP })
const gitHub = await startGitHubHost()
await gitHub.commit({ 'lamp.md': LAMP })
afterAll(() => Promise.all([host.close(), other.close(), gitHub.close()]))
beforeEach(() => {
  host.users.set('ada', PASSWORD).set('x-access-token', TOKEN)
})

const { test } = acceptance(SIGNING_IN)

const found = async ({ client }: Pick<Knowledge, 'client'>) =>
  (await client.search({ query: 'How often does the lamp turn?' })).results.length

test('a site behind a password is connected, changed, and refused when the password ends', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  await expect(
    admin.sources.create(id, website(host, { credential: basic(WRONG) })),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(/^Signing in failed, so nothing was saved: .*status 401/),
  })
  expect((await admin.sources.list(id)).sources.filter(({ type }) => type !== 'api')).toEqual([])

  const { source, sync } = await firstSync(service, id, website(host))
  expect(source).toMatchObject({
    visibility: 'restricted',
    credential: { type: 'basic', signed_in_as: 'ada', origin: host.origin },
  })
  expect(sync).toMatchObject({ state: 'completed', counts: { added: 2, indexed: 2, failed: 0 } })
  // What was private did not become public by connecting it.
  expect(await found(knowledge)).toBe(0)

  const put = (password: string) =>
    admin.sources.putCredential(id, source.id, { credential: basic(password) })
  await expect(put(WRONG)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await syncNow(service, id, source.id)).state).toBe('completed')
  host.users.set('ada', RENEWED)
  expect(await put(RENEWED)).toMatchObject({ type: 'basic', signed_in_as: 'ada', needed: true })
  expect((await syncNow(service, id, source.id)).state).toBe('completed')

  host.users.delete('ada')
  const refused = await syncNow(service, id, source.id)
  expect(refused).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/rejects the credentials of the source \(status 401\)/),
    counts: { gone: 0 },
  })
  expect((await admin.sources.get(id, source.id)).documents).toBe(2)

  await admin.sources.removeCredential(id, source.id)
  expect((await admin.sources.get(id, source.id)).credential).toBeNull()
})

test('a private repository is read with a token, and no document is lost when it is revoked', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: id } = knowledge
  const bad = repository(host, { credential: { type: 'token', token: WRONG } })
  await expect(service.admin.sources.create(id, bad)).rejects.toThrow(/status 401/)
  const { source, sync } = await firstSync(service, id, repository(host))
  expect(source.credential).toMatchObject({ type: 'token', signed_in_as: 'x-access-token' })
  expect(sync).toMatchObject({ state: 'completed', counts: { added: 1, indexed: 1 } })
  host.users.delete('x-access-token')
  expect(await syncNow(service, id, source.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/rejects the credentials of the source/),
  })
  expect((await service.admin.sources.get(id, source.id)).documents).toBe(1)
  await expect(
    service.admin.sources.putCredential(id, source.id, { credential: basic() }),
  ).rejects.toThrow(/must be one of token/)
})

test('a repository is read as a GitHub App, until the installation ends', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: id } = knowledge
  const { admin } = service
  const create = (change: object) => {
    const credential = { type: 'github_app' as const, ...gitHub.app, ...change }
    return admin.sources.create(id, { ...fromGitHub(gitHub), credential })
  }
  await expect(create({ installation_id: '1' })).rejects.toThrow(/no such installation/)
  await expect(create({ private_key: 'not a key' })).rejects.toThrow(/RSA private key in PEM/)
  const { source, sync } = await firstSync(service, id, fromGitHub(gitHub))
  expect(source.credential).toMatchObject({ type: 'github_app', signed_in_as: 'GitHub App 123456' })
  expect(sync).toMatchObject({ state: 'completed', counts: { added: 1, indexed: 1 } })
  const asked = () => gitHub.requests.filter(({ path }) => path.endsWith('/access_tokens')).length
  const before = asked()
  await gitHub.commit({ 'boat.md': '# Boat\n\nThe boat comes on Mondays.' })
  expect((await syncNow(service, id, source.id)).counts).toMatchObject({ added: 1 })
  // The service still had its token; once it is revoked it gets another.
  expect(asked()).toBe(before)
  gitHub.revokeTokens()
  expect((await syncNow(service, id, source.id)).state).toBe('completed')
  expect(asked()).toBe(before + 1)
  gitHub.state = 'suspended'
  gitHub.revokeTokens()
  expect(await syncNow(service, id, source.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/installation may be suspended \(status 403\)/),
  })
  gitHub.state = 'installed'
  expect((await admin.sources.get(id, source.id)).documents).toBe(2)
})

test('private pages are shown to everyone only where the request says so', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const refused = { code: 'BAD_REQUEST', details: [{ path: 'open_private_pages' }] }
  const create = (given: Partial<SourceInput>) =>
    admin.sources.create(id, website(host, { sync: false, ...given }))
  const open: Partial<SourceInput>[] = [
    { visibility: 'public' },
    { visibility: 'unlisted' },
    { rules: [{ match: '/open/**', visibility: 'public' }] },
  ]
  for (const given of open) {
    await expect(create(given)).rejects.toMatchObject(refused)
  }
  // The public key of the knowledge base reads every group.
  const { id: staff } = await admin.groups.create(id, { name: 'Staff' })
  await expect(create({ group_id: staff, visibility: 'unlisted' })).rejects.toMatchObject(refused)
  expect(await create({ group_id: staff })).toMatchObject({ visibility: 'restricted' })

  const shown = await create({ visibility: 'public', open_private_pages: true })
  await syncNow(service, id, shown.id)
  expect(await found(knowledge)).toBeGreaterThan(0)

  const closed = await create({})
  await expect(admin.sources.change(id, closed.id, { visibility: 'public' })).rejects.toMatchObject(
    refused,
  )
  expect(await admin.sources.change(id, closed.id, { name: 'Renamed' })).toMatchObject({
    visibility: 'restricted',
    credential_dropped: false,
  })
  const patch = { visibility: 'public', open_private_pages: true } as const
  expect(await admin.sources.change(id, closed.id, patch)).toMatchObject({ visibility: 'public' })

  // A source that everyone reads already may not begin to bring private pages unnoticed.
  const { id: plain } = await admin.sources.create(id, {
    name: 'Open',
    settings: { type: 'website', url: `${host.origin}/` },
    sync: false,
  })
  const given = { credential: basic() }
  await expect(admin.sources.putCredential(id, plain, given)).rejects.toMatchObject(refused)
  await admin.sources.putCredential(id, plain, { ...given, open_private_pages: true })
})

test('in a group that no public key reads private pages are unlisted', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const { id: staff } = await admin.groups.create(id, { name: 'Staff' })
  const { id: open } = await admin.groups.create(id, { name: 'Open' })
  for (const key of (await admin.keys.list(id)).keys) await admin.keys.revoke(id, key.id)
  await createPublicKey(admin, id, [open])
  // A page may have the group of one rule and the visibility of another, or of the source.
  const opening: Partial<SourceInput>[] = [
    { group_id: staff, rules: [{ match: '/a/**', group_id: open }] },
    {
      visibility: 'restricted',
      rules: [
        { match: '/a/**', group_id: open },
        { match: '/**', visibility: 'unlisted' },
      ],
    },
  ]
  for (const given of opening) {
    await expect(
      admin.sources.create(id, website(host, { sync: false, ...given })),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ path: 'open_private_pages' }] })
  }
  const rule = { match: '/a/**', group_id: staff, visibility: 'unlisted' as const }
  const opened = { match: '/a/b/**', group_id: open }
  await expect(
    admin.sources.create(id, website(host, { sync: false, rules: [opened, rule] })),
  ).rejects.toThrow(/open_private_pages/)
  const closed = await admin.sources.create(id, website(host, { sync: false, rules: [rule] }))
  expect(closed).toMatchObject({ visibility: 'restricted', rules: [rule] })
  await expect(
    admin.sources.change(id, closed.id, { rules: [{ ...rule, group_id: open }] }),
  ).rejects.toThrow(/open_private_pages/)
  await admin.sources.remove(id, closed.id)
  const { source } = await firstSync(service, id, website(host, { group_id: staff }))
  expect(source).toMatchObject({ visibility: 'unlisted', group_id: staff })
  await expect(admin.sources.change(id, source.id, { visibility: 'public' })).rejects.toThrow(
    /open_private_pages/,
  )
  await expect(admin.sources.change(id, source.id, { group_id: open })).rejects.toThrow(
    /open_private_pages/,
  )
  await expect(admin.sources.change(id, source.id, { group_id: null })).rejects.toThrow(
    /open_private_pages/,
  )
})

test('a source that moves to another origin loses its credential, and the reply says so', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const source = await admin.sources.create(id, website(host, { sync: false }))
  const moveTo = (url: string) =>
    admin.sources.change(id, source.id, { settings: { type: 'website', url } })
  expect(await moveTo(`${host.origin}/lamp`)).toMatchObject({
    credential: { signed_in_as: 'ada' },
    credential_dropped: false,
  })
  expect(await moveTo(`${other.origin}/`)).toMatchObject({
    credential: null,
    credential_dropped: true,
  })
  await syncNow(service, id, source.id)
  expect(other.requests.length).toBeGreaterThan(0)
  expect(other.requests.filter(({ headers }) => /authorization/i.test(headers))).toEqual([])
})
