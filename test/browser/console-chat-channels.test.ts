import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shownIn, startFakeDiscord } from '../fakes/discord/discord.ts'
import { startFakeGitHubApp } from '../fakes/github-app/github-app.ts'
import type { FakeSlack } from '../fakes/slack/slack.ts'
import { shownText, startFakeSlack } from '../fakes/slack/slack.ts'
import { confirm } from '../support/browser/confirm.ts'
import { axeFaults, buildPath, consoleTests, sidewaysScroll } from '../support/browser/console.ts'
import { presses } from '../support/browser/pressing.ts'
import { CHANNEL_ENV } from '../support/channels/slack-channel.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests(CHANNEL_ENV)
  .extend('docs', { scope: 'file' }, async ({ service }) => {
    const docs = await createKnowledge(service, 'Acme docs')
    await putPages(service, docs.knowledgeBaseId, [
      {
        url: 'https://docs.acme.example/keys',
        title: 'Keys',
        content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
      },
    ])
    return docs
  })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('slack', async ({}, { onCleanup }): Promise<FakeSlack> => {
    const slack = await startFakeSlack()
    onCleanup(() => slack.close())
    return slack
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const PICTURES = process.env['FOOTNOTE_TEST_PICTURES']

/** To look at, where somebody asks for it. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const path = `${PICTURES}/channels-${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an admin connects Slack, chooses where it answers, tries it and disconnects it', async ({
  console,
  service,
  database,
  docs,
  slack,
}) => {
  const { knowledgeBaseId } = docs
  await service.admin.groups.create(knowledgeBaseId, {
    name: 'Gold customers',
    signed_readers_only: true,
  })
  const channels = () =>
    readRows<{ name: string }>(
      database,
      `select name, places, questions_per_minute, enabled, identity->>'team_name' as team,
              connected_at from channels where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  const { page, faults } = await console.open(`${buildPath(docs)}/channels`)
  await page.getByText('No channels yet').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'empty')

  await button(page, 'Add channel').click()
  await page.getByLabel('Name', { exact: true }).fill('Company Slack')
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'create')
  const create = () => confirm(page, 'Create')
  expect(await presses(page, 'create-channel.tsx channels.create', create, channels)).toMatchObject(
    [{ name: 'Company Slack', places: [], questions_per_minute: 60, enabled: true, team: null }],
  )
  await page.getByRole('heading', { name: 'Company Slack' }).waitFor()
  const manifest = JSON.parse(
    (await page.getByRole('group', { name: 'App manifest' }).textContent()) ?? '',
  )
  const requestUrl = (await page.getByRole('group', { name: 'Request URL' }).textContent()) ?? ''
  expect(manifest.settings.event_subscriptions.request_url).toBe(requestUrl)
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'setup')

  await page.getByLabel('Bot token').fill('xoxb-not-this-one')
  await page.getByLabel('Signing secret').fill(slack.workspace.signingSecret)
  await page.getByLabel('API URL').fill(slack.apiUrl)
  await button(page, 'Connect').click()
  await page.getByText('Slack does not know the bot token.').waitFor()
  await picture(page, 'refused')
  await page.getByLabel('Bot token').fill(slack.workspace.botToken)
  expect(
    await presses(page, 'connection-card.tsx channels.connect', button(page, 'Connect'), channels),
  ).toMatchObject([{ team: 'Acme 1' }])
  await page.getByText('Connected to Acme 1 as @docs_bot').waitFor()
  slack.requestUrl = requestUrl
  expect((await slack.verifyUrl('a challenge')).body).toBe('{"challenge":"a challenge"}')

  await button(page, 'Test connection').click()
  await page.getByText('Slack accepts the credentials.').waitFor()
  await button(page, 'Choose from a list').click()
  await page.getByLabel('#help-docs').check()
  await page.getByLabel('Questions per minute').fill('30')
  await picture(page, 'connected')
  expect(await axeFaults(page)).toEqual([])
  expect(
    await presses(page, 'answering-form.tsx channels.change', button(page, 'Save'), channels),
  ).toMatchObject([{ places: ['C0HELP'], questions_per_minute: 30 }])

  const asked = await slack.say({ text: '<@U0BOT1> How do I rotate a key?' })
  await expect
    .poll(() => slack.repliesTo(asked.ts).map(shownText).join(), { timeout: 60_000 })
    .toContain('press Rotate')
  // Which says that the channel has no problem.
  const states = () => readRows(database, 'select state from channel_events')
  await expect.poll(states).toEqual([{ state: 'answered' }])
  slack.workspace.tokenFault = 'token_revoked'
  await button(page, 'Test connection').click()
  await page.getByText('Slack says that the token was revoked.').first().waitFor()
  await page.getByText('Needs attention').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'failing')
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)

  await page.getByRole('link', { name: 'Chat channels' }).first().click()
  await page.getByRole('cell', { name: 'Company Slack' }).waitFor()
  await picture(page, 'list')
  await page.getByRole('link', { name: 'Company Slack' }).click()
  await button(page, 'Disconnect').click()
  const remove = () => confirm(page, 'Disconnect')
  expect(await presses(page, 'channel.tsx channels.remove', remove, channels)).toEqual([])
  await page.getByText('No channels yet').waitFor()
  expect(faults).toEqual([])
})

test('an admin connects Discord with a token alone, and adds the app to a server', async ({
  console,
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const discord = await startFakeDiscord()
  await using _ = { [Symbol.asyncDispose]: () => discord.close() }
  const { page, faults } = await console.open(`${buildPath(docs)}/channels`)
  await button(page, 'Add channel').click()
  await page.getByLabel('Product').selectOption('discord')
  await page.getByLabel('Name', { exact: true }).fill('Community')
  await picture(page, 'create-discord')
  await confirm(page, 'Create')
  await page.getByRole('heading', { name: 'Community' }).waitFor()
  await page.getByText('Set up the app in Discord').waitFor()
  expect(await page.getByRole('group', { name: 'App manifest' }).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'setup-discord')

  await page.getByLabel('Bot token').fill(discord.botToken)
  await page.getByLabel('API URL').fill(discord.apiUrl)
  await button(page, 'Connect').click()
  await page.getByText('Connected to Acme 1 as @docs_bot').waitFor()
  expect(discord.commands.map(({ name }) => name)).toEqual(['ask'])
  await page.getByText('Set up the app in Discord').click()
  const add = page.getByRole('link', { name: 'Add the app to a server' })
  expect(await add.getAttribute('href')).toContain(`client_id=${discord.application.id}`)
  await button(page, 'Test connection').click()
  await page.getByText('Discord accepts the credentials.').waitFor()
  await button(page, 'Choose from a list').click()
  await page.getByLabel('#help').check()
  await button(page, 'Save').click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await picture(page, 'connected-discord')
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)

  const { interaction } = await discord.ask({ question: 'How do I rotate a key?' })
  await expect
    .poll(() => discord.repliesTo(interaction).map(shownIn).join(), { timeout: 60_000 })
    .toContain('press Rotate')
  const { channels } = await service.admin.channels.list(knowledgeBaseId)
  expect(channels.filter(({ kind }) => kind === 'discord')).toMatchObject([
    { places: ['645000000000000001'] },
  ])
  expect(faults).toEqual([])
})

test('an admin connects GitHub with the key of an app, and has answers proposed', async ({
  console,
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const github = await startFakeGitHubApp()
  await using _ = { [Symbol.asyncDispose]: () => github.close() }
  const { page, faults } = await console.open(`${buildPath(docs)}/channels`)
  await button(page, 'Add channel').click()
  await page.getByLabel('Product').selectOption('github')
  await page.getByLabel('Name', { exact: true }).fill('Issues')
  await confirm(page, 'Create')
  await page.getByRole('heading', { name: 'Issues' }).waitFor()
  const form = page.getByRole('link', { name: 'Open the form of a new GitHub App' })
  const address = new URL((await form.getAttribute('href')) ?? '')
  const requestUrl = await page.getByRole('group', { name: 'Request URL' }).textContent()
  expect(address.searchParams.get('webhook_url')).toBe(requestUrl)
  expect(address.searchParams.getAll('events[]')).toContain('discussion_comment')
  expect(await axeFaults(page)).toEqual([])
  await picture(page, 'setup-github')

  await page.getByLabel('App ID').fill(String(github.app.id))
  await page.getByLabel('Private key').fill(github.app.privateKey)
  await page.getByLabel('API URL').fill(github.apiUrl)
  await button(page, 'Connect').click()
  await page.getByText(`Connected to Acme docs as @${github.app.slug}`).waitFor()
  expect(github.hook.url).toBe(requestUrl)
  await button(page, 'Choose from a list').click()
  await page.getByLabel('acme/docs').check()
  await page.getByLabel('New issues and discussions').selectOption('answer')
  await picture(page, 'connected-github')
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'Save').click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)

  const post = await github.open({ title: 'How do I rotate a key?' })
  await expect
    .poll(() => github.answersTo(post).join(), { timeout: 60_000 })
    .toContain('press Rotate')
  const { channels } = await service.admin.channels.list(knowledgeBaseId)
  expect(channels.filter(({ kind }) => kind === 'github')).toMatchObject([
    { places: ['acme/docs'], unasked: 'answer', say_not_covered: false },
  ])
  expect(faults).toEqual([])
})
