import type { CallOptions } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  ChangedSource,
  DeletedPage,
  ListDeletedPagesQuery,
  ListSourcePagesQuery,
  SavedSourceCredential,
  Source,
  SourceBody,
  SourceCredential,
  SourceCredentialBody,
  SourceCredentialInput,
  SourceHook,
  SourcePage,
  SourcePatch,
  SourcePreview,
  SourceRulesPreview,
} from '../../wire/admin.ts'

export type {
  ChangedSource,
  DeletedPage,
  SavedSourceCredential,
  Source,
  SourceCredential,
  SourceCredentialInput,
  SourceHook,
  SourcePage,
  SourcePreview,
  SourceRulesPreview,
}
export type SourceCredentialChange = SourceCredentialBody
export type SourceInput = SourceBody
export type SourceChange = SourcePatch
export type SourcePagesInput = ListSourcePagesQuery

export type DeletedPagesInput = ListDeletedPagesQuery

/** Where the documents of a knowledge base come from. */
export const sourceCalls = (calls: AdminCalls) => ({
  /** Starts the first sync, unless `sync` is false. */
  create: calls.createSource,
  /** What a sync of this website would find; nothing is stored. */
  preview: calls.previewSource,
  list: calls.listSources,
  get: calls.getSource,
  change: calls.changeSource,
  /** How many documents each rule would take; nothing is stored. */
  previewRules: calls.previewSourceRules,
  /** Deletes its documents too. */
  remove: calls.deleteSource,
  pages: calls.listSourcePages,
  /** Pages whose document was deleted by hand; syncs skip them. */
  deletedPages: calls.listDeletedPages,
  /** Lets the next sync restore a page, given by its key or URL. */
  restorePage: (
    knowledgeBaseId: string,
    sourceId: string,
    page: string,
    options?: CallOptions,
  ): Promise<void> => calls.restoreDeletedPage(knowledgeBaseId, sourceId, { page }, options),
  /** What it signs in with: tested, then saved. Only who it is and since when is ever shown. */
  putCredential: calls.putSourceCredential,
  removeCredential: calls.deleteSourceCredential,
  hook: calls.getSourceHook,
  /** Makes a new secret. The previous one is refused from now on. */
  rotateHook: calls.rotateSourceHook,
  /** For a product that signs its calls with a secret of its own; null forgets it. */
  putHookSecret: calls.putSourceHookSecret,
})
