import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lockfileFaults } from './lockfile-faults.ts'

test('every package of ours has a digest, and none an address', async () => {
  const file = new URL('../../package-lock.json', import.meta.url)
  const lockfile = JSON.parse(await readFile(file, 'utf8'))
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(300)
  expect(lockfileFaults(lockfile)).toEqual([])
})

test('a package without a digest, with a weak one or with an address is named', () => {
  const packages = {
    '': {},
    server: {},
    'node_modules/@footnote/server': { resolved: 'server', link: true },
    'node_modules/good': { integrity: 'sha512-AAAA' },
    'node_modules/good/node_modules/brought': { inBundle: true },
    'node_modules/unchecked': {},
    'server/node_modules/weak': { integrity: 'sha1-AAAA' },
    'node_modules/addressed': { integrity: 'sha512-AAAA', resolved: 'https://npm.example/a.tgz' },
  }
  expect(lockfileFaults({ packages })).toEqual([
    'node_modules/unchecked has no SHA-512 integrity',
    'server/node_modules/weak has no SHA-512 integrity',
    'node_modules/addressed names where it was fetched from',
  ])
})
