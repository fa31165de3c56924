import type { LimitsInput } from '@footnote/client/admin'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, writtenBy } from '../support/answering.ts'
import { ask, takeLast, openStream, readFrames } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { SmtpSink } from '../support/sign-in/smtp-sink.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import { joinAs } from './support/people.ts'

const test = answering()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, model, mail }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...writtenBy(model), SMTP_URL: mail.url, SECRETS_KEY }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  .extend(
    'otherApi',
    { scope: 'file' },
    async ({ database, embeddings, model, service }, { onCleanup }) => {
      // The first one migrates the database.
      void service
      const env = { ...steeredBy(embeddings), ...writtenBy(model), SECRETS_KEY }
      const databaseUrl = database.ownerUrl
      const api = await startService({ databaseUrl, command: 'api', env })
      onCleanup(() => api.kill())
      return api
    },
  )

const SECRETS_KEY = 'a key for the tests, 32 characters'
const query = 'How do I reset a key?'
/** Six pieces, each of which costs 1. */
const TEXT = 'Reset a key under Settings [1].'
const COST = 6
const PRICE = {
  model: 'openai-compatible/scripted',
  input_per_million: 0,
  output_per_million: 1_000_000,
  currency: 'USD',
}
const NO_LIMITS = { monthly_question_allowance: null, alert_at_percent: [], daily_cost_cap: null }

async function priced(service: Service, limits: Partial<LimitsInput>): Promise<Knowledge> {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  await service.admin.prices.put(knowledge.workspaceId, { prices: [PRICE] })
  await service.admin.limits.put(knowledge.workspaceId, { ...NO_LIMITS, ...limits })
  return knowledge
}
/** So many questions in lanes, each of which asks the next when it has the answer to the one before. */
async function askInLanes(
  services: readonly Service[],
  knowledge: Knowledge,
  questions: number,
  lanes: number,
): Promise<void> {
  let left = questions
  const lane = async (service: Service) => {
    while (left > 0) {
      left -= 1
      takeLast(await ask(service, knowledge, { query }))
    }
  }
  await Promise.all(
    Array.from({ length: lanes }, (_, index) => {
      const service = services[index % services.length]
      if (!service) throw new Error('no service')
      return lane(service)
    }),
  )
}

test('the daily cap is passed by no more than the answers that are being written, over two processes', async ({
  service,
  otherApi,
  model,
}) => {
  model.answer(() => says(TEXT, { delayMs: 20 }))
  const knowledge = await priced(service, { daily_cost_cap: 10 * COST })
  const before = model.requests.length
  await askInLanes([service, otherApi], knowledge, 50, 5)
  const written = model.requests.length - before
  expect(written).toBeGreaterThanOrEqual(10)
  // The tenth reached the cap, while four others at most were under way.
  expect(written).toBeLessThanOrEqual(14)
  const usage = await service.admin.workspaces.usage(knowledge.workspaceId)
  expect(usage).toMatchObject({
    answered: 50,
    spent_today: written * COST,
    daily_cost_cap: 60,
    cost_cap_reached: true,
    totals: { questions: 50, cost: written * COST, unpriced: 0 },
  })
})

test('fifty questions at once pass the cap once; all later ones are answered with quotations', async ({
  service,
  otherApi,
  model,
}) => {
  model.answer(() => says(TEXT, { delayMs: 20 }))
  const knowledge = await priced(service, { daily_cost_cap: COST })
  const { admin } = service
  const before = model.requests.length
  await askInLanes([service, otherApi], knowledge, 50, 50)
  const written = model.requests.length - before
  expect(written).toBeGreaterThan(0)
  await askInLanes([service, otherApi], knowledge, 50, 50)
  expect(model.requests.length - before).toBe(written)

  const { frames } = await ask(otherApi, knowledge, { query })
  expect(JSON.stringify(frames)).toContain('under Settings')
  const [newest] = (await admin.messages.list(knowledge.knowledgeBaseId, { limit: 1 })).messages
  expect(newest).toMatchObject({ model: 'extract', covered: true, cost: 0 })
  const { trace } = await admin.messages.get(knowledge.knowledgeBaseId, newest?.id ?? '')
  expect(trace.cost_capped).toBe(true)

  await admin.limits.put(knowledge.workspaceId, { ...NO_LIMITS, daily_cost_cap: 1000 })
  takeLast(await ask(service, knowledge, { query }))
  expect(model.requests.length - before).toBe(written + 1)
})

