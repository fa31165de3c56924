import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { ServedReply } from './serve.ts'

/** Rows read at once, so that an export of years needs little memory. */
export const EXPORT_PAGE = 1000

export type Export<Row> = {
  contentType: string
  fileName: string
  /** The lines before the first row. */
  head: string
  line: (row: Row) => string
  /** At most `EXPORT_PAGE` rows after this one; fewer at the end. */
  read: (after: Row | undefined) => Promise<readonly Row[]>
}

/** Sends a file page by page. The signal breaks it off, in the middle of a page too. */
export async function streamExport<Row>(
  request: FastifyRequest,
  reply: Pick<ServedReply, 'raw' | 'hijack' | 'getHeaders'>,
  { contentType, fileName, head, line, read }: Export<Row>,
  signal: AbortSignal,
): Promise<void> {
  // Read before the status is sent, so that a failure still has one of its own.
  const first = await read(undefined)
  reply.hijack()
  request.deadline.pause()
  // Headers that hooks have set, such as the request id.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  })
  async function* pages(): AsyncGenerator<string> {
    yield head
    for (let page = first; ; page = await read(page.at(-1))) {
      yield page.map(line).join('')
      if (page.length < EXPORT_PAGE) return
    }
  }
  // A client that disconnects ends it; a failure half-way breaks the connection.
  await pipeline(pages(), reply.raw, { signal }).catch(() => reply.raw.destroy())
}
