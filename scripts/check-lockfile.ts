import { readFileSync } from 'node:fs'
import type { Lockfile } from './lib/lockfile-faults.ts'
import { lockfileFaults } from './lib/lockfile-faults.ts'

/** What is installed here, and what a rehearsal of a release publishes to. */
const FILES = ['package-lock.json', 'scripts/release/registry/package-lock.json']

const faults = FILES.flatMap((file) => {
  const lockfile: Lockfile = JSON.parse(
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
  )
  return lockfileFaults(lockfile).map((fault) => `${file}: ${fault}`)
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error('npm leaves digests out for packages it did not download. Remove node_modules and')
  console.error('these entries, and run npm install; .npmrc keeps the addresses out.')
  process.exit(1)
}
console.log(`${FILES.join()}: every package has its digest`)
