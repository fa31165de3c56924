import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { startGuardedHost } from '../fakes/guarded-host.ts'
import { confirm } from '../support/browser/confirm.ts'
import { axeFaults, consoleTests, buildPath } from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { go } from '../support/browser/every-page.ts'
import { clientFor, createKnowledge, createPublicKey } from '../support/knowledge.ts'

const page = (title: string, text: string, links = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`
const host = await startGuardedHost(
  {
    '/': page('Lighthouse', 'How the lighthouse works.', '<a href="/lamp">Lamp</a>'),
    '/lamp': page('Lamp', 'The lamp of the lighthouse turns four times a minute.'),
  },
  { ada: 'the-first-password', 'x-access-token': 'github_pat_first' },
)
await host.commit({ 'boat.md': '# Boat\n\nThe supply boat comes on the first Monday of a month.' })
afterAll(() => host.close())

const test = consoleTests({
  SECRETS_KEY: 'a key that seals secrets in the tests',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
})

const picture = async (shown: Page, name: string) => {
  const folder = process.env['FOOTNOTE_TEST_PICTURES']
  if (folder === undefined) return
  for (const width of [1440, 390]) {
    await shown.setViewportSize({ width, height: 900 })
    await shown.screenshot({ path: `${folder}/credentials-${name}-${width}.png`, fullPage: true })
  }
  await shown.setViewportSize({ width: 1440, height: 900 })
}

const getDialog = (shown: Page) => shown.getByRole('dialog').last()

async function connect(shown: Page, fields: () => Promise<void>, name: string): Promise<void> {
  await shown.getByRole('button', { name: 'Connect a source' }).first().click()
  await fields()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, `${name}-dialog`)
  await getDialog(shown).getByRole('button', { name: 'Connect and sync' }).click()
}

const inStep = (shown: Page) =>
  shown.getByText('Up to date', { exact: true }).first().waitFor({ timeout: 120_000 })

test('a site behind a password and a private repository, from connecting to revoking', async ({
  console,
  service,
}) => {
  const { admin } = service
  const docs = await createKnowledge(service, 'Private docs')
  const { knowledgeBaseId: id } = docs
  const { id: staff } = await admin.groups.create(id, { name: 'Staff' })
  const { id: open } = await admin.groups.create(id, { name: 'Open' })
  for (const key of (await admin.keys.list(id)).keys) await admin.keys.revoke(id, key.id)
  await createPublicKey(admin, id, [open])
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/sources`)
  const dialog = getDialog(shown)

  // A wrong password is said in the dialog, and nothing is connected.
  const fillSite = (password: string) => async () => {
    await dialog.getByLabel('Site URL').fill(`${host.origin}/`)
    await dialog.getByLabel('Credentials').selectOption('Username and password')
    await dialog.getByLabel('Username').fill('ada')
    const secret = dialog.getByLabel('Password')
    expect(await secret.getAttribute('type')).toBe('password')
    await secret.fill(password)
    await dialog.getByLabel('Who can read these pages').selectOption('Readers in the group Staff')
  }
  await connect(shown, fillSite('a-wrong-password'), 'site')
  await dialog.getByText('Signing in failed, so nothing was saved').waitFor()
  await picture(shown, 'site-refused')
  expect((await admin.sources.list(id)).sources.filter(({ type }) => type === 'website')).toEqual(
    [],
  )
  await fillSite('the-first-password')()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('About 2 pages').waitFor({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Connect and sync' }).click()
  await inStep(shown)
  await shown.getByText(/^Signed in as ada since /).waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'site')
  expect(await shown.content()).not.toContain('the-first-password')
  const siteId = shown.url().split('/').at(-1) ?? ''
  expect(await admin.sources.get(id, siteId)).toMatchObject({
    visibility: 'unlisted',
    group_id: staff,
    documents: 2,
  })

  await go(shown, service.baseUrl, `${buildPath(docs)}/sources`)
  await connect(
    shown,
    async () => {
      await dialog.getByLabel('Type').selectOption('Git repository')
      await dialog.getByLabel('Repository URL').fill(`${host.origin}/docs.git`)
      await dialog.getByLabel('Page URL pattern').fill('https://docs.example.com/{path}')
      await dialog.getByLabel('Credentials').selectOption('GitHub App')
      await dialog.getByLabel('App ID').waitFor()
      await picture(shown, 'app-dialog')
      await dialog.getByLabel('Credentials').selectOption('Access token')
      await dialog.getByLabel('Token', { exact: true }).fill('github_pat_first')
      await dialog.getByLabel('Who can read these pages').selectOption('Everyone who can ask here')
    },
    'repository',
  )
  await inStep(shown)
  await shown.getByText(/^Signed in with an access token as x-access-token since /).waitFor()
  const repositoryId = shown.url().split('/').at(-1) ?? ''
  expect(await admin.sources.get(id, repositoryId)).toMatchObject({ visibility: 'public' })

  // Readers of the group find the site; with the public key of the others nobody does.
  const found = async (groupId: string) => {
    const client = clientFor(service, id, await createPublicKey(admin, id, [groupId]))
    const { results } = await client.search({ query: 'How often does the lamp turn?' })
    return results.map(({ document }) => document.url)
  }
  expect(await found(open)).not.toContain(`${host.origin}/lamp`)
  expect(await found(staff)).toContain(`${host.origin}/lamp`)
  await go(shown, service.baseUrl, `${buildPath(docs)}/playground`)
  await shown
    .getByLabel('Ask as a reader would…')
    .fill('How often does the lamp of the lighthouse turn?')
  await shown.keyboard.press('Enter')
  await shown
    .getByText(/four times a minute/)
    .first()
    .waitFor({ timeout: 60_000 })
  await picture(shown, 'asked')
  await go(shown, service.baseUrl, `${buildPath(docs)}/sources/${repositoryId}`)

  // The token is revoked at the host.
  host.users.delete('x-access-token')
  await shown.getByRole('button', { name: 'Sync now' }).click()
  const reason =
    /its server rejects the credentials of the source: they are wrong, expired or revoked/
  await shown.getByText(reason).first().waitFor({ timeout: 120_000 })
  await shown.getByText('Failed', { exact: true }).first().waitFor()
  expect(await axeFaults(shown)).toEqual([])
  await picture(shown, 'revoked')
  expect((await admin.sources.get(id, repositoryId)).documents).toBe(1)

  // Another one takes its place, and the next sync is in step again.
  host.users.set('x-access-token', 'github_pat_second')
  await shown.getByRole('button', { name: 'Replace credentials' }).click()
  await dialog.getByLabel('Token', { exact: true }).fill('github_pat_wrong')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await dialog.getByText('Signing in failed, so nothing was saved').waitFor()
  await dialog.getByLabel('Token', { exact: true }).fill('github_pat_second')
  await picture(shown, 'replace')
  const credential = async () => (await admin.sources.get(id, repositoryId)).credential
  const save = dialog.getByRole('button', { name: 'Test and save' })
  await presses(shown, 'credential-card.tsx sources.putCredential', save, credential)
  await shown.getByText('Connected with an access token as x-access-token').waitFor()
  await shown.getByRole('button', { name: 'Sync now' }).click()
  await inStep(shown)

  await shown.getByRole('button', { name: 'Remove credentials' }).click()
  await picture(shown, 'remove')
  const remove = () => confirm(shown, 'Remove credentials')
  expect(
    await presses(shown, 'credential-card.tsx sources.removeCredential', remove, credential),
  ).toBeNull()
  await shown.getByText('No credentials', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
