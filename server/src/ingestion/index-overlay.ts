import type { OverlayText } from '../knowledge/overlays/overlay-passages.ts'
import { storeOverlayPassages, storeOverlayTerms } from '../knowledge/overlays/overlay-passages.ts'
import type { WaitingPage } from '../knowledge/overlays/overlay-pages.ts'
import { waitingPages } from '../knowledge/overlays/overlay-pages.ts'
import { mapInBatches } from '../knowledge/passages/map-in-batches.ts'
import type { IndexedPassage } from '../knowledge/passages/replace-passages.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import type { EmbeddingSpace } from '../knowledge/spaces/embedding-space.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { detectLanguage } from '../text/language.ts'
import type { IndexingDeps } from './index-document.ts'
import { lastSegment } from './read-document.ts'
import { computeWeights, searchableText } from './searchable-text.ts'

type OverlayDeps = Pick<IndexingDeps, 'db' | 'embedders' | 'parser'>

/**
 * Parses, splits and embeds the pages of an overlay that are not indexed yet. Safe to run again after any kill.
 * `onStored`: after each page.
 */
export async function indexOverlay(
  deps: OverlayDeps,
  tenant: Tenant,
  diffId: string,
  { signal, onStored }: { signal: AbortSignal; onStored: () => Promise<void> },
): Promise<void> {
  const { db } = deps
  const { space, pages } = await withTenant(db, tenant, async (tx) => ({
    space: await activeSpace(tx),
    pages: await waitingPages(tx, diffId),
  }))
  for (const page of pages) {
    signal.throwIfAborted()
    const text = await readPage(deps, tenant, { page, space }, signal)
    await withTenant(db, tenant, (tx) => storeOverlayPassages(tx, tenant, diffId, text))
    await onStored()
  }
  await withTenant(db, tenant, (tx) => storeOverlayTerms(tx, tenant, diffId))
}

async function readPage(
  { parser, embedders }: OverlayDeps,
  { knowledgeBaseId }: Tenant,
  { page, space }: { page: WaitingPage; space: EmbeddingSpace },
  signal: AbortSignal,
): Promise<OverlayText> {
  const parsed = await parser.parse({
    content: page.content,
    contentType: page.content_type,
    givenTitle: page.given_title,
  })
  const title = parsed.title ?? lastSegment(page.url)
  const text = [title, ...parsed.passages.map(({ content }) => content)].join('\n')
  const language = detectLanguage(text, parsed.language)
  const about = { pageId: page.id, title, language, spaceId: space.id }
  // What readers do not see is not searched.
  if (page.visibility === 'restricted') return { ...about, passages: [], vectors: [] }
  const texts = parsed.passages.map((passage) => searchableText(title, passage))
  return {
    ...about,
    passages: await mapInBatches(parsed.passages, (passage): IndexedPassage => ({
      ...passage,
      weights: computeWeights(knowledgeBaseId, title, passage, language),
    })),
    vectors: await embedders.named(space.model).embedPassages(texts, signal),
  }
}
