import { parentPort } from 'node:worker_threads'
import type { DocumentSource, ReadDocument } from './read-document.ts'
import { readDocument } from './read-document.ts'

export type ReadReply = { document: ReadDocument } | { failure: string }

function reply(source: DocumentSource): ReadReply {
  try {
    return { document: readDocument(source) }
  } catch (error) {
    // A stack that overflows is nesting too deep; anything else is named as it is.
    const deep = error instanceof RangeError
    return { failure: deep ? 'its elements are nested too deeply' : String(error) }
  }
}

parentPort?.on('message', (request: DocumentSource) => parentPort?.postMessage(reply(request), []))
// The first message says that the parsers are loaded.
parentPort?.postMessage('ready', [])
