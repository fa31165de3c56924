import { readFileSync } from 'node:fs'
import type { Lockfile } from './lib/lockfile-faults.ts'
import { lockfileFaults } from './lib/lockfile-faults.ts'

const FILE = 'package-lock.json'

const lockfile: Lockfile = JSON.parse(readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8'))
const faults = lockfileFaults(lockfile)
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error('npm leaves digests out for packages it did not download. Remove node_modules and')
  console.error('these entries, and run npm install; .npmrc keeps the addresses out.')
  process.exit(1)
}
console.log(`${FILE}: every package has its digest`)
