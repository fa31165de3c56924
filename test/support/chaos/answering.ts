import type { ChatFrame, LastFrame } from '@footnote/contract/public/chat'
import { startEmbeddingsServer } from '../../fakes/embeddings-server.ts'
import type { ModelRequest, ModelServer } from '../../fakes/model-server.ts'
import { startModelServer } from '../../fakes/model-server.ts'
import { writtenBy } from '../answering.ts'
import type { Asker, AskOptions } from '../ask.ts'
import { openStream, readFrames, readText } from '../ask.ts'
import type { Service } from '../service.ts'

const DIMENSIONS = 64

/** The servers that a service needs to answer, and the settings to use them. */
export type ChaosModels = {
  model: ModelServer
  env: Record<string, string>
  close(): Promise<void>
}

export async function startChaosModels(
  environment: Record<string, string> = {},
): Promise<ChaosModels> {
  const embeddings = await startEmbeddingsServer({ dimensions: DIMENSIONS })
  const model = await startModelServer()
  return {
    model,
    env: {
      EMBEDDING_MODEL_DIR: '',
      EMBEDDING_URL: embeddings.url,
      EMBEDDING_MODEL: 'fake',
      EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      // Its vectors count words: no text about another subject says anything about them.
      EMBEDDING_UNRELATED_COSINE: '0',
      ...writtenBy(model),
      ...environment,
    },
    async close() {
      await model.close()
      await embeddings.close()
    },
  }
}

/** A question whatever became of it, for processes that are killed while they answer. */
export type Attempt = {
  /** 0: no connection. */
  status: number
  raw: string
  frames: ChatFrame[]
  /** Whether the connection broke before the stream was over. */
  isCut: boolean
}

type AttemptOptions = AskOptions & { onFrame?: (frame: ChatFrame) => void }

/** Never throws: what breaks on the way is a stream that is cut. */
export async function attempt(
  service: Pick<Service, 'baseUrl'>,
  asker: Asker,
  body: unknown,
  { onFrame, ...options }: AttemptOptions = {},
): Promise<Attempt> {
  const made: Attempt = { status: 0, raw: '', frames: [], isCut: false }
  try {
    const response = await openStream(service, asker, body, options)
    made.status = response.status
    for await (const { text, frames } of readFrames(response)) {
      made.raw += text
      made.frames.push(...frames)
      for (const frame of frames) onFrame?.(frame)
    }
  } catch {
    made.isCut = true
  }
  return made
}

export function findLastFrame({ frames }: Pick<Attempt, 'frames'>): LastFrame | undefined {
  return frames.find((frame): frame is LastFrame => 'done' in frame && frame.done)
}

export function findErrorCode({ frames }: Pick<Attempt, 'frames'>): string | undefined {
  return frames.flatMap((frame) => ('error_code' in frame ? [frame.error_code] : []))[0]
}

/** How a question ended, to be counted. */
export function findEnding(made: Attempt): string {
  if (findLastFrame(made)) return 'answered'
  return findErrorCode(made) ?? (made.status === 200 ? 'cut' : String(made.status))
}

export const shownText = (made: Attempt): string => readText(made)

export function tally(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** The question that a prompt of an answer ends with; undefined in other prompts. */
export const questionIn = ({ messages }: ModelRequest): string | undefined =>
  /\n\nQuestion: ([^]*)$/.exec(messages.at(-1)?.content ?? '')?.[1]
