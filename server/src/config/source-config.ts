import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConnectorConfig } from '../connectors/create-connector.ts'
import { parsePrivateHosts } from '../platform/network/private-hosts.ts'
import type { PrivateHosts } from '../platform/network/private-hosts.ts'
import { count } from './setting-types.ts'

const privateHosts = z.string().superRefine((list, context) => {
  try {
    parsePrivateHosts(list)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', message: `has an entry that is wrong: ${message}` })
  }
})

/** The settings for fetching documents. */
export const sourceEnvironment = {
  FETCH_ALLOWED_PRIVATE_HOSTS: privateHosts
    .default('')
    .describe(
      'Private hosts that sources may be fetched from, separated by commas: `wiki.internal`, ' +
        '`10.0.0.5:8080`, `10.20.0.0/16`. Default: none, only the public internet.',
    ),
  FETCH_USER_AGENT: z
    .string()
    .regex(/^[\w.-]+\/\S+(?: [\x20-\x7e]+)?$/)
    .default('FootnoteBot/0.1')
    .describe(
      'User agent of requests to sources. The part before the slash is its name in robots.txt.',
    ),
  FETCH_MAX_MB: count
    .min(1)
    .max(100)
    .default(25)
    .describe('Larger pages and files of a source are skipped.'),
  GIT_LOCAL_FOLDERS: z
    .string()
    .default('')
    .describe(
      'Folders, separated by commas, in which git repositories may be read by path. Default: ' +
        'none.',
    ),
  GIT_CACHE_DIR: z
    .string()
    .optional()
    .describe(
      'Where fetched repositories are kept between syncs. It may be deleted at any time. ' +
        'Default: a folder in the system’s temporary folder.',
    ),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe('Chromium, to render sites that need JavaScript. Without it nothing is rendered.'),
}

type SourceEnvironment = z.infer<z.ZodObject<typeof sourceEnvironment>>

/** For `createConnector` and its fetcher. */
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
