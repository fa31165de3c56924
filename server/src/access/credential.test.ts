import { expect, test } from 'vitest'
import { readCredential } from './credential.ts'
import { createKey } from './clients/key-format.ts'

const clientKey = createKey('fnp', '00')
const clientId = createKey('fnc', '00')
const clientSecret = createKey('fns', '00')
const none = { clientKey: undefined, clientId: undefined, clientSecret: undefined }

test('a public key alone is a credential', () => {
  expect(readCredential({ ...none, clientKey })).toEqual({ kind: 'public', key: clientKey })
})

test('a whole pair is a credential', () => {
  const credential = readCredential({ ...none, clientId, clientSecret })
  expect(credential).toEqual({ kind: 'secret', clientId, clientSecret })
})

test.each([
  ['nothing', none],
  ['half a pair: the id', { ...none, clientId }],
  ['half a pair: the secret', { ...none, clientSecret }],
  ['a public key and a pair', { clientKey, clientId, clientSecret }],
  ['a public key and half a pair', { ...none, clientKey, clientId }],
  ['an empty key', { ...none, clientKey: '' }],
  ['a key with a typo', { ...none, clientKey: `${clientKey.slice(0, -1)}_` }],
  ['a secret as the public key', { ...none, clientKey: clientSecret }],
  ['a pair the wrong way round', { ...none, clientId: clientSecret, clientSecret: clientId }],
])('%s is refused', (_name, presented) => {
  expect(() => readCredential(presented)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }))
})
