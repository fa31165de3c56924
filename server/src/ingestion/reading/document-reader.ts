import { usageOf } from './process-usage.ts'
import type { DocumentSource, ReadDocument } from './read-document.ts'
import type { ReaderChild } from './reader-child.ts'
import { MAX_CPU_SECONDS, startChild } from './reader-child.ts'
import { UnreadableDocument } from './unreadable.ts'
import type { ReadingLimits } from './watch-child.ts'
import { LimitPassed, watch } from './watch-child.ts'

export { UnreadableDocument } from './unreadable.ts'

export type DocumentReader = {
  read(source: DocumentSource): Promise<ReadDocument>
  close(): Promise<void>
}

export type ReaderLimits = ReadingLimits & { maxBytes: number }

const MIB = 1024 * 1024

/**
 * The slowest honest page measured took 0.4 s; a parser that is still busy now met a bomb. A million
 * characters of markdown take 240 MB, which is what the memory is measured by.
 */
const DEFAULT_LIMITS: ReaderLimits = { timeoutMs: 20_000, memoryMb: 256, maxBytes: 32 * MIB }

/** What a parser leaks, or keeps for the next document, ends here. */
const MAX_DOCUMENTS = 200
const SPENT_CPU_MS = MAX_CPU_SECONDS * 1000 * 0.6
const SPENT_MEMORY_SHARE = 0.7
/** A service that reads nothing keeps no process for it. */
const IDLE_MS = 60_000

/** Reads documents in a process, one at a time; a document that passes a limit ends that process only. */
export function createDocumentReader(options: Partial<ReaderLimits> = {}): DocumentReader {
  const limits = { ...DEFAULT_LIMITS, ...options }
  let running: Promise<ReaderChild> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function endChild(): Promise<void> {
    clearTimeout(idle)
    const child = running
    running = undefined
    // One that did not start needs no end.
    await child?.then((started) => started.end()).catch(() => undefined)
  }

  async function readNow({ content, ...header }: DocumentSource): Promise<ReadDocument> {
    clearTimeout(idle)
    const bytes = bytesWithin(content, limits.maxBytes)
    running ??= startChild(limits.memoryMb)
    try {
      const child = await running
      child.send(header, bytes)
      const reply = await watch(child, limits)
      child.documents += 1
      if (isSpent(child, limits)) await endChild()
      else idle = setTimeout(() => void endChild(), IDLE_MS).unref()
      if ('failure' in reply) throw new UnreadableDocument(reply.failure)
      return revived(reply.document)
    } catch (error) {
      // One that says why it cannot read a document can read the next.
      if (error instanceof LimitPassed || !(error instanceof UnreadableDocument)) await endChild()
      throw error
    }
  }

  return {
    read(source) {
      const result = turn.then(() => readNow(source))
      turn = result.catch(() => undefined)
      return result
    },
    close: endChild,
  }
}

function bytesWithin(content: string | Uint8Array, maxBytes: number): Uint8Array {
  // Before it is copied: a character has at least one byte.
  const bytes = content.length > maxBytes ? null : toBytes(content)
  if (bytes && bytes.length <= maxBytes) return bytes
  throw new UnreadableDocument(`it is larger than ${Math.round(maxBytes / MIB)} MB`)
}

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

function isSpent({ processId, documents }: ReaderChild, { memoryMb }: ReaderLimits): boolean {
  const usage = usageOf(processId)
  return (
    documents >= MAX_DOCUMENTS ||
    (usage !== null &&
      (usage.cpuMs > SPENT_CPU_MS || usage.memoryBytes > memoryMb * MIB * SPENT_MEMORY_SHARE))
  )
}

/** JSON has no dates. */
const revived = (document: ReadDocument): ReadDocument => ({
  ...document,
  publishedAt: document.publishedAt && new Date(document.publishedAt),
})
