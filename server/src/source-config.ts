import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConnectorConfig } from './ingestion/connectors/create-connector.ts'
import { parsePrivateHosts } from './platform/private-hosts.ts'
import type { PrivateHosts } from './platform/private-hosts.ts'

const count = z.coerce.number().int()
const privateHosts = z.string().superRefine((list, context) => {
  try {
    parsePrivateHosts(list)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', message: `has an entry that is wrong: ${message}` })
  }
})

/** The settings of where documents are read from. */
export const sourceEnvironment = {
  FETCH_ALLOWED_PRIVATE_HOSTS: privateHosts
    .default('')
    .describe(
      'Private hosts that sources may be read from, separated by commas: `wiki.internal`, ' +
        '`10.0.0.5:8080`, `10.20.0.0/16`. Default: none, only the public internet.',
    ),
  FETCH_USER_AGENT: z
    .string()
    .regex(/^[\w.-]+\/\S+(?: [\x20-\x7e]+)?$/)
    .default('FootnoteBot/0.1')
    .describe('How sources are asked for. robots.txt knows it by what is before the slash.'),
  FETCH_MAX_MB: count
    .min(1)
    .max(100)
    .default(25)
    .describe('A page or file of a source that is larger is skipped.'),
  GIT_LOCAL_FOLDERS: z
    .string()
    .default('')
    .describe(
      'Folders, separated by commas, below which git repositories may be read by path. Default: none.',
    ),
  GIT_CACHE_DIR: z
    .string()
    .optional()
    .describe(
      'Where fetched repositories are kept between syncs. It may be deleted at any time. Default: a ' +
        'folder of the system’s for temporary files.',
    ),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe('Chromium, to render sites that JavaScript writes. Without it: no rendering.'),
}

type SourceEnvironment = z.infer<z.ZodObject<typeof sourceEnvironment>>

/** For createConnector, and for the fetcher that it is given. */
export type SourcesConfig = ConnectorConfig & { readonly privateHosts: PrivateHosts }

export function readSourcesConfig(environment: SourceEnvironment): SourcesConfig {
  return {
    privateHosts: parsePrivateHosts(environment.FETCH_ALLOWED_PRIVATE_HOSTS),
    userAgent: environment.FETCH_USER_AGENT,
    maxPageBytes: environment.FETCH_MAX_MB * 1_000_000,
    gitLocalFolders: environment.GIT_LOCAL_FOLDERS.split(',')
      .map((folder) => folder.trim())
      .filter((folder) => folder !== ''),
    gitCacheFolder: environment.GIT_CACHE_DIR ?? join(tmpdir(), 'footnote-git'),
    chromiumPath: environment.CHROMIUM_PATH ?? null,
  }
}
