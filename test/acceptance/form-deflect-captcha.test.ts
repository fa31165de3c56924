import { expect } from 'vitest'
import { putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'
import { captchaTest, createGuarded, failed, HOST, required } from './support/captcha.ts'
import { createPair } from './support/client-keys.ts'
import { publicPath, send } from './support/wire.ts'

const verifies = makeVerifies(captchaTest)

verifies(
  'captcha.required.form-deflect',
  'A guarded key needs a token for the action `form_deflect`, each once; a pair needs none',
  async ({ service, recaptcha, embeddings }) => {
    const docs = await createGuarded(service)
    await putPages(service, docs.knowledgeBaseId, [
      { url: `https://${HOST}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    ])
    let forms = 0
    const deflect = (headers: Record<string, string>) => {
      forms += 1
      return send(service, publicPath(docs.knowledgeBaseId, 'form-deflect'), {
        json: { description: `How do I reset key ${forms}?` },
        headers,
      })
    }
    const withToken = (token: string) => ({
      'x-client-key': docs.clientKey,
      'x-recaptcha-token': token,
    })
    const before = embeddings.requests.length
    expect(await deflect({ 'x-client-key': docs.clientKey })).toMatchObject(required)
    const chat = recaptcha.mint({ action: 'chat', hostname: HOST })
    expect(await deflect(withToken(chat))).toMatchObject(failed)
    expect(embeddings.requests.length).toBe(before)
    const token = recaptcha.mint({ action: 'form_deflect', hostname: HOST })
    expect((await deflect(withToken(token))).status).toBe(200)
    expect(await deflect(withToken(token))).toMatchObject(failed)
    expect((await deflect(await createPair(service, docs.knowledgeBaseId))).status).toBe(200)
  },
)
