import { Socket } from 'node:net'
import { explainFailure } from './explain-failure.ts'
import { createFrameReader, writeFrame } from './frames.ts'
import { readDocument } from './read-document.ts'
import type { DocumentHeader, ReadReply } from './reader-child.ts'
import { CHILD_FD, MAX_FRAME_BYTES } from './reader-child.ts'

const parent = new Socket({ fd: CHILD_FD, readable: true, writable: true })

async function answer(header: DocumentHeader, content: Uint8Array): Promise<ReadReply> {
  try {
    return { document: await readDocument({ ...header, content }) }
  } catch (error) {
    return { failure: explainFailure(error) }
  }
}

const onChunk = createFrameReader<DocumentHeader>(MAX_FRAME_BYTES, ({ value, bytes }) => {
  void answer(value, bytes).then((reply) => writeFrame(parent, reply))
})
parent.on('data', onChunk)
// A parent that is gone wants no answer.
parent.on('end', () => process.exit())
parent.on('error', () => process.exit())
// The first frame says that the parsers are loaded.
writeFrame(parent, 'ready')
