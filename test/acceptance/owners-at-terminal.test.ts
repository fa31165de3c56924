import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { runCli } from '../support/run-cli.ts'
import { KEY_MAKING, MODEL_DIR } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { enrol } from './support/authenticator.ts'
import { joinAs, MANY_ATTEMPTS, PASSWORD, sendAs, signIn } from './support/people.ts'

const { test } = acceptance(MANY_ATTEMPTS)
const NEW_PASSWORD = `another ${PASSWORD}`

/** In a terminal with the settings of the service, which need not run. */
const admin = (database: { ownerUrl: string }, args: readonly string[], input = '') =>
  runCli(['admin', ...args], {
    env: {
      DATABASE_URL: database.ownerUrl,
      KEY_PEPPER: KEY_MAKING.pepper,
      EMBEDDING_MODEL_DIR: MODEL_DIR,
    },
    input,
  })

test('owners are made and listed at a terminal, and one who is locked out gets in again', async ({
  service,
  knowledge,
  database,
}) => {
  const list = async () => {
    const { exitCode, stdout } = await admin(database, ['list', '--json'])
    expect(exitCode).toBe(0)
    return (JSON.parse(stdout) as { owners: Record<string, unknown>[] }).owners
  }
  expect(await list()).toEqual([])
  const grace = ['--email', 'Grace@example.com', '--name', 'Grace']
  expect(await admin(database, ['create', ...grace], `${PASSWORD}\n`)).toMatchObject({
    exitCode: 0,
    stdout: 'grace@example.com can sign in now.\n',
  })
  const again = await admin(database, ['create', ...grace], `${PASSWORD}\n`)
  expect(again.exitCode).toBe(1)
  expect(again.stderr).toContain('footnote admin recover --email Grace@example.com')
  expect(again.stderr).not.toContain(' at ')

  // Somebody who owns nothing, and who has lost password and authenticator.
  const ada = await joinAs(service, knowledge.workspaceId, 'viewer', { email: 'ada@example.com' })
  await enrol(service, ada)
  expect((await signIn(service, 'ada@example.com', PASSWORD)).body).toMatchObject({
    second_factor: 'totp',
  })
  const recovered = await admin(
    database,
    ['recover', '--email', 'Ada@example.com'],
    `${NEW_PASSWORD}\n`,
  )
  expect(recovered).toMatchObject({ exitCode: 0 })
  expect(recovered.stdout).toContain('ada@example.com can sign in now')
  expect((await sendAs(service, ada, '/api/v1/admin/me')).status).toBe(401)
  expect((await signIn(service, 'ada@example.com', PASSWORD)).status).toBe(401)
  expect((await signIn(service, 'ada@example.com', NEW_PASSWORD)).body).toMatchObject({
    owns_installation: true,
  })
  expect(await list()).toMatchObject([
    { email: 'grace@example.com', has_password: true, two_factor: false, last_seen_at: null },
    { email: 'ada@example.com', has_password: true, two_factor: false, passkeys: 0 },
  ])
  const { stdout } = await admin(database, ['list'])
  expect(stdout).toMatch(/grace@example\.com +Grace\n.*ada@example\.com/)

  const nobody = await admin(
    database,
    ['recover', '--email', 'nobody@example.com'],
    `${PASSWORD}\n`,
  )
  expect(nobody.exitCode).toBe(1)
  expect(nobody.stderr).toContain('Nobody has the address nobody@example.com')
  const short = await admin(database, ['recover', '--email', 'ada@example.com'], 'short\n')
  expect(short.stderr).toContain('at least 12 characters')
  const rows = await readRows<{ action: string }>(
    database,
    `select action from audit_events where actor = 'terminal' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['person.create_owner', 'person.recover_owner'])
})
