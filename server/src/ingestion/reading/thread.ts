import { parentPort } from 'node:worker_threads'
import type { ContentType } from '@footnote/contract/admin/documents'
import type { ReadDocument } from './read-document.ts'
import { readDocument } from './read-document.ts'

export type ReadRequest = { content: string; contentType: ContentType }

export type ReadReply = { document: ReadDocument } | { failure: string }

function reply({ content, contentType }: ReadRequest): ReadReply {
  try {
    return { document: readDocument(content, contentType) }
  } catch (error) {
    // A stack that overflows is nesting too deep; anything else is named as it is.
    const deep = error instanceof RangeError
    return { failure: deep ? 'its elements are nested too deeply' : String(error) }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(reply(request), []))
