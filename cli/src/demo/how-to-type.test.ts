import { expect, test } from 'vitest'
import { howToType } from './how-to-type.ts'

const node = '/opt/node/bin/node'

test.each([
  ['/home/ada/footnote/node_modules/.bin/footnote', 'cd /home/ada/footnote && npx footnote'],
  [
    "/home/ada's/foot note/node_modules/.bin/footnote",
    String.raw`cd '/home/ada'\''s/foot note' && npx footnote`,
  ],
  ['/home/ada/.npm/_npx/0a1b/node_modules/.bin/footnote', 'npx @footnote/cli'],
  ['/usr/local/bin/footnote', 'footnote'],
  // A folder that is not on the path of every terminal.
  ['/home/ada/bin/footnote', '/opt/node/bin/node /home/ada/bin/footnote'],
  ['/home/ada/footnote/cli/src/main.ts', '/opt/node/bin/node /home/ada/footnote/cli/src/main.ts'],
])('started as %s it is typed as %s', (script, typed) => {
  expect(howToType({ script, node, path: '/usr/local/bin:/usr/bin' })).toBe(typed)
})
