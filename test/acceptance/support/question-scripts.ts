import {
  cuts,
  endsEarly,
  filtered,
  getsBusy,
  hangs,
  losesKey,
  refusesKey,
  runsOutOfCredit,
  splitIntoPieces,
  says,
  talksGarbage,
  truncated,
} from '../../fakes/model-scripts.ts'
import { lookAlike, withTypo } from './client-keys.ts'
import type { QuestionScript } from './question-script.ts'
import { answered, body, failed, refused } from './question-script.ts'
import type { World } from './question-world.ts'
import { query, TEXT } from './question-world.ts'
import { readers } from './readers/reader-scripts.ts'
import type { Asking, Transport } from './transports.ts'
import { PAGE } from './widget.ts'
import { SOME_ID } from './wire.ts'

const onPage = (widget: keyof World['widgets'], origin: string | undefined) => {
  return ({ widgets }: World): Partial<Asking> => ({
    ...body({ widget_id: widgets[widget] }),
    origin,
  })
}
const guarded =
  (token: (world: World, transport: Transport) => string | undefined) =>
  (world: World, transport: Transport): Partial<Asking> => ({
    shown: world.shown.guarded,
    captchaToken: token(world, transport),
  })
const minted =
  (change: object) =>
  ({ recaptcha }: World, { captchaAction }: Transport) =>
    recaptcha.mint({ action: captchaAction, hostname: 'docs.example.com', ...change })

/** What is quoted in place of an answer: every page that was found. */
const SECTIONS = ['keys#keys', 'limits#limits', 'crane#crane'].map((page) => `${PAGE}/${page}`)

const credentials: QuestionScript[] = [
  refused('UNAUTHORIZED', 'an unknown key', () => ({ shown: { clientKey: lookAlike('fnp') } })),
  refused('UNAUTHORIZED', 'a mistyped key', ({ docs }) => ({
    shown: { clientKey: withTypo(docs.clientKey) },
  })),
  refused('UNAUTHORIZED', 'an empty key', () => ({ shown: { clientKey: '' } })),
  refused('UNAUTHORIZED', 'a secret in place of a key', ({ shown }) => ({
    shown: { clientKey: shown.pair.clientSecret ?? '' },
  })),
  refused('UNAUTHORIZED', 'a pair with a wrong secret', ({ shown }) => ({
    shown: { ...shown.pair, clientSecret: lookAlike('fns') },
  })),
  refused('UNAUTHORIZED', 'a pair with an unknown id', ({ shown }) => ({
    shown: { ...shown.pair, clientId: lookAlike('fnc') },
  })),
  refused('UNAUTHORIZED', 'a pair turned round', ({ shown }) => ({
    shown: {
      clientId: shown.pair.clientSecret ?? '',
      clientSecret: shown.pair.clientId ?? '',
    },
  })),
  refused('UNAUTHORIZED', 'a revoked key', ({ shown }) => ({ shown: shown.revokedKey })),
  refused('UNAUTHORIZED', 'a revoked pair', ({ shown }) => ({ shown: shown.revokedPair })),
  refused('FORBIDDEN', "another knowledge base's key", ({ shown }) => ({
    shown: shown.foreignKey,
  })),
  refused('FORBIDDEN', "another knowledge base's pair", ({ shown }) => ({
    shown: shown.foreignPair,
  })),
  refused('FORBIDDEN', "a key on nobody's knowledge base", () => ({ knowledgeBaseId: SOME_ID })),
  answered('a secret pair', ({ shown }) => ({ shown: shown.pair })),
]

const bodies: QuestionScript[] = [
  refused('BAD_REQUEST', 'a blank question', () => ({ body: { query: ' \n\t' } })),
  refused('BAD_REQUEST', 'an invisible question', () => ({ body: { query: '\u200B\u2060' } })),
  refused('BAD_REQUEST', 'a question with NUL', () => ({ body: { query: 'How\0?' } })),
  refused('BAD_REQUEST', 'a question one character too long', (_, { mostCharacters }) => ({
    body: { query: '🐈'.repeat(mostCharacters + 1) },
  })),
  answered('a question as long as it may be', (_, { mostCharacters }) => ({
    body: { query: `${query} `.padEnd(mostCharacters, 'reset key ') },
  })),
  refused('BAD_REQUEST', 'a question that is a number', () => ({
    body: { query: 7 as unknown as string },
  })),
  refused('BAD_REQUEST', 'an unknown field', () => body({ workspace_id: SOME_ID })),
  refused('BAD_REQUEST', '`__proto__`', () => ({
    body: JSON.parse(`{"query":"${query}","__proto__":{"admin":true}}`) as Asking['body'],
  })),
  refused('BAD_REQUEST', 'a `top_k` of 0', () => body({ top_k: 0 })),
  refused('BAD_REQUEST', 'a `top_k` that is not whole', () => body({ top_k: 1.5 })),
  answered('a `top_k` that is capped', () => body({ top_k: 100_000 })),
  refused('BAD_REQUEST', 'groups that are no list', ({ groups }) =>
    body({ group_ids: groups.open }),
  ),
  refused('BAD_REQUEST', 'an empty list of groups', () => body({ group_ids: [] })),
  refused('BAD_REQUEST', 'an empty list of groups, with a key that has some', ({ shown }) => ({
    shown: shown.boundKey,
    ...body({ group_ids: [] }),
  })),
  refused('BAD_REQUEST', 'more groups than a request may name', () =>
    body({ group_ids: Array.from({ length: 1_001 }, () => SOME_ID) }),
  ),
  refused('BAD_REQUEST', 'an email that is too long', () =>
    body({ user: { email: 'x'.repeat(321) } }),
  ),
  refused('BAD_REQUEST', 'an unknown field of the asker', () => body({ user: { role: 'admin' } })),
  answered('an asker', () => body({ user: { id: 'reader-1', email: 'reader@example.com' } })),
]

