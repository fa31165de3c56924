import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { applicationFile, CODE_FOLDERS, entryPoint } from '../../platform/application-files.ts'
import { createFrameDecoder, writeFrame } from './frames.ts'
import { lockChild } from './lock-child.ts'
import type { LoadedFormats } from '../media-types.ts'
import type { RawDocument, SplitDocument } from '../parse-document.ts'
import { UnreadableDocument } from '../unreadable-document.ts'

export type DocumentHeader = Omit<RawDocument, 'content'>
export type Parsed = { document: SplitDocument } | { failure: string }
/** `cpuMs`: of the process so far. */
export type ParseReply = Parsed & { cpuMs: number }

export type ChildLimits = {
  /** What each document may use. The kernel ends a process that has used twice as much. */
  cpuSeconds: number
  /** Private memory of the whole process: heap, buffers and what they are made of. */
  memoryMb: number
  /**
   * Until a reply, by the clock. A parser that takes longer waits for something that never comes, or has
   * hardly got a core: the document may be tried again.
   */
  waitMs?: number
}

export const CHILD_FD = 3
/** Fits the largest document with its header, and the passages that come back. */
export const MAX_FRAME_BYTES = 96 * 1024 * 1024

/** What a child may use before its first document; it takes one or two. */
export const START_CPU_SECONDS = 5
/** Five times the CPU time that ends a process. */
const DEFAULT_WAIT_MS = 240_000

/** What Node, the parsers and their code take outside the heap. */
const BESIDE_HEAP_MB = 128

/** The limit warns the process with a signal, and ends it for good a few seconds later. */
const LIMITED = 'ulimit -c 0; ulimit -t "$(($1 + 5))"; ulimit -S -t "$1"; shift; exec "$@"'

export type ParserChild = {
  processId: number
  /** Parsed so far. */
  documents: number
  /** One at a time. */
  parse(header: DocumentHeader, content: Uint8Array): Promise<ParseReply>
  end(): Promise<void>
}

class ChildStopped extends Error {
  readonly signal: string | null
  constructor(signal: string | null, code: number | null) {
    super(`The process that reads documents ended with ${signal ?? code}.`)
    this.signal = signal
  }
}

class NoReply extends Error {
  constructor(waitMs: number, options: ErrorOptions) {
    super(`The parser did not reply within ${waitMs / 1000} s.`, options)
  }
}

/** Resolves once the child runs. On a busy machine that takes seconds, which count for no document. */
export async function startChild(
  limits: ChildLimits,
  formats: LoadedFormats,
  entry = entryPoint('parsing'),
): Promise<ParserChild> {
  const { cpuSeconds, memoryMb, waitMs = DEFAULT_WAIT_MS } = limits
  const command = [process.execPath, ...childFlags(memoryMb), entry, formats]
  const child = spawn(
    '/bin/sh',
    ['-c', LIMITED, 'sh', String(START_CPU_SECONDS + 2 * cpuSeconds), ...command],
    // Without the service's environment: a parser that is taken over finds no secret.
    { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const talk = talkTo(child)
  const processId = child.pid ?? 0
  try {
    await talk.receive()
    await lockChild(processId, memoryMb)
  } catch (error) {
    await talk.end()
    throw error
  }
  const parser: ParserChild = {
    processId,
    documents: 0,
    async parse(header, content) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        void talk.end()
      }, waitMs)
      try {
        talk.send(header, content)
        const reply = await talk.receive()
        parser.documents += 1
        return reply
      } catch (error) {
        if (!(error instanceof ChildStopped)) throw error
        throw isLate ? new NoReply(waitMs, { cause: error }) : explainExit(error, limits)
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => talk.end(),
  }
  return parser
}

/** It may read its own code while it starts, but write no file, start no process and load no addon. */
export const childFlags = (memoryMb: number): string[] => [
  '--permission',
  ...[applicationFile('package.json'), ...CODE_FOLDERS].map((path) => `--allow-fs-read=${path}`),
  // node:sqlite of Node 24 writes files without permission.
  '--no-experimental-sqlite',
  `--max-old-space-size=${Math.max(32, memoryMb - BESIDE_HEAP_MB)}`,
  // With 2 MB a quarter of the time went to collecting garbage; larger, the process grows by twice that.
  '--max-semi-space-size=8',
  '--stack-size=3900',
]

/** The signals with which Node ends when it runs out of memory. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/** Words for the operator where the document is to blame. */
function explainExit(error: ChildStopped, { cpuSeconds, memoryMb }: ChildLimits): Error {
  const signal = error.signal ?? ''
  if (OUT_OF_MEMORY.has(signal)) return new UnreadableDocument(`it needs more than ${memoryMb} MB`)
  if (signal === 'SIGXCPU') return new UnreadableDocument(`it took longer than ${cpuSeconds} s`)
  if (signal === 'SIGSEGV') return new UnreadableDocument('its elements are nested too deeply')
  // Ended from outside, by a shutdown or a machine short of memory: the document is not to blame.
  return error
}

function talkTo(child: ChildProcess) {
  const pipe = child.stdio[CHILD_FD]
  if (!(pipe instanceof Socket)) throw new Error('The parser process was started without a pipe')
  let waiting = Promise.withResolvers<ParseReply>()
  const gone = Promise.withResolvers<void>()
  let stopped: ChildStopped | undefined
  const fail = (signal: string | null, code: number | null) => {
    stopped = new ChildStopped(signal, code)
    waiting.reject(stopped)
    gone.resolve()
  }
  child.once('error', () => fail(null, null))
  child.once('exit', (code, signal) => fail(signal, code))
  pipe.on('error', () => child.kill('SIGKILL'))
  pipe.on(
    'data',
    createFrameDecoder<ParseReply>(MAX_FRAME_BYTES, ({ value }) => waiting.resolve(value)),
  )
  return {
    send(header: DocumentHeader, content: Uint8Array): void {
      waiting = Promise.withResolvers()
      // A rejection that nobody awaits must not end the process.
      waiting.promise.catch(() => undefined)
      if (stopped) waiting.reject(stopped)
      else writeFrame(pipe, header, content)
    },
    /** Resolves with the next frame, or rejects with the reason why none comes. */
    receive: () => waiting.promise,
    async end() {
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}
