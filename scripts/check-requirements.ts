import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openRequirements } from '../test/open-requirements.ts'
import { requirements } from '../test/requirements.ts'

export type Ledger = { ids: readonly string[]; open: readonly string[] }

/** What is wrong between the ledger, what passing tests proved, and the ledger at an older revision. */
export function findFaults(ledger: Ledger, proven: readonly string[], base?: Ledger): string[] {
  const known = new Set(ledger.ids)
  const open = new Set(ledger.open)
  const passed = new Set(proven)
  const unknown = [...new Set([...open, ...passed])].filter((id) => !known.has(id))
  const missing = ledger.ids.filter((id) => !passed.has(id) && !open.has(id))
  const closed = ledger.ids.filter((id) => passed.has(id) && open.has(id))
  // An id that the older ledger lacked may be open: nobody could have proven it.
  const reopened = base?.ids.filter((id) => open.has(id) && !base.open.includes(id)) ?? []
  return [
    ...unknown.map((id) => `${id}: not a requirement`),
    ...missing.map((id) => `${id}: no passing test proves it and it is not on the open list`),
    ...closed.map((id) => `${id}: a passing test proves it, so take it off the open list`),
    ...reopened.map((id) => `${id}: put on the open list, which only shrinks`),
  ]
}

/** Reads the record that requirements-reporter left. Undefined when no run left any. */
export function readProven(directory: string): string[] | undefined {
  if (!existsSync(directory)) return undefined
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  if (files.length === 0) return undefined
  return files.flatMap((name) => {
    const ids: unknown = JSON.parse(readFileSync(join(directory, name), 'utf8'))
    return stringsIn(ids, name)
  })
}

/** Loads the ledger as it was at a revision. Undefined when the revision has none. */
export async function readLedgerAt(
  repository: string,
  revision: string,
): Promise<Ledger | undefined> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository })
  if (git('ls-tree', revision, 'test/open-requirements.ts').length === 0) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'requirements-'))
  try {
    const archive = git('archive', '--format=tar', revision, 'test')
    execFileSync('tar', ['-x', '-C', directory], { input: archive })
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
    const load = async (name: string): Promise<unknown> =>
      import(pathToFileURL(join(directory, 'test', name)).href)
    return {
      ids: Object.keys(exported(await load('requirements.ts'), 'requirements')),
      open: stringsIn(
        exported(await load('open-requirements.ts'), 'openRequirements'),
        `open-requirements.ts at ${revision}`,
      ),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function exported(module: unknown, name: string): object {
  const value: unknown = Object.entries(module ?? {}).find(([key]) => key === name)?.[1]
  if (typeof value !== 'object' || value === null) throw new Error(`${name} is not exported`)
  return value
}

function stringsIn(value: unknown, where: string): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new Error(`${where} is not a list of ids`)
  }
  return value
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { base: { type: 'string' } } })
  const repository = join(import.meta.dirname, '..')
  const ledger = { ids: Object.keys(requirements), open: openRequirements }
  const recorded = readProven(join(repository, '.requirements'))
  const proven = recorded ?? []
  const base = values.base === undefined ? undefined : await readLedgerAt(repository, values.base)
  const faults = findFaults(ledger, proven, base)
  if (recorded === undefined) faults.unshift('.requirements is empty: run the tests first')
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  const provenCount = ledger.ids.filter((id) => proven.includes(id)).length
  console.log(`requirements: ${provenCount} of ${ledger.ids.length} proven`)
}

if (import.meta.main) await main()