const DEEPER = 'https://a.b.example.com'

const widgets: QuestionScript[] = [
  refused('BAD_REQUEST', 'a widget that is no id', () => body({ widget_id: 'help' })),
  refused('NOT_FOUND', "nobody's widget", () => body({ widget_id: SOME_ID })),
  refused('NOT_FOUND', "another knowledge base's widget", onPage('foreign', PAGE)),
  refused('WIDGET_DISABLED', 'a widget that is off', onPage('off', PAGE)),
  refused('ORIGIN_NOT_ALLOWED', 'no origin', onPage('good', undefined)),
  refused('ORIGIN_NOT_ALLOWED', 'the origin `null`', onPage('good', 'null')),
  refused('ORIGIN_NOT_ALLOWED', 'another host', onPage('good', 'https://example.com')),
  refused('ORIGIN_NOT_ALLOWED', 'a look-alike host', onPage('good', `${PAGE}.evil.test`)),
  refused('ORIGIN_NOT_ALLOWED', 'another scheme', onPage('good', 'http://docs.example.com')),
  refused('ORIGIN_NOT_ALLOWED', 'another port', onPage('good', `${PAGE}:8443`)),
  refused('ORIGIN_NOT_ALLOWED', 'a widget with no origins', onPage('nowhere', PAGE)),
  answered('a widget on its page', onPage('good', PAGE)),
  answered('a widget on a subdomain', onPage('anySubdomain', 'https://a.example.com')),
  refused('ORIGIN_NOT_ALLOWED', 'two labels for a star', onPage('anySubdomain', DEEPER)),
]

const harbour = 'What does the harbour have?'
const LABELLED = { body: { query: harbour, filter: { version: '3' } } }
const VAULT = { says: 'The harbour has a vault [1].', cites: [`${PAGE}/vault#vault`] }

const groups: QuestionScript[] = [
  refused('GROUP_NOT_ALLOWED', "nobody's group", () => body({ group_ids: [SOME_ID] })),
  refused('GROUP_NOT_ALLOWED', 'a group that is no id', () => body({ group_ids: ['open'] })),
  refused('GROUP_NOT_ALLOWED', "another knowledge base's group", (world) =>
    body({ group_ids: [world.groups.open, world.groups.foreign] }),
  ),
  refused('GROUP_NOT_ALLOWED', "a group outside the key's", (world) => ({
    shown: world.shown.boundKey,
    ...body({ group_ids: [world.groups.inner] }),
  })),
  refused('GROUP_NOT_ALLOWED', "a group outside the pair's", (world) => ({
    shown: world.shown.boundPair,
    ...body({ group_ids: [world.groups.inner] }),
  })),
  answered(
    "a key's own group",
    (world) => ({ shown: world.shown.boundKey, body: { query: harbour } }),
    { says: 'The harbour has a crane [1].', cites: [`${PAGE}/crane#crane`] },
    says('The harbour has a crane [1].'),
  ),
  answered(
    "a pair's own group",
    (world) => ({ shown: world.shown.boundPair, body: { query: harbour } }),
    { says: 'The harbour has a crane [1].', cites: [`${PAGE}/crane#crane`] },
    says('The harbour has a crane [1].'),
  ),
  answered(
    'a group asked for',
    (world) => ({ body: { query: harbour, group_ids: [world.groups.inner] } }),
    VAULT,
    says(VAULT.says),
  ),
  answered('a label asked for', () => LABELLED, VAULT, says(VAULT.says)),
]

