import { servedRoutes } from '@footnote/contract/routes'
import { expect, test } from 'vitest'
import { buildOpenapi } from './openapi.ts'
import { inlineResponses, shareResponses } from './shared-responses.ts'

const document = buildOpenapi(servedRoutes, { version: '1', transports: true })
const published = shareResponses(document)

test('every error response is written once, under a name that OpenAPI allows', () => {
  const { responses } = published.components
  const texts = Object.values(responses).map((response) => JSON.stringify(response))
  expect(new Set(texts).size).toBe(texts.length)
  for (const name of Object.keys(responses)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
  const written = Object.values(published.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => Object.entries(operation.responses))
    .filter(([status, response]) => Number(status) >= 400 && !('$ref' in response))
  expect(written).toEqual([])
})

test('what is published says the same', () => {
  expect(inlineResponses(published)).toEqual(document)
})
