import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GITHUB_DIALECT } from './github-dialect.ts'
import { readGitHubCall } from './read-github-call.ts'
import { signGitHubCall, verifyGitHubCall, webhookSecret } from './verify-github.ts'

const SECRET = webhookSecret('-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----')
const accepts = (secret: string, signature: string, body: Buffer) =>
  verifyGitHubCall(secret, { headers: { 'x-hub-signature-256': signature }, body })

test('it signs as GitHub’s documentation does', () => {
  const body = Buffer.from('Hello, World!')
  expect(signGitHubCall("It's a Secret to Everybody", body)).toBe(
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  )
})

test('of 10,000 calls that are forged, changed or signed by another app none is accepted', () => {
  let tried = 0
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.nat(),
      fc.string({ minLength: 8, maxLength: 40 }),
      (bytes, at, other) => {
        const body = Buffer.from(bytes)
        const signature = signGitHubCall(SECRET, body)
        expect(accepts(SECRET, signature, body)).toBe(true)
        const changed = Buffer.from(body)
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << (at % 8))
        const digit = 7 + (at % 64)
        const wrong = signature[digit] === '0' ? '1' : '0'
        const forged = [
          accepts(SECRET, signature, changed),
          accepts(SECRET, signature, body.subarray(1)),
          accepts(`${other}!`, signature, body),
          accepts(SECRET, signGitHubCall(`${other}!`, body), body),
          accepts(SECRET, signGitHubCall(webhookSecret(other), body), body),
          accepts(
            SECRET,
            `${signature.slice(0, digit)}${wrong}${signature.slice(digit + 1)}`,
            body,
          ),
          accepts(SECRET, signature.slice(0, -1), body),
          accepts(SECRET, signature.replace('sha256=', 'sha1='), body),
          accepts(SECRET, signature.slice('sha256='.length), body),
          accepts(SECRET, '', body),
        ]
        tried += forged.length
        expect(forged.filter(Boolean)).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
  expect(tried).toBeGreaterThanOrEqual(10_000)
})

const IDENTITY = {
  app: '845',
  bot_user: 'acme-docs[bot]',
  bot_name: 'acme-docs',
  team: null,
  team_name: 'Acme docs',
}
const ada = { login: 'ada', type: 'User' }

const read = (name: string, event: object) => {
  const body = Buffer.from(
    JSON.stringify({
      action: 'opened',
      issue: { number: 7, node_id: 'I_7', title: 'Keys expire', body: 'Why?', user: ada },
      repository: { id: 1, full_name: 'acme/docs', private: false },
      installation: { id: 4 },
      sender: ada,
      ...event,
    }),
  )
  const headers = { 'x-github-event': name, 'x-github-hook-installation-target-id': '845' }
  const incoming = readGitHubCall({ headers, body }, IDENTITY)
  return incoming?.kind === 'question' ? incoming.asked : incoming?.kind
}
const comment = (body: string, user: object = ada) => ({
  action: 'created',
  comment: { id: 9, node_id: 'IC_9', body, user },
  sender: user,
})

describe('what asks the app', () => {
  test.each([
    ['a mention', '@acme-docs how do I rotate a key?', 'how do I rotate a key?'],
    ['a mention in another case', 'Hello @Acme-Docs, why?', 'Hello , why?'],
    ['a mention alone, which asks what the post asks', '@acme-docs', 'Keys expire\n\nWhy?'],
  ])('%s', (_name, body, text) => {
    expect(read('issue_comment', comment(body))).toMatchObject({ id: 'comment:issue:9', text })
  })

  test.each([
    ['no mention', 'how do I rotate a key?'],
    ['somebody whose name begins so', '@acme-docs-team please'],
    ['an address', 'write to me@acme-docs please'],
    ['a team', '@acme/acme-docs please'],
    ['a quotation', '> @acme-docs why?\n\nI wonder, too.'],
    ['code', 'It says `@acme-docs` there.'],
    ['a block of code', '```\n@acme-docs why?\n```'],
    ['what a template hides', '<!-- @acme-docs -->'],
  ])('not %s', (_name, body) => {
    expect(read('issue_comment', comment(body))).toBe('nothing')
  })

  test('no bot, and no event that is not new', () => {
    const bot = { login: 'other[bot]', type: 'Bot' }
    expect(read('issue_comment', comment('@acme-docs why?', bot))).toBe('nothing')
    expect(read('issues', { sender: bot })).toBe('nothing')
    expect(read('issues', { action: 'edited' })).toBe('nothing')
    expect(read('issues', { action: 'reopened' })).toBe('nothing')
    expect(read('issue_comment', { ...comment('@acme-docs why?'), action: 'edited' })).toBe(
      'nothing',
    )
    expect(read('issues', { action: 'labeled', label: { name: 'bug' } })).toBe('nothing')
    expect(read('issues', {})).toMatchObject({ id: 'opened:issue:1:7', isUnasked: true })
  })
})

test('text of an answer notifies nobody and refers to no issue', () => {
  const shown = GITHUB_DIALECT.escape('@ada and @acme/team fixed #12, GH-3 and a&lt;b <img>')
  expect(shown).not.toMatch(/@\w|#\d|GH-\d|(?<!\\)<img|&lt;/i)
  expect(shown.replaceAll('\u200b', '').replaceAll('\\', '')).toBe(
    '@ada and @acme/team fixed #12, GH-3 and a&amp;lt;b <img>',
  )
})
