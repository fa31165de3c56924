import { StreamErrorCode } from '@footnote/contract/errors'
import { FeedbackSource } from '@footnote/contract/public/feedback'
import { describe, expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { steeredBy } from '../support/acceptance.ts'
import { writtenBy } from '../support/answering.ts'
import { createPublicKey } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { captchaTest, verifiedBy } from './support/captcha.ts'
import { lookAlike } from './support/client-keys.ts'
import { KINDS, POLICIES, showing } from './support/question-policies.ts'
import type { Expected, QuestionScript } from './support/question-script.ts'
import { PLAIN } from './support/question-script.ts'
import { questionScripts } from './support/question-scripts.ts'
import type { World } from './support/question-world.ts'
import { createWorld, query, TEXT } from './support/question-world.ts'
import type { Asking, Decision, Shown, Transport } from './support/transports.ts'
import { transports } from './support/transports.ts'
import { PAGE } from './support/widget.ts'

const KEY = 'sk-for-the-tests'
const KEYS = { ANSWER_API_KEY: KEY, SECRETS_KEY: 'a key for the tests, 32 characters' }

const test = captchaTest
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('model', { scope: 'file' }, async ({}, { onCleanup }) => {
    const model = await startModelServer({ apiKey: KEY })
    model.answer(() => says(TEXT))
    onCleanup(() => model.close())
    return model
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, recaptcha, model }, { onCleanup }) => {
      const env = {
        ...steeredBy(embeddings),
        ...verifiedBy(recaptcha),
        ...writtenBy(model),
        ...KEYS,
        ANSWER_IDLE_TIMEOUT_SECONDS: '6',
      }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  .extend('world', { scope: 'file' }, async ({ service, model, recaptcha }): Promise<World> => ({
    ...(await createWorld(service)),
    model,
    recaptcha,
  }))

const plain = ({ knowledgeBaseId, shown }: World): Asking => ({
  knowledgeBaseId,
  shown: shown.key,
  body: { query },
})

const canCarry = ({ lacks }: Transport, { body }: Asking): boolean =>
  !lacks.some((field) => field in body)

const expectDecision = (decision: Decision, expected: Expected, what: string): void =>
  expect(decision, what).toEqual(decisionWanted(expected))

function decisionWanted(expected: Expected): object {
  if ('refused' in expected) return { kind: 'refused', code: expected.refused }
  if ('failed' in expected) return { kind: 'failed', code: expected.failed }
  const { says: words, cites: cited, covered, isStored } = expected
  return { kind: 'answered', text: saying(words), cited, covered, isStored }
}

const saying = (words: string | RegExp): unknown =>
  expect.stringMatching(typeof words === 'string' ? exactly(words) : words)

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.[\]?]/g, '\\$&')}$`)

describe.each(questionScripts)('$name', (script: QuestionScript) => {
  test('has the same outcome over every transport', async ({ service, world }) => {
    let asked = 0
    for (const transport of transports) {
      const asking = { ...plain(world), ...script.change(world, transport) }
      if (!canCarry(transport, asking)) {
        await expectNoPlace(service, transport, asking)
        continue
      }
      asked += 1
      if (script.model) world.model.script(...script.model)
      const before = world.model.requests.length
      const decision = await transport.ask(service, asking)
      expectDecision(decision, script.expected, transport.name)
      const isRefused = decision.kind === 'refused'
      const calls = isRefused ? world.model.requests.length - before : 0
      expect(calls, `${transport.name} asked the model of a refused question`).toBe(0)
      // A model that failed often is left in peace for a while; this shows that it is well again.
      if (decision.kind === 'failed') await expectPlain(service, world, transport)
    }
    expect(asked).toBeGreaterThanOrEqual(2)
  })
})

/** What a transport has no place for is refused, never passed over; a page's origin apart. */
const expectNoPlace = async (service: Service, transport: Transport, asking: Asking) =>
  expectDecision(
    await transport.ask(service, { ...asking, origin: undefined }),
    { refused: 'BAD_REQUEST' },
    transport.name,
  )

const expectPlain = async (service: Service, world: World, transport: Transport) =>
  expectDecision(await transport.ask(service, plain(world)), PLAIN, transport.name)

test('a greeting gets a friendly sentence over every transport, and a form is still to be sent', async ({
  service,
  world,
}) => {
  const before = world.model.requests.length
  for (const transport of transports) {
    const decision = await transport.ask(service, { ...plain(world), body: { query: 'Hello!' } })
    const covered = transport.captchaAction !== 'form_deflect'
    const expected = { says: /^Hello! What would you like to know/, cites: [], covered }
    expectDecision(decision, { ...expected, isStored: true }, transport.name)
  }
  expect(world.model.requests).toHaveLength(before)
})

test('a name that no page mentions is told over every transport, and no model is asked', async ({
  service,
  world,
}) => {
  const before = world.model.requests.length
  for (const transport of transports) {
    const asking = { ...plain(world), body: { query: `${query} in Jenkins` } }
    const decision = await transport.ask(service, asking)
    const text = expect.stringMatching(/^No page mentions “Jenkins”/)
    expect(decision, transport.name).toMatchObject({ kind: 'answered', covered: false, text })
  }
  expect(world.model.requests).toHaveLength(before)
})

test('the table has at least 60 scripts, and every error of a stream', () => {
  expect(questionScripts.length).toBeGreaterThanOrEqual(60)
  const failures = questionScripts.flatMap(({ expected }) =>
    'failed' in expected ? [expected.failed] : [],
  )
  // By breaking the database, below; by cancelling, in websocket.test.ts.
  const elsewhere = ['INTERNAL', 'CANCELLED']
  expect([...new Set([...failures, ...elsewhere])].sort()).toEqual(
    [...StreamErrorCode.options].sort(),
  )
})

test('an unexpected error is `internal` over every transport', async ({
  service,
  world,
  database,
}) => {
  await readRows(database, 'revoke select on readable_passages from footnote_api')
  try {
    for (const transport of transports) {
      const decision = await transport.ask(service, plain(world))
      expectDecision(decision, { failed: 'INTERNAL' }, transport.name)
    }
  } finally {
    await readRows(database, 'grant select on readable_passages to footnote_api')
  }
})

const verifies = makeVerifies(test)

verifies(
  'source.names-the-channel',
  'A rating names the channel its answer came through, whichever that was',
  async ({ service, world }) => {
    const { knowledgeBaseId, docs, widgets } = world
    const onWidget = { origin: PAGE, body: { query, widget_id: widgets.good } }
    const asked = [
      ...transports.map((transport) => ({ transport, change: {}, source: transport.source })),
      ...transports.slice(0, 1).map((transport) => ({
        transport,
        change: onWidget,
        source: 'widget',
      })),
    ]
    for (const { transport, change, source } of asked) {
      expectDecision(
        await transport.ask(service, { ...plain(world), ...change }),
        PLAIN,
        transport.name,
      )
      const { messages } = await service.admin.messages.list(knowledgeBaseId)
      const rating = await docs.client.rate({ message_id: messages[0]?.id ?? '', rating: 'up' })
      expect(rating.source, transport.name).toBe(source)
    }
    // Nothing that is served is a bot.
    expect([...asked.map(({ source }) => source), 'bot'].sort()).toEqual(
      [...FeedbackSource.options].sort(),
    )
  },
)

test('a token that was used on one transport is used up on all', async ({ service, world }) => {
  const { recaptcha, shown } = world
  recaptcha.forgetUses()
  for (const first of transports) {
    for (const second of transports) {
      if (first.captchaAction !== second.captchaAction) continue
      const hostname = 'docs.example.com'
      const captchaToken = recaptcha.mint({ action: first.captchaAction, hostname })
      const asking = { ...plain(world), shown: shown.guarded, captchaToken }
      const what = `${first.name}, then ${second.name}`
      expectDecision(await first.ask(service, asking), PLAIN, what)
      expectDecision(await second.ask(service, asking), { refused: 'CAPTCHA_FAILED' }, what)
    }
  }
})

test('a key over its limit is refused on every transport, whichever it used', async ({
  service,
  world,
  database,
  embeddings,
  model,
}) => {
  const env = {
    ...steeredBy(embeddings),
    ...writtenBy(model),
    ...KEYS,
    RATE_LIMIT_PER_KEY: '2',
  }
  await using strict = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  for (const first of transports) {
    const clientKey = await createPublicKey(service.admin, world.knowledgeBaseId)
    const asking = { ...plain(world), shown: { clientKey } }
    expectDecision(await first.ask(strict, asking), PLAIN, first.name)
    for (const _ of [1, 2]) await first.ask(strict, asking)
    const before = model.requests.length
    for (const second of transports) {
      const decision = await second.ask(strict, asking)
      expectDecision(decision, { refused: 'RATE_LIMITED' }, `${first.name}, then ${second.name}`)
    }
    expect(model.requests.length).toBe(before)
  }
})

type Form = { name: string; of: (world: World) => Shown; isServed: (by: Transport) => boolean }

const FORMS: readonly Form[] = [
  { name: 'a public key', of: ({ shown }) => shown.key, isServed: () => true },
  { name: 'a secret pair', of: ({ shown }) => shown.pair, isServed: () => true },
  {
    name: 'a public key as a bearer token',
    of: ({ docs }) => ({ bearer: docs.clientKey }),
    isServed: ({ takesBearer }) => takesBearer,
  },
  {
    name: 'a secret as a bearer token',
    of: ({ shown }) => ({ bearer: shown.pair.clientSecret ?? '' }),
    isServed: () => false,
  },
  { name: 'nothing', of: () => ({}), isServed: () => false },
  {
    name: 'a key and a pair together',
    of: ({ shown }) => ({ ...shown.key, ...shown.pair }),
    isServed: () => false,
  },
  {
    name: 'a good key beside a wrong pair',
    of: ({ shown }) => ({ ...shown.key, clientId: lookAlike('fnc'), clientSecret: 'x' }),
    isServed: () => false,
  },
  {
    name: 'half a pair',
    of: ({ shown }) => ({ clientId: shown.pair.clientId ?? '' }),
    isServed: () => false,
  },
]

/** An `init` that names nothing, both, or half of one, is no message at all. */
function expectNobody(decision: Decision, { name }: Transport): void {
  const codes = name === 'WebSocket' ? ['UNAUTHORIZED', 'BAD_REQUEST'] : ['UNAUTHORIZED']
  expect(decision, name).toEqual({ kind: 'refused', code: expect.toBeOneOf(codes) })
}

describe.each(FORMS)('$name', ({ of, isServed }) => {
  test('is accepted or refused by every transport in the same way', async ({ service, world }) => {
    for (const transport of transports) {
      const decision = await transport.ask(service, { ...plain(world), shown: of(world) })
      if (isServed(transport)) expectDecision(decision, PLAIN, transport.name)
      else expectNobody(decision, transport)
    }
  })
})

describe.each(POLICIES)('$name', ({ shown, asking: change, expected }) => {
  test.for(KINDS)('binds a %s over every transport', async (kind, { service, world }) => {
    for (const transport of transports) {
      const asking = {
        ...plain(world),
        shown: showing(kind, shown(world)),
        ...change(world),
      }
      if (kind === 'bearer' && !transport.takesBearer) {
        expectNobody(await transport.ask(service, asking), transport)
      } else if (canCarry(transport, asking)) {
        expectDecision(await transport.ask(service, asking), expected, transport.name)
      } else {
        await expectNoPlace(service, transport, asking)
      }
    }
  })
})

test('a public key that requires tokens is refused without one, in every form it can be sent', async ({
  service,
  world,
}) => {
  const { clientKey = '' } = world.shown.guarded
  for (const transport of transports) {
    for (const shown of [{ clientKey }, { bearer: clientKey }]) {
      const decision = await transport.ask(service, { ...plain(world), shown })
      const isKnown = 'clientKey' in shown || transport.takesBearer
      if (isKnown) expectDecision(decision, { refused: 'CAPTCHA_REQUIRED' }, transport.name)
      else expectNobody(decision, transport)
    }
  }
})
