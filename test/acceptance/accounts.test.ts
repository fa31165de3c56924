import { test as base, expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { runCli } from '../support/run-cli.ts'
import { KEY_MAKING, MODEL_DIR, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { createDatabase } from '../support/store/services.ts'
import {
  bearer,
  getCookie,
  joinAs,
  MANY_ATTEMPTS,
  PASSWORD,
  sendAs,
  signIn,
} from './support/people.ts'
import { send } from './support/wire.ts'

const { test } = acceptance(MANY_ATTEMPTS)

const setupToken = ({ log }: Service): string | undefined => {
  const url = log.map((line) => line['setup_url']).find((each) => typeof each === 'string')
  return url === undefined ? undefined : new URL(url).hash.slice(1)
}

const setUp = (service: Service, token: string, email = 'ada@example.com') =>
  send(service, '/api/v1/admin/setup', {
    json: { token, email, name: 'Ada', password: PASSWORD },
  })

base(
  'the first start logs a link that creates one owner, once, without an admin token',
  async () => {
    await using database = await createDatabase()
    const options = { databaseUrl: database.ownerUrl, command: 'api' as const }
    const env = { ADMIN_TOKEN: '', ...MANY_ATTEMPTS }
    let token = ''
    {
      await using service = await startService({ ...options, env })
      await expect.poll(() => setupToken(service)).toEqual(expect.any(String))
      token = setupToken(service) ?? ''
      expect((await setUp(service, `${token}x`)).status).toBe(401)
      expect((await send(service, '/console/setup')).status).toBe(200)
      const rivals = await Promise.all([
        setUp(service, token),
        setUp(service, token, 'eve@example.com'),
      ])
      expect(new Set(rivals.map(({ status }) => status))).toEqual(new Set([201, 401]))
      const owner = rivals.find(({ status }) => status === 201)
      if (!owner) throw new Error('Nobody was created')
      const headers = { cookie: getCookie(owner), origin: service.baseUrl }
      const made = await send(service, '/api/v1/admin/workspaces', {
        json: { name: 'Acme' },
        headers,
      })
      expect(made.status).toBe(201)
      const { events } = (await send(service, '/api/v1/admin/audit', { headers })).body as {
        events: { action: string; address: string }[]
      }
      expect(events).toMatchObject([{ action: 'person.set_up', address: '127.0.0.1' }])
      // There is no admin token that an empty one could equal.
      const empty = await send(service, '/api/v1/admin/me', { headers: bearer('undefined') })
      expect(empty.status).toBe(401)
    }
    await using again = await startService({ ...options, env })
    expect((await setUp(again, token)).status).toBe(401)
    const created = await runCli(
      ['admin', 'create', '--email', 'Grace@example.com', '--name', 'Grace'],
      {
        env: {
          DATABASE_URL: database.ownerUrl,
          KEY_PEPPER: KEY_MAKING.pepper,
          EMBEDDING_MODEL_DIR: MODEL_DIR,
        },
        input: `${PASSWORD}\n`,
      },
    )
    expect(created).toMatchObject({ exitCode: 0, stdout: 'grace@example.com can sign in now.\n' })
    const grace = await signIn(again, 'grace@example.com')
    expect(grace.body).toMatchObject({ owns_installation: true })
    expect(setupToken(again)).toBeUndefined()
  },
)

base('each start logs a link until somebody can sign in, whatever was created before', async () => {
  await using database = await createDatabase()
  const options = { databaseUrl: database.ownerUrl, command: 'api' as const, env: MANY_ATTEMPTS }
  {
    await using service = await startService(options)
    await service.admin.workspaces.create({ name: 'Made with the admin token' })
    expect(setupToken(service)).toEqual(expect.any(String))
  }
  {
    await using service = await startService(options)
    expect((await setUp(service, setupToken(service) ?? '')).status).toBe(201)
  }
  await using again = await startService(options)
  // Whatever it has to say at the start is said before it answers.
  expect((await send(again, '/api/v1/admin/me')).status).toBe(401)
  expect(setupToken(again)).toBeUndefined()
})

test('an invitation works once, for its address, until it is withdrawn', async ({
  service,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const { admin } = service
  const accept = (json: object, headers = {}) =>
    send(service, '/api/v1/admin/invitations/accept', { json, headers })
  const invite = (email: string) => admin.invitations.create(workspaceId, { email, role: 'editor' })
  const first = await invite('Lin@example.com')
  expect(first).toMatchObject({ email: 'lin@example.com', is_sent: false })
  const second = await invite('lin@example.com')
  const filled = { name: 'Lin', password: PASSWORD }
  expect((await accept({ token: first.token, ...filled })).status).toBe(401)
  expect((await accept({ token: second.token, ...filled })).status).toBe(200)
  expect((await accept({ token: second.token, ...filled })).status).toBe(401)
  await expect(invite('lin@example.com')).rejects.toMatchObject({ code: 'CONFLICT' })

  const elsewhere = await admin.workspaces.create({ name: 'Elsewhere' })
  const third = await admin.invitations.create(elsewhere.id, {
    email: 'lin@example.com',
    role: 'viewer',
  })
  const stranger = await joinAs(service, workspaceId, 'owner')
  expect((await accept({ token: third.token }, stranger.headers)).status).toBe(401)
  const wrong = { token: third.token, name: 'Lin', password: 'not the password' }
  expect((await accept(wrong)).status).toBe(401)
  const headers = {
    cookie: getCookie(await signIn(service, 'lin@example.com')),
    origin: service.baseUrl,
  }
  expect((await accept({ token: third.token }, headers)).status).toBe(200)
  const { members } = await admin.members.list(elsewhere.id)
  expect(members).toMatchObject([{ email: 'lin@example.com', role: 'viewer' }])

  const withdrawn = await invite('late@example.com')
  await admin.invitations.revoke(workspaceId, withdrawn.id)
  expect((await accept({ token: withdrawn.token, ...filled })).status).toBe(401)
  expect((await admin.invitations.list(workspaceId)).invitations).toEqual([])
})

test('the audit log says who changed what to what, from where and by which request', async ({
  service,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const owner = await joinAs(service, workspaceId, 'owner')
  const path = `/api/v1/admin/workspaces/${workspaceId}`
  const changed = await sendAs(service, owner, path, {
    method: 'PATCH',
    json: { name: '=SUM(A1)', thread_retention_days: 30 },
  })
  const { events } = await service.admin.audit.list(workspaceId, { action: 'workspace.change' })
  expect(events).toEqual([
    {
      id: expect.any(String),
      at: expect.any(String),
      actor: owner.email,
      actor_id: owner.id,
      token_id: null,
      action: 'workspace.change',
      target: workspaceId,
      changes: [
        { field: 'name', from: 'Docs', to: '=SUM(A1)' },
        { field: 'thread_retention_days', from: null, to: 30 },
      ],
      address: '127.0.0.1',
      request_id: changed.headers.get('x-request-id'),
    },
  ])
  const all = await service.admin.audit.list(workspaceId)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await service.admin.audit.list(workspaceId, { limit: 2, cursor })
    paged.push(...page.events.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(paged).toEqual(all.events.map(({ id }) => id))
  expect(paged.length).toBeGreaterThan(4)
  const by = await service.admin.audit.list(workspaceId, {
    actor: owner.email,
    target: workspaceId,
  })
  expect(by.events).toEqual(events)
  const before = await service.admin.audit.list(workspaceId, { to: events[0]?.at })
  expect(before.events.length).toBe(all.events.length - 1)
  const csv = await sendAs(service, owner, `${path}/audit.csv?actor=${owner.email}`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('""to"":""=SUM(A1)""')
})

test('the command line takes an access token, and manages people and tokens', async ({
  service,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const made = await service.admin.accessTokens.create(workspaceId, { name: 'CI', role: 'admin' })
  const run = (...args: string[]) =>
    runCli([...args, '--workspace', workspaceId], {
      env: { FOOTNOTE_URL: service.baseUrl, FOOTNOTE_ADMIN_TOKEN: made.token },
    })
  const invited = await run('people', 'invite', 'kim@example.com', '--role', 'editor')
  expect(invited.stdout).toMatch(new RegExp(`link .*/console/invitation#${workspaceId}\\.`))
  const person = await joinAs(service, workspaceId, 'viewer')
  expect((await run('people', 'role', person.email, 'editor')).exitCode).toBe(0)
  const listed = await run('people', 'list')
  expect(listed.stdout).toMatch(/invited +editor .*kim@example\.com/)
  expect(listed.stdout).toMatch(new RegExp(`member +editor .*${person.email}`))
  const refused = await run('people', 'role', person.email, 'owner')
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('owner') })
  expect((await run('people', 'remove', person.email)).exitCode).toBe(0)
  expect((await run('tokens', 'list')).stdout).toMatch(/admin .* CI/)
  expect((await run('tokens', 'revoke', made.id)).exitCode).toBe(0)
  expect(await run('tokens', 'list')).toMatchObject({ exitCode: 1 })
})
