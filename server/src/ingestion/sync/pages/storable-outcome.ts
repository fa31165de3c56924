import type { FetchedPage, FetchOutcome } from '../../../connectors/connector.ts'
import { storableText } from '../../../text/storable-text.ts'
import { usableContainers } from './usable-containers.ts'
import { isUsableKey } from './usable-key.ts'

/**
 * What a connector returned, with only what PostgreSQL can store. Reasons are cleaned where they are
 * stored, because they come from elsewhere too.
 */
export function storableOutcome(outcome: FetchOutcome): FetchOutcome {
  if (outcome.kind === 'moved' && !isUsableKey(outcome.to.key)) {
    return { kind: 'skipped', reason: 'It moved to an address that cannot be stored.', found: [] }
  }
  if (!('found' in outcome)) return outcome
  const found = outcome.found
    .filter(({ key }) => isUsableKey(key))
    .map((page) => (page.containers ? { ...page, containers: usableContainers(page) } : page))
  if (outcome.kind === 'skipped') return { ...outcome, found }
  return { ...outcome, page: storablePage(outcome.page), found }
}

export function storablePage({
  url,
  title,
  content,
  contentType,
  validators,
  ...rest
}: FetchedPage) {
  return {
    ...rest,
    url: storableText(url),
    title: title && storableText(title),
    // Bytes are stored as they are, and parsing cleans what it reads from them.
    content: typeof content === 'string' ? storableText(content) : content,
    contentType: storableText(contentType),
    validators: validators && {
      etag: validators.etag && storableText(validators.etag),
      lastModified: validators.lastModified && storableText(validators.lastModified),
    },
  }
}
