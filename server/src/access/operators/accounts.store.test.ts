import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../../test/support/store/store.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './accounts.ts'
import { passkeySite } from './passkeys/passkey-site.ts'

const PASSWORD = 'correct horse battery staple'
const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
const from = { address: '203.0.113.7', userAgent: 'Test', cookie: undefined }
const work = { hashes: 0, checks: 0 }

const ada = {
  email: 'Ada@example.com',
  name: 'Ada',
  password: PASSWORD,
  ownsInstallation: true,
  isEmailProved: true,
}

let store: Store
let accounts: Accounts

const open = (publicUrl: string | null, current = peppers.current) =>
  createAccounts({
    db: store.worker.db,
    peppers: { current, previous: null },
    publicUrl,
    hashing: {
      hash: (password) => ((work.hashes += 1), hashPassword(password)),
      verify: (attempt) => ((work.checks += 1), verifyPassword(attempt)),
    },
  })

beforeAll(async () => {
  store = await openStore()
  accounts = open('https://ask.example.com')
  await accounts.createPerson(ada)
})

afterAll(() => store.close())

test('an address belongs to one person', async () => {
  const again = { ...ada, email: 'ADA@example.com' }
  await expect(accounts.createPerson(again)).rejects.toMatchObject({ code: 'CONFLICT' })
})

const getCookie = (cookies: readonly string[]) => cookies[0]?.split(';', 1)[0]

test('under https the cookie is bound to the host and needs https', async () => {
  const signedIn = await accounts.signIn({ email: 'ADA@example.com', password: PASSWORD }, from)
  expect(signedIn?.person).toMatchObject({ email: 'ada@example.com', ownsInstallation: true })
  expect(signedIn?.cookies).toEqual([
    expect.stringMatching(
      /^__Host-footnote_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const cookie = getCookie(signedIn?.cookies ?? [])
  const found = await accounts.findSession({ ...from, cookie })
  expect(found.value?.person.email).toBe('ada@example.com')
  // Signed under another pepper it is nobody's.
  const others = open('https://ask.example.com', 'another pepper with 32 characters')
  expect((await others.findSession({ ...from, cookie })).value).toBeNull()
})

test('an unknown address costs one hash, as a wrong password does', async () => {
  const attempt = async (email: string) => {
    const before = { ...work }
    expect(await accounts.signIn({ email, password: 'a guess' }, from)).toBeNull()
    return work.hashes - before.hashes + (work.checks - before.checks)
  }
  expect([await attempt('ada@example.com'), await attempt('nobody@example.com')]).toEqual([1, 1])
})

test('the database has no password, and no session token that could be sent alone', async () => {
  const signedIn = await accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, from)
  const { rows } = await sql<{ all: string }>`
    select string_agg(s::text, ' ') || (select string_agg(c::text, ' ') from accounts.credentials c)
      as all from accounts.sessions s`.execute(store.worker.db)
  expect(rows[0]?.all).not.toContain(PASSWORD)
  const sent = decodeURIComponent(getCookie(signedIn?.cookies ?? [])?.split('=')[1] ?? '')
  const [token = ''] = sent.split('.')
  expect(rows[0]?.all).toContain(token)
  const name = '__Host-footnote_session'
  expect((await accounts.findSession({ ...from, cookie: `${name}=${token}` })).value).toBeNull()
})

test('the role that serves readers sees nothing of accounts, members, invitations or tokens', async () => {
  const { db } = store.api
  const tables = ['accounts.people', 'accounts.sessions', 'accounts.credentials', 'members']
  for (const table of [...tables, 'knowledge_base_roles', 'invitations', 'access_tokens']) {
    await expect(sql`select from ${sql.table(table)}`.execute(db), table).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('neither role of the service changes or deletes a row of the audit log', async () => {
  const { workspaceId } = store.tenant
  await asWorker(store, (tx) =>
    recordAudit(tx, { workspaceId, actor: 'someone', action: 'key.revoke', subjectId: null }),
  )
  const attempts = [
    sql`update audit_events set actor = 'nobody'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
    sql`alter table audit_events disable row level security`,
    sql`drop table audit_events`,
  ]
  for (const statement of attempts) {
    for (const { db } of [store.api, store.worker]) {
      await expect(statement.execute(db)).rejects.toThrow(/permission denied|must be owner/)
    }
  }
  const left = await asWorker(store, (tx) =>
    tx.selectFrom('audit_events').select('actor').execute(),
  )
  expect(left).toEqual([{ actor: 'someone' }])
  await expect(sql`select from audit_events`.execute(store.api.db)).rejects.toThrow(
    /permission denied/,
  )
})

test('whoever proves an address has none of the passkeys of before', async () => {
  const email = 'unproved@example.com'
  const { id } = await accounts.createPerson({ ...ada, email, isEmailProved: false })
  const { id: other } = await accounts.createPerson({ ...ada, email: 'other@example.com' })
  for (const person of [id, other]) {
    await sql`insert into accounts.passkeys
        (id, user_id, credential_id, public_key, counter, device_type, backed_up)
      values (${person}, ${person}, ${person}, '', 0, 'singleDevice', false)`.execute(
      store.worker.db,
    )
  }
  await sql`update accounts.people set name = 'Renamed' where id = ${id}`.execute(store.worker.db)
  const owners = async () => {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from accounts.passkeys`.execute(store.worker.db)
    return rows.map((row) => row.user_id).sort()
  }
  expect(await owners()).toEqual([id, other].sort())
  await sql`update accounts.people set email_verified = true`.execute(store.worker.db)
  expect(await owners()).toEqual([other])
})

test.for([
  ['https://ask.example.com', 'ask.example.com'],
  ['https://ask.example.com:8443', 'ask.example.com'],
  ['http://localhost:8080', 'localhost'],
  ['http://ask.example.com', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  [null, undefined],
] as const)('%s: passkeys belong to %s', ([publicUrl, host]) => {
  expect(passkeySite(publicUrl)?.rpID).toBe(host)
})