const captcha: QuestionScript[] = [
  refused(
    'CAPTCHA_REQUIRED',
    'no token',
    guarded(() => undefined),
  ),
  refused(
    'CAPTCHA_REQUIRED',
    'an empty token',
    guarded(() => ''),
  ),
  refused(
    'CAPTCHA_FAILED',
    'a made-up token',
    guarded(() => 'made up'),
  ),
  refused('CAPTCHA_FAILED', 'a token for a search', guarded(minted({ action: 'search' }))),
  refused('CAPTCHA_FAILED', 'a token of another host', guarded(minted({ hostname: 'a.test' }))),
  refused('CAPTCHA_FAILED', 'a token with a low score', guarded(minted({ score: 0.1 }))),
  refused('CAPTCHA_FAILED', 'an old token', guarded(minted({ mintedMsAgo: 180_000 }))),
  refused(
    'CAPTCHA_FAILED',
    'a verifier that is down',
    guarded((world, transport) => {
      world.recaptcha.fail({ kind: 'status', status: 500 })
      return minted({})(world, transport)
    }),
  ),
  answered('a good token', guarded(minted({}))),
]

const threads: QuestionScript[] = [
  refused('NOT_FOUND', "nobody's thread", () => body({ thread_id: SOME_ID })),
  refused('NOT_FOUND', "another knowledge base's thread", (world) =>
    body({ thread_id: world.threads.foreign }),
  ),
  answered('a thread that is no id', () => body({ thread_id: 'the last one' })),
  answered('a thread of its own', (world) => body({ thread_id: world.threads.own })),
]

const inZero = ({ zero }: World, fields: object = {}): Partial<Asking> => ({
  knowledgeBaseId: zero.knowledgeBaseId,
  shown: { clientKey: zero.clientKey },
  ...body(fields),
})

const answers: QuestionScript[] = [
  answered('a plain answer', () => ({})),
  answered('an answer in pieces', () => ({}), {}, says(splitIntoPieces(1, TEXT))),
  answered(
    'sections in place of an answer that no passage supports',
    () => ({}),
    { says: /^### Keys\n\nReset a key under Settings\. \[1\]/, cites: SECTIONS },
    says('It can be done.'),
  ),
  answered(
    'an answer without a marker that a passage supports',
    () => ({}),
    { says: 'Reset a key under Settings. [1]' },
    says('Reset a key under Settings.'),
  ),
  answered(
    'sections in place of an answer whose only marker is dropped',
    () => ({}),
    { says: /^### Keys\n\nReset a key under Settings\. \[1\]/, cites: SECTIONS },
    says('Billing happens every other Tuesday afternoon [1].'),
  ),
  answered(
    'sections in place of an answer of a model that refuses',
    () => ({}),
    { says: /^### Keys\n\nReset a key under Settings\. \[1\]/, cites: SECTIONS },
    refusesKey,
  ),
  answered(
    'sections in place of an answer of a model that is silent',
    () => ({}),
    { says: /^### Keys\n\nReset a key under Settings\. \[1\]/, cites: SECTIONS },
    hangs(),
  ),
  answered(
    'an answer that cites what is not there',
    () => ({}),
    { says: 'Reset a key under Settings. [1]' },
    says('Reset a key under Settings [97].'),
  ),
  answered(
    'a question that the documents do not cover',
    () => ({ body: { query: 'zebra quasar' } }),
    {
      says: /^I could not find an answer/,
      cites: [],
      covered: false,
    },
  ),
  answered(
    'a model that declines',
    () => ({}),
    { says: /^I could not find an answer/, cites: [], covered: false },
    says('NOT_COVERED'),
  ),
  answered(
    'what only a restricted page says',
    () => ({ body: { query: 'Where is obsidian marmalade kept?' } }),
    { says: /^(?!.*cellar)/s, cites: [], covered: false },
  ),
  answered('Zero data retention', (world) => inZero(world), { isStored: false }),
  answered('Zero data retention with a thread', (world) => inZero(world, { thread_id: SOME_ID }), {
    isStored: false,
  }),
]

const failures: QuestionScript[] = [
  {
    name: 'a spent allowance',
    change: ({ spent }) => ({
      knowledgeBaseId: spent.knowledgeBaseId,
      shown: { clientKey: spent.clientKey },
    }),
    expected: { failed: 'QUOTA_EXCEEDED' },
  },
  failed('QUOTA_EXCEEDED', 'a provider without credit', runsOutOfCredit('Reset a ')),
  failed('MISCONFIGURED', 'a provider that refuses the key', losesKey('Reset a ')),
  failed('RATE_LIMITED', 'a provider that is busy', getsBusy('Reset a ')),
  failed('UNAVAILABLE', 'a provider that is cut off', cuts('Reset a ')),
  failed('UNAVAILABLE', 'a provider that ends early', endsEarly('Reset a ')),
  failed('UNAVAILABLE', 'a provider that talks garbage', talksGarbage('Reset a ')),
  failed('TIMEOUT', 'a provider that hangs after some words', hangs('Reset a ')),
  failed('CONTENT_FILTERED', 'a content filter', filtered('Reset a ')),
  failed('TRUNCATED', 'an answer cut short', truncated(TEXT)),
]

/** Every refusal and every failure of the contract, and answers of every kind. */
export const questionScripts: readonly QuestionScript[] = [
  ...credentials,
  ...bodies,
  ...widgets,
  ...groups,
  ...readers,
  ...captcha,
  ...threads,
  ...answers,
  ...failures,
]
