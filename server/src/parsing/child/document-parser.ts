import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { LoadedFormats } from '../media-types.ts'
import { formatsFor } from '../media-types.ts'
import type { RawDocument, SplitDocument } from '../parse-document.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { readMemory } from './lock-child.ts'
import type { ChildLimits, DocumentHeader, ParserChild, ParseReply } from './parser-handle.ts'
import { START_CPU_SECONDS, startChild } from './parser-handle.ts'

export { UnreadableDocument } from '../unreadable-document.ts'

export type ParserLimits = ChildLimits & { maxBytes: number }

export type Parse = (document: RawDocument) => Promise<SplitDocument>

export type DocumentParser = {
  /** One document at a time, in the order of the calls. */
  parse: Parse
  /** The next document starts a new process. */
  close(): Promise<void>
}

const MIB = 1024 * 1024

/**
 * The slowest honest page measured took 0.4 s; a parser that takes longer than this has met a bomb.
 * The memory is sized by a million characters of markdown, which take 240 MB.
 */
const DEFAULT_LIMITS: ParserLimits = { cpuSeconds: 20, memoryMb: 320, maxBytes: 32 * MIB }

/**
 * A child is replaced after this many documents, whatever it has leaked or cached. A new one takes 0.2 s
 * of CPU to start, 0.4 s with rare formats, and more until its code is compiled; its memory stays at 180 MB.
 */
const MAX_DOCUMENTS = 2_000
const SPENT_MEMORY_SHARE = 0.7
/** An idle service keeps no parser process. */
const IDLE_MS = 60_000

/**
 * From so many on without an idle minute this is bulk work, which lets readers have the cores first: it
 * gets a tenth of a core that somebody else wants, and a whole one otherwise.
 */
const BULK_DOCUMENTS = 16
const BULK_NICENESS = 10

/** Parses documents in a child process, which is replaced when it is worn out or has passed a limit. */
export function createDocumentParser(options: Partial<ParserLimits> = {}): DocumentParser {
  const limits = { ...DEFAULT_LIMITS, ...options }
  let running: { child: Promise<ParserChild>; formats: LoadedFormats } | undefined
  let previous: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    const ending = running
    running = undefined
    // A child that did not start needs no end.
    await ending?.child.then((started) => started.end()).catch(() => undefined)
  }

  async function childFor(contentType: string): Promise<ParserChild> {
    const formats = formatsFor(contentType)
    if (formats === 'all' && running?.formats === 'common') await end()
    running ??= { child: startChild(limits, formats), formats }
    return running.child
  }

  async function replyTo(header: DocumentHeader, bytes: Uint8Array): Promise<ParseReply> {
    try {
      const child = await childFor(header.contentType)
      if (child.documents === BULK_DOCUMENTS) lowerPriority(child.processId)
      const reply = await child.parse(header, bytes)
      if (isSpent(child, reply, limits)) await end()
      return reply
    } catch (error) {
      await end()
      throw error
    }
  }

  async function parseNow({ content, ...header }: RawDocument): Promise<SplitDocument> {
    const bytes = bytesWithin(content, limits.maxBytes)
    clearTimeout(idle)
    try {
      const reply = await replyTo(header, bytes)
      if ('failure' in reply) throw new UnreadableDocument(reply.failure)
      return revived(reply.document)
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return {
    parse(document) {
      const result = previous.then(() => parseNow(document))
      previous = result.catch(() => undefined)
      return result
    },
    close: end,
  }
}

/** Linux has a priority for each thread. Only the superuser may raise it again. */
function lowerPriority(processId: number): void {
  try {
    const threads = readdirSync(`/proc/${processId}/task`)
    for (const thread of threads) setPriority(Number(thread), BULK_NICENESS)
  } catch {
    // There is no /proc, the process has ended, or it was started with a lower priority.
  }
}

function bytesWithin(content: string | Uint8Array, maxBytes: number): Uint8Array {
  // Checked before copying: a character has at least one byte.
  const bytes = content.length > maxBytes ? null : toBytes(content)
  if (bytes && bytes.length <= maxBytes) return bytes
  throw new UnreadableDocument(`it is larger than ${Math.round(maxBytes / MIB)} MB`)
}

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

/** Whether the next document would have less CPU time than is its due, or little memory. */
function isSpent(child: ParserChild, { cpuMs }: ParseReply, limits: ParserLimits): boolean {
  const privateBytes = readMemory(child.processId)?.privateBytes ?? 0
  return (
    child.documents >= MAX_DOCUMENTS ||
    cpuMs > (START_CPU_SECONDS + limits.cpuSeconds) * 1000 ||
    privateBytes > limits.memoryMb * MIB * SPENT_MEMORY_SHARE
  )
}

/** JSON turned the date into a string. */
const revived = (document: SplitDocument): SplitDocument => ({
  ...document,
  publishedAt: document.publishedAt && new Date(document.publishedAt),
})
