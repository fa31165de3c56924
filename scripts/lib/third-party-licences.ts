import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the packages that these modules come from, as they ask for where they are copied. */
export function describeLicences(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []))
  return [...folders]
    .sort(byName)
    .map(describe)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolder = (path: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('/node_modules/') + 14)
const byName = (one: string, other: string): number => nameOf(one).localeCompare(nameOf(other))

function describe(folder: string): string {
  const manifest = join(folder, 'package.json')
  const { version, license } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {}
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${nameOf(folder)} ${version}\nLicence: ${license}\n${text}`
}
