import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { transports } from './support/transports.ts'

const PAGE = 'https://docs.example.com/keys'

const test = sharingAnswers().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  const content =
    '# Keys\n\nReset a key under Settings, then copy the new key from http://localhost:8080/keys.'
  await putPages(service, knowledge.knowledgeBaseId, [{ url: PAGE, content }])
  return knowledge
})

const HOSTILE = [
  'Reset a key under [Settings](https://evil.example/settings?key=secret) [1].',
  '![a chart](https://evil.example/i.png) <img src="https://evil.example/p.gif">',
  'See https://evil.example/more, www.evil.example or me@evil.example;',
  '<a href="javascript:alert(1)">click</a>.',
  `The [guide](${PAGE}) says http://localhost:8080/keys.`,
  '\n\n[1]: https://evil.example/definition',
].join(' ')

const SHOWN = [
  'Reset a key under Settings [1].',
  `a chart See , or ; click.`,
  `The [guide](<${PAGE}>) says \`http://localhost:8080/keys\`.`,
].join(' ')

for (const transport of transports) {
  test(`over ${transport.name} a stored answer links to its sources and to nothing else`, async ({
    service,
    model,
    docs: { knowledgeBaseId, clientKey },
  }) => {
    model.answer(() => says(HOSTILE))
    const decision = await transport.ask(service, {
      knowledgeBaseId,
      shown: { clientKey },
      body: { query: 'How do I reset a key?' },
    })
    const text = decision.kind === 'answered' ? decision.text : decision.code
    expect(text.replaceAll(/\s+/g, ' ')).toContain(SHOWN)
    expect(text).not.toMatch(/evil|<img|!\[|javascript/)
    const { messages } = await service.admin.messages.list(knowledgeBaseId)
    expect(messages[0]?.answer).toBe(text)
  })
}
