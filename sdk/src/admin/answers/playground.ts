import type { PlaygroundBody, PlaygroundFrame } from '../../wire/admin.ts'
import { endsAnswer, stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { PlaygroundFrame }
export type PlaygroundInput = PlaygroundBody

/** Answers that are neither stored nor counted. */
export function playgroundCalls(connection: Connection) {
  return {
    /** Frames as a reader gets them; the last one has the trace. `timeoutMs` is the longest silence. */
    ask: (
      knowledgeBaseId: string,
      body: PlaygroundInput,
      options?: CallOptions,
    ): AsyncGenerator<PlaygroundFrame> =>
      stream<PlaygroundFrame>(
        connection,
        {
          method: 'POST',
          path: path`/api/v1/admin/knowledge-bases/${knowledgeBaseId}/playground`,
          body,
        },
        endsAnswer,
        options,
      ),
  }
}
