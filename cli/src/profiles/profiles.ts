import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure } from '../failure.ts'
import { isObject, parseObject } from '../ingest/parse-object.ts'

/** A server that somebody signed in to. Its token is sent to its address and to no other. */
export type Profile = { url: string; token: string; knowledgeBase?: string; key?: string }

export type Profiles = { current: string; byName: Record<string, Profile> }

export const DEFAULT_PROFILE = 'default'

type Environment = Readonly<Record<string, string | undefined>>

/** Where Unix programs keep what belongs to a person. */
export function profilesFile(env: Environment): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return join(folder, 'footnote', 'profiles.json')
}

/** Nobody has signed in where there is no file, or none that this user can have written. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EACCES'])

export async function readProfiles(file: string): Promise<Profiles> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (ABSENT.has(error.code ?? '')) return null
    throw error
  })
  if (text === null) return { current: DEFAULT_PROFILE, byName: {} }
  const profiles = parseObject(text)
  if (isProfiles(profiles)) return profiles
  throw new Failure(`${file} cannot be read. Delete it, and sign in again with: footnote login`)
}

/** Only its owner can read it. Whoever reads it meanwhile sees the old file or the new one. */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  await writeFile(written, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await rename(written, file)
}

/**
 * The profile to use: the one that FOOTNOTE_PROFILE names, or else the current one. A server or a token in
 * the environment stands for itself: no profile adds to it, or a token would go to another's server.
 */
export function chooseProfile({ current, byName }: Profiles, env: Environment) {
  const name = env['FOOTNOTE_PROFILE']
  const isElsewhere = env['FOOTNOTE_URL'] || env['FOOTNOTE_ADMIN_TOKEN'] || env['ADMIN_TOKEN']
  if (!name) return isElsewhere ? undefined : byName[current]
  const profile = byName[name]
  if (profile) return profile
  throw new Failure(
    `There is no profile "${name}". Make it with: FOOTNOTE_PROFILE= footnote login --name ${name}`,
  )
}

function isProfiles(value: unknown): value is Profiles {
  if (!isObject(value) || typeof value['current'] !== 'string') return false
  return isObject(value['byName']) && Object.values(value['byName']).every(isProfile)
}

const isProfile = (value: unknown): value is Profile =>
  isObject(value) &&
  typeof value['url'] === 'string' &&
  typeof value['token'] === 'string' &&
  ['string', 'undefined'].includes(typeof value['knowledgeBase']) &&
  ['string', 'undefined'].includes(typeof value['key'])
