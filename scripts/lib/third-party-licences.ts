import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of packages that are copied, as they ask for: those that these modules come from, and
 * those in `folders`.
 */
export function describeLicences(modules: readonly string[], folders: readonly string[]): string {
  const all = new Set([...modules.flatMap((path) => packageFolder(path) ?? []), ...folders])
  return [...all]
    .sort(byName)
    .map(describe)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolder = (path: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const getName = (folder: string): string => folder.slice(folder.lastIndexOf('/node_modules/') + 14)
const byName = (one: string, other: string): number => getName(one).localeCompare(getName(other))

type Manifest = { version?: string; license?: string; author?: string | { name?: string } }

function describe(folder: string): string {
  const path = join(folder, 'package.json')
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const { version, license } = manifest
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) texts.push(standardText(getName(folder), manifest))
  return `${getName(folder)} ${version}\nLicence: ${license}\n\n${texts.join('\n\n')}\n`
}

/** Who holds the rights where the manifest names somebody else. */
const HOLDERS: Readonly<Record<string, string>> = {
  'onnxruntime-common': 'Microsoft Corporation',
  'onnxruntime-node': 'Microsoft Corporation',
}

/** The text of a licence that a package names without having its text. */
function standardText(name: string, { license, author }: Manifest): string {
  const text = join(import.meta.dirname, 'licences', `${license}.txt`)
  if (!existsSync(text)) throw new Error(`${name} has no text of its licence, ${license}.`)
  const named = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  const holder = HOLDERS[name] ?? named
  return readFileSync(text, 'utf8').replace('{holder}', holder).trim()
}
