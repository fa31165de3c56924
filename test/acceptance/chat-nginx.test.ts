import { expect } from 'vitest'
import type { ModelServer } from '../fakes/model-server.ts'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { openStream, readFrames } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Nginx } from '../support/network/nginx.ts'
import { startNginx } from '../support/network/nginx.ts'

/** The first nginx does not forward the header that turns buffering off, unless told to. */
const PASSED_ON = 'proxy_pass_header X-Accel-Buffering;'

const test = sharingAnswers()
  .test.extend('docs', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const content = '# Keys\n\nReset a key under Settings, then copy the new key.'
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content },
    ])
    return knowledge
  })
  .extend('nginx', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const one = await startNginx(service.baseUrl)
    const inner = await startNginx(service.baseUrl, PASSED_ON)
    const outer = await startNginx(inner.baseUrl)
    onCleanup(async () => {
      for (const each of [one, outer, inner]) await each.close()
    })
    const ways: [string, Nginx][] = [
      ['nginx as it comes', one],
      ['two nginx in a row', outer],
    ]
    return ways
  })

const query = 'How do I reset a key?'
const PIECES = 12
const DELAY_MS = 400
/** Some pieces wait for the next one, and the machine may be busy. */
const MAX_BEHIND = 4

const sentBy = (model: ModelServer): number => model.requests.at(-1)?.sentPieces ?? 0

test(
  'pieces pass through nginx while the model is still writing',
  { timeout: 180_000 },
  async ({ nginx, model, docs }) => {
    for (const [way, proxy] of nginx) {
      model.script(
        says(
          Array.from({ length: PIECES }, () => 'word '),
          { delayMs: DELAY_MS },
        ),
      )
      let received = 0
      const behind: number[] = []
      for await (const { frames } of readFrames(await openStream(proxy, docs, { query }))) {
        received += frames.filter((frame) => 'delta' in frame).length
        if (received > 0) behind.push(sentBy(model) - received)
      }
      expect(received, way).toBeGreaterThanOrEqual(PIECES)
      expect(behind.length, way).toBeGreaterThan(PIECES / 2)
      expect(Math.max(...behind), way).toBeLessThanOrEqual(MAX_BEHIND)
    }
  },
)

test('heartbeats pass through nginx', { timeout: 180_000 }, async ({ nginx, model, docs }) => {
  model.answer(() => says(['Reset it [1].'], { delayMs: 17_000 }))
  const heard = await Promise.all(
    nginx.map(async ([, proxy]) => {
      let text = ''
      for await (const { text: more, frames } of readFrames(
        await openStream(proxy, docs, { query }),
      )) {
        if (frames.some((frame) => 'delta' in frame)) break
        text += more
      }
      return text
    }),
  )
  for (const text of heard) expect(text).toMatch(/\n\n:[^\n]*\n\n$/)
})

test('a client disconnect at nginx stops a model that has 20 s to go', async ({
  nginx,
  model,
  docs,
}) => {
  for (const [way, proxy] of nginx) {
    model.script(
      says(
        Array.from({ length: 200 }, () => 'word '),
        { delayMs: 100 },
      ),
    )
    const leave = new AbortController()
    const response = await openStream(proxy, docs, { query }, { signal: leave.signal })
    for await (const { frames } of readFrames(response)) {
      if (frames.some((frame) => 'delta' in frame)) break
    }
    const request = model.requests.at(-1)
    leave.abort()
    // Set if the request ends before the answer does.
    await expect.poll(() => request?.closedByClientAtMs, { message: way }).toBeDefined()
  }
})
