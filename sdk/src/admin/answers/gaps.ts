import { endsAnswer, stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import { getCall } from '../calls.ts'
import type {
  DraftBody,
  DraftFrame,
  Gap,
  GapBody,
  GapList,
  GapWithQuestions,
  ListGapsQuery,
} from '../../wire/admin.ts'

export type { DraftFrame, Gap, GapList, GapWithQuestions }
export type GapsInput = ListGapsQuery
export type GapInput = GapBody
export type DraftInput = DraftBody

/** Questions that are not answered well, grouped by meaning. */
export const gapCalls = (calls: AdminCalls, connection: Connection) => ({
  list: calls.listGaps,
  get: calls.getGap,
  /** Resolves, ignores, renames or merges it. */
  change: calls.changeGap,
  /**
   * Streams an article that answers its questions; the last frame has all of it. `timeoutMs` is the
   * longest silence.
   */
  draft: (
    knowledgeBaseId: string,
    gapId: string,
    body: DraftInput = {},
    options?: CallOptions,
  ): AsyncGenerator<DraftFrame> =>
    stream<DraftFrame>(
      connection,
      getCall('draftArticle', [knowledgeBaseId, gapId], { body }),
      endsAnswer,
      options,
    ),
})
