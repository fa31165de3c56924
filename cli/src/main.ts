#!/usr/bin/env node
// An older Node stops at the first word that it does not know, so this file imports nothing before it
// has looked. test/unit/old-node.test.ts holds it to that.
const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `Footnote needs Node ${OLDEST_NODE} or newer, and ${process.execPath} is Node ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org; in a checkout, `npx footnote` uses the one that npm ci brought.',
  )
  process.exit(2)
}
await import('./run.ts')
