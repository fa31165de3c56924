import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { applicationFile, CODE_FOLDERS, entryPoint } from '../../platform/application-files.ts'
import { createFrameDecoder, writeFrame } from './frames.ts'
import { lockChild } from './lock-child.ts'
import type { RawDocument, SplitDocument } from '../parse-document.ts'

export type DocumentHeader = Omit<RawDocument, 'content'>
export type ParseReply = { document: SplitDocument } | { failure: string }

export const CHILD_FD = 3
/** Fits the largest document with its header, and the passages that come back. */
export const MAX_FRAME_BYTES = 96 * 1024 * 1024

/** For the whole life of a child, however many documents it parses. */
export const MAX_CPU_SECONDS = 90

/**
 * Address space that Node 24 reserves and mostly leaves unused: 512 MB for machine code, 8 MB of stack
 * per thread. Measured: 590 MB on x64 with every parser loaded.
 */
const RESERVED_MB = 640
/** What Node, the parsers and their code take outside the heap. */
const BESIDE_HEAP_MB = 128

/** Limits that hold even when the parent has died or is too busy to watch. */
const LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"'

export type ParserChild = {
  processId: number
  documents: number
  /** Others have the cores first. */
  givesWay: boolean
  send(header: DocumentHeader, content: Uint8Array): void
  /** Resolves with the next frame, or rejects with the reason why none comes. */
  receive(): Promise<ParseReply>
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

/** Resolves once the child runs. On a busy machine that takes seconds, which count for no document. */
export async function startChild(
  memoryMb: number,
  entry = entryPoint('parsing'),
): Promise<ParserChild> {
  try {
    return await start(memoryMb, String((memoryMb + RESERVED_MB) * 1024), entry)
  } catch {
    // A Node that reserves more address space cannot start under the limit; the parent still watches.
    return start(memoryMb, 'unlimited', entry)
  }
}

async function start(memoryMb: number, dataKb: string, entry: string): Promise<ParserChild> {
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
      entry,
    ],
    // Without the service's environment: a parser that is taken over finds no secret.
    { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const talk = talkTo(child)
  const processId = child.pid ?? 0
  try {
    await talk.receive()
    await lockChild(processId)
  } catch (error) {
    await talk.end()
    throw error
  }
  return { ...talk, processId, documents: 0, givesWay: false }
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

function talkTo(child: ChildProcess): Omit<ParserChild, 'processId' | 'documents' | 'givesWay'> {
  const pipe = child.stdio[CHILD_FD]
  if (!(pipe instanceof Socket)) throw new Error('The process that reads documents has no pipe')
  let waiting = Promise.withResolvers<ParseReply>()
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
    createFrameDecoder<ParseReply>(MAX_FRAME_BYTES, ({ value }) => waiting.resolve(value)),
  )
  return {
    send(header, content) {
      waiting = Promise.withResolvers()
      // A rejection that nobody awaits must not end the process.
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
