import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Calls of the admin client that change nothing. */
const READS = new Set(
  (
    'get list follow origins followOrigins summary citations content passages lookUpPassages pages ' +
    'documents questions compare gate usage explain preview ask draft me listSessions deliveries'
  ).split(' '),
)

/** Not yet pressed with the database checked after it. This list only shrinks; add none. */
const NOT_PRESSED = [
  'account.changePassword',
  'documents.change',
  'evaluations.putGate',
  'evaluations.start',
  'gaps.change',
  'invitations.create',
  'knowledgeBases.change',
  'knowledgeBases.create',
  'limits.put',
  'members.change',
  'messages.review',
  'prices.put',
  'questionSets.addQuestions',
  'questionSets.create',
  'reembed.discard',
  'reembed.rollBack',
  'reembed.start',
  'sources.change',
  'sources.create',
  'syncs.cancel',
  'syncs.confirm',
  'syncs.discard',
  'syncs.start',
  'twoFactor.begin',
  'twoFactor.confirm',
  'twoFactor.replaceRecoveryCodes',
  'twoFactor.turnOff',
  'webhooks.change',
  'webhooks.create',
  'webhooks.replay',
  'webhooks.replayFailed',
  'webhooks.test',
  'widgets.change',
  'widgets.create',
  'workspaces.create',
]

function matches(pattern: RegExp, glob: string): Set<string> {
  const files = globSync(glob, { cwd: ROOT })
  expect(files.length).toBeGreaterThan(10)
  return new Set(
    files.flatMap((name) =>
      [...readFileSync(join(ROOT, name), 'utf8').matchAll(pattern)].map(([, ...parts]) =>
        parts.join('.'),
      ),
    ),
  )
}

test('what the console changes or deletes is pressed in Chromium, with the database checked', () => {
  const calls = matches(/admin\(\)\s*\.(\w+)\s*\.(\w+)\(/g, 'console/src/**/*.{ts,tsx}')
  const changes = [...calls].filter((call) => !READS.has(call.split('.')[1] ?? ''))
  expect(changes.length).toBeGreaterThan(50)
  const pressed = matches(/\bpresses\(\s*\w+,\s*'([\w.]+)'/g, 'test/browser/**/*.test.ts')
  const missing = changes.filter((change) => !pressed.has(change))
  expect(missing.sort()).toEqual(NOT_PRESSED)
})
