import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const KEY = Buffer.alloc(32, 'a key').toString('base64')
const box = createSecretBox(KEY)
const context = ['knowledge-base-1', 'https://api.example.com']

test.each(['sk-1234567890', '', 'schlüssel 🔑', 'x'.repeat(5_000)])(
  'what was sealed opens again: %s',
  (secret) => {
    expect(box.open(box.seal(secret, context), context)).toBe(secret)
  },
)

test('the sealed form contains nothing of the secret, and differs each time', () => {
  const secret = 'sk-1234567890abcdef'
  const [one, two] = [box.seal(secret, context), box.seal(secret, context)]
  expect(one.includes(secret)).toBe(false)
  expect(one.equals(two)).toBe(false)
})

test.each([
  ['another knowledge base', ['knowledge-base-2', 'https://api.example.com']],
  ['another address', ['knowledge-base-1', 'https://evil.example.com']],
  ['the parts cut elsewhere', ['knowledge-base-1https://api', '.example.com']],
  ['no context', []],
])('a secret does not open for %s', (_, other) => {
  const sealed = box.seal('sk-1', context)
  expect(() => box.open(sealed, other)).toThrow(/authenticate/)
})

test('a secret does not open under another key, nor after any bit was changed', () => {
  const sealed = box.seal('sk-1', context)
  expect(() => createSecretBox('another passphrase, 32 characters').open(sealed, context)).toThrow(
    /authenticate/,
  )
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => box.open(changed, context), `byte ${index}`).toThrow(
      /authenticate|unknown version/,
    )
  }
  expect(() => box.open(sealed.subarray(0, 20), context)).toThrow(/authentication tag/)
})

test('a passphrase makes the same key every time', () => {
  const passphrase = 'a passphrase of 32 characters ok'
  const sealed = createSecretBox(passphrase).seal('sk-1', context)
  expect(createSecretBox(passphrase).open(sealed, context)).toBe('sk-1')
})
