import { readFileSync } from 'node:fs'
import type { Lockfile } from './lib/lockfile-faults.ts'
import { lockfileFaults } from './lib/lockfile-faults.ts'

/** The second is that of a model server for the bench, which is installed on its own. */
const FILES = ['package-lock.json', 'bench/instruct-model/package-lock.json']

const faults = FILES.flatMap((file) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const lockfile: Lockfile = JSON.parse(text)
  return lockfileFaults(lockfile).map((fault) => `${file}: ${fault}`)
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error('npm leaves digests out for packages it did not download. Remove node_modules and')
  console.error('these entries, and run npm install; .npmrc keeps the addresses out.')
  process.exit(1)
}
console.log(`${FILES.join(', ')}: every package has its digest`)
