import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, vi } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { digestKey, sameDigest, sameSecret } from './digest.ts'

verifies('secrets.constant-time', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  onTestFinished(() => {
    compare.mockRestore()
    syncBuiltinESMExports()
  })
  const pepper = 'a pepper of at least 32 characters'
  expect(sameDigest(digestKey(pepper, 'fns_a'), digestKey(pepper, 'fns_a'))).toBe(true)
  expect(sameDigest(digestKey(pepper, 'fns_a'), digestKey(pepper, 'fns_b'))).toBe(false)
  expect(sameSecret('short', 'a much longer secret')).toBe(false)
  expect(sameSecret('same', 'same')).toBe(true)
  // Each comparison went through it, over digests of one length, whatever the secrets' lengths.
  expect(compare).toHaveBeenCalledTimes(4)
  for (const [a, b] of compare.mock.calls) expect(a.byteLength).toBe(b.byteLength)
})
