import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { MAX_NAME_CHARACTERS } from '@footnote/contract/limits'

/** What a source without a name is called: its address, with a number if that name is taken. */
export function defaultSourceName(settings: SourceSettings, taken: readonly string[]): string {
  const name = buildAddress(settings)
    .trim()
    .replace(/^[a-z]+:\/\/([^/?#]*@)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?<!^)\/+$/, '')
    .slice(0, MAX_NAME_CHARACTERS - 10)
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`
    if (!taken.includes(numbered)) return numbered
  }
}

function buildAddress(settings: SourceSettings): string {
  if (settings.type === 'drive') return 'Google Drive'
  if ('url' in settings) return settings.url
  if ('bucket' in settings) return `${settings.bucket}/${settings.prefix}`
  if (settings.type === 'notion') return 'Notion'
  if (settings.type === 'intercom') return 'Intercom'
  return 'repository' in settings ? settings.repository : settings.base_url
}
