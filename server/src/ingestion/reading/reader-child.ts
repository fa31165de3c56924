import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createFrameReader, writeFrame } from './frames.ts'
import type { DocumentSource, ReadDocument } from './read-document.ts'

export type DocumentHeader = Omit<DocumentSource, 'content'>
export type ReadReply = { document: ReadDocument } | { failure: string }

export const CHILD_FD = 3
/** The largest document, its header, and the passages that come back. */
export const MAX_FRAME_BYTES = 96 * 1024 * 1024

/** What a child may use in its life, however many documents it reads. */
export const MAX_CPU_SECONDS = 90

/**
 * Address space that Node 24 has writable and mostly unused: 512 MB for machine code, 8 MB a thread
 * for stacks. Measured 590 MB on x64 with every parser loaded.
 */
const RESERVED_MB = 640
/** What Node, its parsers and their code take beside the heap. */
const BESIDE_HEAP_MB = 96

/** Limits that hold when the parent is gone too, or is too busy to look. */
const LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"'
const APPLICATION = fileURLToPath(new URL('../../../../', import.meta.url))
const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url))

export type ReaderChild = {
  processId: number
  documents: number
  send(header: DocumentHeader, content: Uint8Array): void
  /** The next frame, or why none comes. */
  receive(): Promise<ReadReply>
  end(): Promise<void>
}

export type ChildExit = { signal: string | null; code: number | null }

export class ChildStopped extends Error {
  readonly exit: ChildExit
  constructor(exit: ChildExit) {
    super(`The process that reads documents ended with ${exit.signal ?? exit.code}`)
    this.exit = exit
  }
}

/** Resolves once it runs: on a busy machine that takes seconds, and no document is to blame for them. */
export async function startChild(memoryMb: number): Promise<ReaderChild> {
  try {
    return await start(memoryMb, String((memoryMb + RESERVED_MB) * 1024))
  } catch {
    // A Node that reserves more than this one cannot start under the limit; the parent still watches.
    return start(memoryMb, 'unlimited')
  }
}

async function start(memoryMb: number, dataKb: string): Promise<ReaderChild> {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      LIMITED,
      'sh',
      String(MAX_CPU_SECONDS),
      dataKb,
      process.execPath,
      ...childFlags(memoryMb),
      ENTRY,
    ],
    // Nothing of the service's environment: a parser that is taken over finds no secret in it.
    { env: {}, cwd: APPLICATION, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const talk = talkTo(child)
  await talk.receive()
  return { ...talk, processId: child.pid ?? 0, documents: 0 }
}

/** It reads its own code. It writes no file, starts no process and no thread, loads no addon. */
export const childFlags = (memoryMb: number): string[] => [
  '--permission',
  `--allow-fs-read=${APPLICATION}`,
  `--max-old-space-size=${Math.max(32, memoryMb - BESIDE_HEAP_MB)}`,
  '--max-semi-space-size=8',
  '--stack-size=3900',
]

function talkTo(child: ChildProcess): Omit<ReaderChild, 'processId' | 'documents'> {
  const pipe = child.stdio[CHILD_FD]
  if (!(pipe instanceof Socket)) throw new Error('The process that reads documents has no pipe')
  let waiting = Promise.withResolvers<ReadReply>()
  const gone = Promise.withResolvers<void>()
  let stopped: ChildStopped | undefined
  const fail = (exit: ChildExit) => {
    stopped = new ChildStopped(exit)
    waiting.reject(stopped)
    gone.resolve()
  }
  child.once('error', () => fail({ signal: null, code: null }))
  child.once('exit', (code, signal) => fail({ code, signal }))
  pipe.on('error', () => child.kill('SIGKILL'))
  pipe.on(
    'data',
    createFrameReader<ReadReply>(MAX_FRAME_BYTES, ({ value }) => waiting.resolve(value)),
  )
  return {
    send(header, content) {
      waiting = Promise.withResolvers()
      // Whether or not anybody waits for it then.
      waiting.promise.catch(() => undefined)
      if (stopped) waiting.reject(stopped)
      else writeFrame(pipe, header, content)
    },
    receive: () => waiting.promise,
    async end() {
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}
