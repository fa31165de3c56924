import { usageOf, LimitPassed, watch } from './watch-child.ts'
import type { RawDocument, SplitDocument } from '../parse-document.ts'
import type { ParserChild } from './parser-child.ts'
import { MAX_CPU_SECONDS, startChild } from './parser-child.ts'
import { BULK_NICENESS, lowerPriority } from './lower-priority.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import type { ParsingLimits } from './watch-child.ts'

export { UnreadableDocument } from '../unreadable-document.ts'

export type DocumentParser = {
  parse(document: RawDocument): Promise<SplitDocument>
  close(): Promise<void>
}

export type ParserLimits = ParsingLimits & { maxBytes: number }

const MIB = 1024 * 1024

/**
 * The slowest honest page measured took 0.4 s; a parser that takes longer than this has met a bomb.
 * The memory is sized by a million characters of markdown, which take 240 MB.
 */
const DEFAULT_LIMITS: ParserLimits = { timeoutMs: 20_000, memoryMb: 320, maxBytes: 32 * MIB }

/**
 * A child is replaced after this many documents, whatever it has leaked or cached. A new one takes a
 * second of CPU to start and as much again until its code is compiled; its memory stays at 180 MB.
 */
const MAX_DOCUMENTS = 2_000
const SPENT_CPU_MS = MAX_CPU_SECONDS * 1000 * 0.6
const SPENT_MEMORY_SHARE = 0.7
/** From so many on without an idle minute this is bulk work, which lets readers have the cores first. */
const BULK_DOCUMENTS = 16
/** An idle service keeps no parser process. */
const IDLE_MS = 60_000

/** Parses documents in a child process, one at a time. Exceeding a limit ends only that process. */
export function createDocumentParser(options: Partial<ParserLimits> = {}): DocumentParser {
  const limits = { ...DEFAULT_LIMITS, ...options }
  let running: Promise<ParserChild> | undefined
  let sinceIdle = 0
  let previous: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function endChild(): Promise<void> {
    clearTimeout(idle)
    const child = running
    running = undefined
    // A child that did not start needs no end.
    await child?.then((started) => started.end()).catch(() => undefined)
  }

  async function endIdle(): Promise<void> {
    sinceIdle = 0
    await endChild()
  }

  async function parseNow({ content, ...header }: RawDocument): Promise<SplitDocument> {
    clearTimeout(idle)
    const bytes = bytesWithin(content, limits.maxBytes)
    sinceIdle += 1
    running ??= startChild(limits.memoryMb)
    try {
      const child = await running
      if (sinceIdle > BULK_DOCUMENTS) giveWay(child)
      child.send(header, bytes)
      const reply = await watch(child, limits)
      child.documents += 1
      if (isSpent(child, limits)) await endChild()
      else idle = setTimeout(() => void endIdle(), IDLE_MS).unref()
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
    close: endChild,
  }
}

/** For the rest of its life: only the superuser may raise a priority again. */
function giveWay(child: ParserChild): void {
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
