import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirm } from '../support/browser/confirm.ts'
import {
  axeFaults,
  buildPath,
  sharedConsoleTests,
  sidewaysScroll,
} from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { signReaderToken } from '../support/signed-readers/reader-tokens.ts'
import { readRows } from '../support/store/services.ts'

const test = sharedConsoleTests().extend('docs', { scope: 'file' }, ({ service }) =>
  createKnowledge(service, 'Acme docs'),
)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const PICTURES = process.env['FOOTNOTE_TEST_PICTURES']

/** To look at, where somebody asks for it. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({
      path: `${PICTURES}/signed-readers-${name}-${width}.png`,
      fullPage: true,
    })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an admin registers a signer, tries a token, makes a new secret and deletes it', async ({
  console,
  service,
  database,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const group = { name: 'Gold customers', signed_readers_only: true }
  await service.admin.groups.create(knowledgeBaseId, group)
  const signers = () =>
    readRows<{ name: string; version: number }>(
      database,
      `select name, audience, issuer, jwks_url, version, previous_secret is not null as keeps
       from reader_signers where knowledge_base_id = '${knowledgeBaseId}' order by id`,
    )
  const { page, faults } = await console.open(`${buildPath(docs)}/signed-readers`)
  await page.getByText('No signers yet').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'empty')

  await button(page, 'Register signer').click()
  await page.getByLabel('Name', { exact: true }).fill('Customer portal')
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'create')
  const create = () => confirm(page, 'Create')
  expect(await presses(page, 'create-signer.tsx readerSigners.create', create, signers)).toEqual([
    {
      name: 'Customer portal',
      audience: knowledgeBaseId,
      issuer: null,
      jwks_url: null,
      version: 1,
      keeps: false,
    },
  ])
  const secretIn = async () =>
    (await page.getByRole('group', { name: 'Secret' }).textContent()) ?? ''
  const secret = await secretIn()
  expect(secret).toMatch(/^fnr_[\w-]{43}$/)
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'secret')
  await button(page, 'I have copied it').click()
  await page.getByRole('cell', { name: 'Customer portal' }).waitFor()

  const sign = (key: string, claims: object = {}) =>
    signReaderToken({ sub: 'customer-4711', aud: knowledgeBaseId, name: 'Ada', ...claims }, key)
  const tried = async (token: string) => {
    await page.getByLabel('Token', { exact: true }).fill(token)
    await button(page, 'Try it').click()
    return page.getByRole('status')
  }
  const report = await tried(sign(secret, { groups: ['Gold customers', 'Silver'] }))
  await report.getByText('Valid', { exact: true }).waitFor()
  await report.getByText('customer-4711').waitFor()
  await report.getByText('Gold customers, Pages without a group').waitFor()
  await report.getByText('Silver: no group for signed readers').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'valid')
  await tried(sign('somebody-elses-secret-of-32-bytes-x'))
  await report.getByText('The reader token has no valid signature.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'invalid')

  await button(page, 'Rotate secret').click()
  await page.getByLabel('Keep the old secret valid for').selectOption('1 day')
  const rotate = () => confirm(page, 'Rotate secret')
  expect(
    await presses(page, 'signer-dialogs.tsx readerSigners.rotate', rotate, signers),
  ).toMatchObject([{ version: 2, keeps: true }])
  const next = await secretIn()
  expect(next).not.toBe(secret)
  await button(page, 'I have copied it').click()
  await page.getByText('The previous secret is valid until').waitFor()
  for (const key of [secret, next]) {
    await tried(sign(key))
    await report.getByText('Valid', { exact: true }).waitFor()
  }

  await button(page, 'Register signer').click()
  await page.getByLabel('Name', { exact: true }).fill('Login')
  await page.getByLabel('Signs with').selectOption('Keys at a URL (JWKS)')
  await page.getByLabel('JWKS URL').fill('https://id.invalid/keys')
  await page.getByLabel('Issuer').fill('https://id.invalid')
  await confirm(page, 'Create')
  await page.getByText('https://id.invalid/keys').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await signers()).toMatchObject([
    { name: 'Customer portal' },
    { name: 'Login', jwks_url: 'https://id.invalid/keys', issuer: 'https://id.invalid' },
  ])
  await picture(page, 'list')
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)

  const row = page.getByRole('row').filter({ hasText: 'Login' })
  await row.getByRole('button', { name: 'Delete' }).click()
  const remove = () => confirm(page, 'Delete')
  expect(
    await presses(page, 'signer-dialogs.tsx readerSigners.remove', remove, signers),
  ).toHaveLength(1)
  await page.getByText('Signer deleted').waitFor()
  expect(faults).toEqual([])
})
