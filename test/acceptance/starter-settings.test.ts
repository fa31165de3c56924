import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { changeSettings, expectQuestions, page, listQuestions } from './support/starters.ts'
import { adminPath, asOperator, publicPath, send } from './support/wire.ts'

const { test, verifies } = acceptance({
  RECAPTCHA_SITE_KEY: 'site',
  RECAPTCHA_SECRET: 'nobody verifies in this file',
})

verifies('suggested-questions.own.configured-order', async ({ service, knowledge }) => {
  const own_questions = ['Zulu?', 'Alpha?', 'Mike, “twice”?', 'Alpha?', '日本語？']
  const reply = await changeSettings(service, knowledge, { starter_mode: 'own', own_questions })
  expect(reply).toMatchObject({ status: 200, body: { starter_mode: 'own', own_questions } })
  expect(await listQuestions(knowledge)).toEqual(own_questions)
  const turned = own_questions.toReversed()
  await changeSettings(service, knowledge, { own_questions: turned })
  expect(await listQuestions(knowledge)).toEqual(turned)
  await changeSettings(service, knowledge, { own_questions: [] })
  expect(await listQuestions(knowledge)).toEqual([])
})

verifies('suggested-questions.own.at-most-8', async ({ service, knowledge }) => {
  const questions = Array.from({ length: 9 }, (_, n) => `Question ${n}?`)
  const eight = questions.slice(0, 8)
  await changeSettings(service, knowledge, { starter_mode: 'own', own_questions: eight })
  expect(await changeSettings(service, knowledge, { own_questions: questions })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  })
  expect(await listQuestions(knowledge)).toEqual(eight)
})

verifies('suggested-questions.own.at-most-200-characters', async ({ service, knowledge }) => {
  // 🔑 is one character to a reader and two in UTF-16.
  const long = '🔑'.repeat(200)
  const set = (question: unknown) =>
    changeSettings(service, knowledge, { starter_mode: 'own', own_questions: [question] })
  expect((await set(long)).status).toBe(200)
  for (const question of [`${long}x`, 'x'.repeat(201), ' ', '', 7, null]) {
    expect((await set(question)).status, String(question)).toBe(400)
  }
  expect(await listQuestions(knowledge)).toEqual([long])
})

verifies(
  ['suggested-questions.none.empty', 'captcha.not-needed.suggested-questions'],
  'The setting None answers `{"questions": []}`, and with CAPTCHA on no token is needed to hear it',
  async ({ service, knowledge }) => {
    await putPages(service, knowledge.knowledgeBaseId, [page('What is a wave?')])
    await expectQuestions(knowledge, ['What is a wave?'])
    const { client_key } = await service.admin.keys.create(knowledge.knowledgeBaseId, {
      name: 'guarded',
      kind: 'public',
      captcha: true,
      captcha_hostnames: ['docs.example.com'],
    })
    const ask = () =>
      send(service, publicPath(knowledge.knowledgeBaseId, 'suggested-questions'), {
        headers: { 'x-client-key': client_key ?? '' },
      })
    expect(await ask()).toMatchObject({ status: 200, text: '{"questions":["What is a wave?"]}' })
    await changeSettings(service, knowledge, { starter_mode: 'none', own_questions: ['Own?'] })
    expect(await ask()).toMatchObject({ status: 200, text: '{"questions":[]}' })
    await changeSettings(service, knowledge, { starter_mode: 'generated' })
    expect((await ask()).text).toBe('{"questions":["What is a wave?"]}')
  },
)

test('a mode that does not exist is refused', async ({ service, knowledge }) => {
  expect((await changeSettings(service, knowledge, { starter_mode: 'random' })).status).toBe(400)
  const path = adminPath(knowledge.knowledgeBaseId, '').replace(/\/$/, '')
  const { body } = await send(service, path, { headers: asOperator })
  expect(body).toMatchObject({ starter_mode: 'generated', own_questions: [] })
})
