import type { Source, SourceInput } from '@footnote/client/admin'
import { t } from './texts.ts'

export type Settings = SourceInput['settings'] | NonNullable<Source['settings']>

/** What the product of a source calls a user name and its password. */
export const basicNames = (settings: Settings) =>
  t.sources.credential.basic[
    settings.type === 'discourse' ? 'apiKey' : isConfluenceCloud(settings) ? 'apiToken' : 'password'
  ]

/** As the server tells them apart. */
const isConfluenceCloud = (settings: Settings): boolean =>
  settings.type === 'confluence' &&
  (settings.edition ?? (isAtAtlassian(settings.url) ? 'cloud' : 'data_center')) === 'cloud'

const isAtAtlassian = (url: string): boolean =>
  URL.canParse(url) && /\.atlassian\.net$/i.test(new URL(url).hostname)