test('an answer whose reader leaves counts towards the cap by an estimate', async ({
  service,
  model,
}) => {
  const knowledge = await priced(service, { daily_cost_cap: 2 })
  model.script(says(TEXT, { delayMs: 100 }))
  const leave = new AbortController()
  const response = await openStream(service, knowledge, { query }, { signal: leave.signal })
  for await (const { frames } of readFrames(response)) {
    if (frames.some((frame) => 'delta' in frame)) break
  }
  leave.abort()
  const usage = () => service.admin.workspaces.usage(knowledge.workspaceId)
  await expect.poll(async () => (await usage()).spent_today).toBeGreaterThan(0)
  const { totals, spent_today } = await usage()
  expect(totals).toMatchObject({ cost: 0, estimated_cost: spent_today })
})

const subjectsTo = (mail: SmtpSink, address: string): string[] =>
  mail.messages
    .filter(({ to }) => to.includes(address))
    .flatMap(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? [])
    .filter((subject) => !subject.includes('nvit'))

test('owners and admins are told once of each share of a limit, whoever reaches it at once', async ({
  service,
  otherApi,
  model,
  mail,
  database,
}) => {
  model.answer(() => says(TEXT, { delayMs: 20 }))
  const knowledge = await priced(service, {
    monthly_question_allowance: 10,
    alert_at_percent: [50, 80],
  })
  const { workspaceId } = knowledge
  const owner = await joinAs(service, workspaceId, 'owner')
  const admin = await joinAs(service, workspaceId, 'admin')
  const editor = await joinAs(service, workspaceId, 'editor')
  const webhook = await service.admin.webhooks.create(workspaceId, {
    url: 'https://hooks.example.com/footnote',
    events: ['allowance.reached', 'cost_cap.reached'],
  })
  await askInLanes([service, otherApi], knowledge, 10, 10)
  const told = (email: string) => subjectsTo(mail, email).map((text) => text.replace(/^.*: /, ''))
  await expect.poll(() => told(admin.email), { timeout: 30_000 }).toHaveLength(3)
  const month = new Date().toISOString().slice(0, 7)
  const shares = [
    `50% of the questions for ${month} are used`,
    `80% of the questions for ${month} are used`,
    `the questions for ${month} are used up`,
  ]
  expect(told(admin.email).toSorted()).toEqual(shares)
  expect(told(owner.email).toSorted()).toEqual(shares)
  expect(told(editor.email)).toEqual([])

  // Raised, the whole is not reached any more; the rest was told.
  await service.admin.limits.put(workspaceId, {
    monthly_question_allowance: 12,
    alert_at_percent: [50, 80],
    daily_cost_cap: COST,
  })
  await askInLanes([service, otherApi], knowledge, 2, 2)
  await expect.poll(() => told(admin.email), { timeout: 30_000 }).toHaveLength(7)
  expect(told(admin.email).slice(3).toSorted()).toEqual([
    '50% of the daily cost cap is spent',
    '80% of the daily cost cap is spent',
    'the daily cost cap is reached',
    `the questions for ${month} are used up`,
  ])
  const { deliveries } = await service.admin.webhooks.deliveries(workspaceId, webhook.id)
  expect(deliveries.map(({ type }) => type).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'allowance.reached'),
    ...Array.from({ length: 3 }, () => 'cost_cap.reached'),
  ])
  const untold = await readRows(
    database,
    `select from limit_notices where workspace_id = '${workspaceId}' and told_at is null`,
  )
  expect(untold).toEqual([])
})

test('limits are set from the command line, and what is not named stays', async ({
  service,
  knowledge: { workspaceId },
}) => {
  const run = async (...args: string[]) => {
    const ended = await runAsOperator(service, ['limits', ...args, '--workspace', workspaceId])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    return ended.stdout
  }
  await run('set', '--allowance', '1000', '--alert-at', '80,50', '--daily-cost', '2.5')
  const shown = await run('set', '--allowance', 'none')
  expect(shown).toContain('0 of any number')
  expect(shown).toContain('50%, 80%, 100%')
  expect(await service.admin.limits.get(workspaceId)).toMatchObject({
    monthly_question_allowance: null,
    alert_at_percent: [50, 80],
    daily_cost_cap: 2.5,
  })
})
