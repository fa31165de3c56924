import { UnreadableDocument } from '../unreadable-document.ts'
import type { RawDocument, SplitDocument } from '../parse-document.ts'
import { BULK_NICENESS, lowerPriority } from './lower-priority.ts'
import type { ParserChild } from './parser-handle.ts'
import { MAX_CPU_SECONDS, startChild } from './parser-handle.ts'
import type { ParsingLimits } from './watch-child.ts'
import { LimitPassed, usageOf, watch } from './watch-child.ts'

export type ParserLimits = ParsingLimits & { maxBytes: number }

export type ParsingProcess = {
  /** One document at a time, in the order of the calls. */
  parse(document: RawDocument): Promise<SplitDocument>
  /** Starts a child before there is a document for it. */
  prepare(): void
  /** From the next document on others have the cores first, for the rest of the child's life. */
  giveWay(): void
  /** The next document starts a new child. */
  end(): Promise<void>
}

export const MIB = 1024 * 1024

/**
 * A child is replaced after this many documents, whatever it has leaked or cached. A new one takes a
 * second of CPU to start and as much again until its code is compiled; its memory stays at 180 MB.
 */
const MAX_DOCUMENTS = 2_000
const SPENT_CPU_MS = MAX_CPU_SECONDS * 1000 * 0.6
const SPENT_MEMORY_SHARE = 0.7

/** Parses documents in a child process, which is replaced when it is worn out or has passed a limit. */
export function createParsingProcess(limits: ParserLimits): ParsingProcess {
  let running: Promise<ParserChild> | undefined
  let givesWay = false
  let previous: Promise<unknown> = Promise.resolve()

  const start = (): Promise<ParserChild> => (running ??= startChild(limits.memoryMb))

  async function endChild(): Promise<void> {
    const child = running
    running = undefined
    // A child that did not start needs no end.
    await child?.then((started) => started.end()).catch(() => undefined)
  }

  async function parseNow({ content, ...header }: RawDocument): Promise<SplitDocument> {
    const bytes = bytesWithin(content, limits.maxBytes)
    try {
      const child = await start()
      if (givesWay) lowerOnce(child)
      child.send(header, bytes)
      const reply = await watch(child, limits)
      child.documents += 1
      if (isSpent(child, limits)) await endChild()
      if ('failure' in reply) throw new UnreadableDocument(reply.failure)
      return revived(reply.document)
    } catch (error) {
      // A child that explains why it cannot parse one document can parse the next.
      if (error instanceof LimitPassed || !(error instanceof UnreadableDocument)) await endChild()
      throw error
    }
  }

  return {
    parse(document) {
      const result = previous.then(() => parseNow(document))
      previous = result.catch(() => undefined)
      return result
    },
    prepare() {
      const child = start()
      child.catch(() => {
        // The next document tries again, and learns why.
        if (running === child) running = undefined
      })
    },
    giveWay() {
      givesWay = true
    },
    async end() {
      givesWay = false
      await endChild()
    },
  }
}

/** Only the superuser may raise a priority again. */
function lowerOnce(child: ParserChild): void {
  if (child.givesWay) return
  child.givesWay = true
  lowerPriority(child.processId, BULK_NICENESS)
}

function bytesWithin(content: string | Uint8Array, maxBytes: number): Uint8Array {
  // Checked before copying: a character has at least one byte.
  const bytes = content.length > maxBytes ? null : toBytes(content)
  if (bytes && bytes.length <= maxBytes) return bytes
  throw new UnreadableDocument(`it is larger than ${Math.round(maxBytes / MIB)} MB`)
}

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

function isSpent({ processId, documents }: ParserChild, { memoryMb }: ParserLimits): boolean {
  const usage = usageOf(processId)
  return (
    documents >= MAX_DOCUMENTS ||
    (usage !== null &&
      (usage.cpuMs > SPENT_CPU_MS || usage.memoryBytes > memoryMb * MIB * SPENT_MEMORY_SHARE))
  )
}

/** JSON turned the date into a string. */
const revived = (document: SplitDocument): SplitDocument => ({
  ...document,
  publishedAt: document.publishedAt && new Date(document.publishedAt),
})
