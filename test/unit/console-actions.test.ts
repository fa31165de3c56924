import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Calls of the admin client that change nothing. */
const READS = new Set(
  (
    'get list follow origins followOrigins summary citations content passages lookUpPassages pages ' +
    'documents questions compare gate usage explain preview ask draft me listSessions deliveries ' +
    'signInMethods'
  ).split(' '),
)

type File = { name: string; text: string }

function read(glob: string): File[] {
  const names = globSync(glob, { cwd: ROOT })
  expect(names.length).toBeGreaterThan(10)
  return names.map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))
}

const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, ...parts]) => parts.join('.'))

/** Of the admin client, also where a part of it got a name, and of whoever signs in. */
function callsIn({ text }: File): string[] {
  const named = found(/const \{([\w, ]+)\} = admin\(\)/g, text).flatMap((names) =>
    names.split(',').map((name) => name.trim()),
  )
  return [
    ...found(/\b(?:admin\(\)|byCookie|candidate)\s*\.(\w+)\s*\.(\w+)\(/g, text),
    ...named.flatMap((area) => found(new RegExp(`\\b(${area})\\s*\\.(\\w+)\\(`, 'g'), text)),
  ]
}

test('what the console changes or deletes is pressed in Chromium, with the database checked', () => {
  const calls = new Set(read('console/src/**/*.{ts,tsx}').flatMap(callsIn))
  const changes = [...calls].filter((call) => !READS.has(call.split('.')[1] ?? ''))
  expect(changes.length).toBeGreaterThan(80)
  const files = read('test/browser/**/*.test.ts').filter(({ text }) => text.includes('presses('))
  expect(files.filter(({ text }) => !text.includes('readRows('))).toEqual([])
  const pressed = new Set(
    files.flatMap(({ text }) => found(/\bpresses\(\s*\w+,\s*'([\w.]+)'/g, text)),
  )
  expect(changes.filter((change) => !pressed.has(change)).sort()).toEqual([])
  // A call that was renamed or taken out is not claimed any more.
  expect([...pressed].filter((call) => !calls.has(call))).toEqual([])
})

test('a call is found however its part of the client is reached', () => {
  const text = `
    admin().keys.revoke(id)
    admin()
      .widgets.remove(id)
    const { documents, sourceFiles } = admin()
    await documents.put(id)
    await sourceFiles
      .put(id)
    byCookie.account.signOut()`
  expect(callsIn({ name: '', text })).toEqual([
    'keys.revoke',
    'widgets.remove',
    'account.signOut',
    'documents.put',
    'sourceFiles.put',
  ])
})
