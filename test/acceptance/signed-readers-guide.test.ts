import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { createKnowledge } from '../support/knowledge.ts'
import { sharing } from '../support/sharing.ts'

const ROOT = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/guides/signed-readers.md', ROOT), 'utf8')
const run = promisify(execFile)

const { test } = sharing()

/** The example under a heading, as somebody would copy it. */
function exampleOf(heading: string): string {
  const code = guide.split(`### ${heading}\n`)[1]?.match(/```js\n([^]*?)```/)?.[1]
  if (code === undefined) throw new Error(`The guide has no example for ${heading}`)
  return code
}

/** What the page that uses the example has besides, and what prints the token. */
const EXAMPLES: [heading: string, complete: (code: string) => string][] = [
  [
    'Express',
    (code) => `${code}
      function requireCustomer(request, response, next) {
        request.customer = { id: 'customer-4711', plan: 'gold' }
        next()
      }
      const server = app.listen(0, '127.0.0.1', async () => {
        const reply = await fetch('http://127.0.0.1:' + server.address().port + '/footnote-token')
        if (reply.headers.get('cache-control') !== 'no-store') throw new Error('It may be stored')
        console.log(await reply.text())
        server.close()
      })`,
  ],
  [
    'Next.js',
    (code) => `${code.replace(
      "import { auth } from '@/auth'",
      "const auth = async () => ({ user: { id: 'customer-4711', groups: ['Gold customers'] } })",
    )}
      console.log(await (await GET()).text())`,
  ],
]

test('the examples for Node make valid tokens', async ({ service }) => {
  for (const [heading, complete] of EXAMPLES) {
    const { knowledgeBaseId } = await createKnowledge(service)
    const group = { name: 'Gold customers', signed_readers_only: true }
    await service.admin.groups.create(knowledgeBaseId, group)
    const { readerSigners } = service.admin
    const { secret } = await readerSigners.create(knowledgeBaseId, { name: 'Customer portal' })
    const code = complete(exampleOf(heading))
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: ROOT,
      env: {
        FOOTNOTE_SIGNER_SECRET: secret ?? '',
        FOOTNOTE_KNOWLEDGE_BASE_ID: knowledgeBaseId,
      },
    })
    const report = await readerSigners.check(knowledgeBaseId, { token: stdout.trim() })
    expect(report, heading).toMatchObject({
      problem: null,
      reader: { subject: 'customer-4711', unknown_groups: [] },
      groups: [{ name: 'Gold customers' }],
    })
  }
})
