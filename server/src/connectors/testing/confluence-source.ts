import type { FakePage } from '../../../../test/fakes/confluence-wire.ts'
import type { FoundPage } from '../connector.ts'

export const confluencePage = (id: number, change: Partial<FakePage> = {}): FakePage => ({
  id,
  title: `Rotate key ${id}`,
  body: `<p>Run <code>keys rotate ${id}</code>.</p>`,
  version: id,
  ...change,
})

/** Each as its key and version, with the reason if it is left out. */
export const shownPages = (found: readonly FoundPage[]): string[] =>
  found.map(({ key, version, listed }) =>
    listed?.kind === 'skipped' ? `${key} ${version}: ${listed.reason}` : `${key} ${version}`,
  )

export const RESTRICTED = 'Only some people may see it in Confluence.'
