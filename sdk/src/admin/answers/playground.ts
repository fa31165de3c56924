import { endsAnswer, stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { getCall } from '../calls.ts'
import type { PlaygroundBody, PlaygroundFrame } from '../../wire/admin.ts'

export type { PlaygroundFrame }
export type PlaygroundInput = PlaygroundBody

/** Answers that are neither stored nor counted. */
export const playgroundCalls = (connection: Connection) => ({
  /** Frames as a reader gets them; the last one has the trace. `timeoutMs` is the longest silence. */
  ask: (
    knowledgeBaseId: string,
    body: PlaygroundInput,
    options?: CallOptions,
  ): AsyncGenerator<PlaygroundFrame> =>
    stream<PlaygroundFrame>(
      connection,
      getCall('askPlayground', [knowledgeBaseId], { body }),
      endsAnswer,
      options,
    ),
})
