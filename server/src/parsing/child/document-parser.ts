import type { RawDocument, SplitDocument } from '../parse-document.ts'
import type { ParserLimits } from './replaceable-parser.ts'
import { createParsingProcess, MIB } from './replaceable-parser.ts'

export { UnreadableDocument } from '../unreadable-document.ts'

export type Parse = (document: RawDocument) => Promise<SplitDocument>

export type DocumentParser = {
  parse: Parse
  /** For a document that somebody waits for. It does not wait for those in bulk. */
  parseAhead: Parse
  close(): Promise<void>
}

/**
 * The slowest honest page measured took 0.4 s; a parser that takes longer than this has met a bomb.
 * The memory is sized by a million characters of markdown, which take 240 MB.
 */
const DEFAULT_LIMITS: ParserLimits = { timeoutMs: 20_000, memoryMb: 320, maxBytes: 32 * MIB }

/**
 * From so many on without an idle minute this is bulk work, which lets readers have the cores first. Those
 * that somebody waits for do not count.
 */
const BULK_DOCUMENTS = 16
/**
 * From so many on a second process is kept for documents that somebody waits for. To start it takes as
 * much CPU time as these did.
 */
const LONG_BULK_DOCUMENTS = 64
/** An idle service keeps no parser process. */
const IDLE_MS = 60_000

/**
 * Parses documents in a child process, one at a time; beside a long queue, those that somebody waits for
 * in a second one. Exceeding a limit ends only that process.
 */
export function createDocumentParser(options: Partial<ParserLimits> = {}): DocumentParser {
  const limits = { ...DEFAULT_LIMITS, ...options }
  const usual = createParsingProcess(limits)
  const ahead = createParsingProcess(limits)
  let inBulk = 0
  let underWay = 0
  let idle: NodeJS.Timeout | undefined

  const isLongBulk = () => inBulk > LONG_BULK_DOCUMENTS

  async function endAll(): Promise<void> {
    clearTimeout(idle)
    inBulk = 0
    await Promise.all([usual.end(), ahead.end()])
  }

  async function untilIdle(parsing: Promise<SplitDocument>): Promise<SplitDocument> {
    clearTimeout(idle)
    underWay += 1
    try {
      return await parsing
    } finally {
      underWay -= 1
      if (underWay === 0) idle = setTimeout(() => void endAll(), IDLE_MS).unref()
    }
  }

  return {
    parse(document) {
      inBulk += 1
      if (inBulk > BULK_DOCUMENTS) usual.giveWay()
      if (isLongBulk()) ahead.prepare()
      return untilIdle(usual.parse(document))
    },
    parseAhead: (document) => untilIdle((isLongBulk() ? ahead : usual).parse(document)),
    close: endAll,
  }
}
