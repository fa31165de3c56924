import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DocumentSource, ReadDocument } from './read-document.ts'
import type { ReadReply } from './thread.ts'

export type DocumentReader = {
  read(source: DocumentSource): Promise<ReadDocument>
  close(): Promise<void>
}

/** Why a document cannot be read, in words for the operator. Trying again would not help. */
export class UnreadableDocument extends Error {
  constructor(reason: string) {
    super(`The document could not be read: ${reason}.`)
    this.name = 'UnreadableDocument'
  }
}

export type ReaderLimits = { timeoutMs: number; memoryMb: number }

/** The slowest honest page measured took 0.4 s; a parser that is still busy now met a bomb. */
const DEFAULT_LIMITS: ReaderLimits = { timeoutMs: 20_000, memoryMb: 384 }

/** Reads documents in a thread, one at a time; a document that passes a limit ends its thread only. */
export function createDocumentReader(limits: ReaderLimits = DEFAULT_LIMITS): DocumentReader {
  let worker: Promise<Worker> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  async function readNow(source: DocumentSource): Promise<ReadDocument> {
    worker ??= startWorker(limits).catch((error: unknown) => {
      worker = undefined
      throw error
    })
    const thread = await worker
    const { promise, resolve, reject } = Promise.withResolvers<ReadReply>()
    const timer = setTimeout(() => {
      reject(new UnreadableDocument(`it took longer than ${limits.timeoutMs / 1000} s`))
    }, limits.timeoutMs)
    const onError = (error: unknown) => reject(explain(error, limits))
    const onExit = () => reject(new UnreadableDocument('its reader stopped'))
    thread.once('message', resolve).once('error', onError).once('exit', onExit)
    try {
      thread.postMessage(source, [])
      const reply = await promise
      if ('failure' in reply) throw new UnreadableDocument(reply.failure)
      return reply.document
    } catch (error) {
      worker = undefined
      await thread.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      thread.off('message', resolve).off('error', onError).off('exit', onExit)
    }
  }

  return {
    read(source) {
      const result = turn.then(() => readNow(source))
      turn = result.catch(() => undefined)
      return result
    },
    async close() {
      await (await worker)?.terminate()
    },
  }
}

/** Resolves once it runs: on a busy machine that takes seconds, and no document is to blame for them. */
async function startWorker({ memoryMb }: ReaderLimits): Promise<Worker> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
  })
  await once(thread, 'message')
  return thread
}

function explain(error: unknown, { memoryMb }: ReaderLimits): Error {
  const outOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const reason = outOfMemory ? `it needs more than ${memoryMb} MB` : String(error)
  return new UnreadableDocument(reason)
}
