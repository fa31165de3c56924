import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const { verifies } = sharingAnswers()

const PIECE = 'x'.repeat(50_000)
const PIECES = 1_200
/** What the kernel buffers for the two connections; our own buffer is far smaller. */
const MAX_BYTES_UNDER_WAY = 30_000_000

/** Polls until it holds; the test's own timeout ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(200)
}

verifies(
  'chat.error.cancelled',
  'a client that reads nothing for 20 s is disconnected with a frame; until then it slows the model down',
  async ({ service, model }) => {
    const { knowledgeBaseId, clientKey } = await createKnowledge(service)
    await putPages(service, knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    model.script(says(Array.from({ length: PIECES }, () => PIECE)))
    const body = JSON.stringify({ query: 'How do I reset a key?' })
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    socket.write(
      `POST /api/v1/public/knowledge-bases/${knowledgeBaseId}/chat HTTP/1.1\r\nhost: a\r\n` +
        `x-client-key: ${clientKey}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    )
    socket.pause()
    const sent = () => model.requests.at(-1)?.sentPieces ?? 0
    await until(async () => {
      const before = sent()
      await sleep(4_000)
      return before > 0 && sent() === before
    })
    expect(sent() * PIECE.length).toBeLessThan(MAX_BYTES_UNDER_WAY)
    // Disconnected after 20 s in which nothing was read.
    await until(async () => model.requests.at(-1)?.closedByClientAtMs !== undefined)
    let tail = ''
    for await (const chunk of socket) tail = (tail + String(chunk)).slice(-2_000)
    expect(tail).toContain('"error_code":"cancelled","code":"CANCELLED","retryable":true')
  },
)
