import { Socket } from 'node:net'
import { createFrameDecoder, writeFrame } from './frames.ts'
import type { DocumentHeader, Parsed } from './parser-handle.ts'
import { CHILD_FD, MAX_FRAME_BYTES } from './parser-handle.ts'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/** Serves the parent until it exits. All code must be loaded by now: no file can be opened later. */
export function answerParent(
  answer: (header: DocumentHeader, content: Uint8Array) => Promise<Parsed>,
): void {
  const parent = new Socket({ fd: CHILD_FD, readable: true, writable: true })
  const onChunk = createFrameDecoder<DocumentHeader>(MAX_FRAME_BYTES, ({ value, bytes }) => {
    void answer(value, bytes).then((parsed) => writeFrame(parent, { ...parsed, cpuMs: cpuMs() }))
  })
  parent.on('data', onChunk)
  // The parent is gone, so nobody waits for a reply.
  parent.on('end', () => process.exit())
  parent.on('error', () => process.exit())
  dropRights()
  // The first frame: the parent may lock this process now.
  writeFrame(parent, 'ready')
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Functions that reach other processes of the same user, such as the service. */
const REACHING_OUT = ['kill', '_kill', '_debugProcess'] as const

/**
 * Gives up, inside the parser process, what was needed only to load its code. lock-child.ts takes the
 * rest from outside.
 */
function dropRights(): void {
  const { permission } = process
  // Newer than the types. Without it, Node 24 still allows stat calls on the code's own folders.
  const drop: unknown = Reflect.get(permission, 'drop')
  if (typeof drop === 'function') drop.call(permission, 'fs.read')
  for (const name of REACHING_OUT) Reflect.deleteProperty(process, name)
  Reflect.deleteProperty(os, 'setPriority')
  // So that `import { kill } from 'node:process'` finds nothing either.
  syncBuiltinESMExports()
}
