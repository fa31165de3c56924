import { expect, test } from 'vitest'
import { readCompose, startOrder } from './read-compose.ts'

test('variables are filled in as Compose does', () => {
  const text = `
    services:
      a:
        image: '\${IMAGE:-\${NAME:-b}:1}'
        environment: { PRICE: '$$5', SET: '\${NAME}', OUTER: '\${NONE:-x\${NAME}y}' }`
  expect(readCompose(text, { NAME: 'n' }).services['a']).toMatchObject({
    image: 'n:1',
    environment: { PRICE: '$5', SET: 'n', OUTER: 'xny' },
  })
})

test('a variable that has to be set says what is missing', () => {
  const text = 'services: { a: { image: "${SECRET:?is missing. Put it in .env}" } }'
  expect(() => readCompose(text, {})).toThrow('SECRET is missing. Put it in .env')
  expect(() => readCompose('services: { a: { image: "${SECRET}" } }', {})).toThrow(
    'SECRET is not set.',
  )
})

test('a service starts after those that it depends on', () => {
  const text = `
    services:
      api: { depends_on: { migrate: { condition: service_started }, cache: { condition: service_started } } }
      migrate: { depends_on: { database: { condition: service_healthy } } }
      cache: {}
      database: {}`
  expect(startOrder(readCompose(text, {}))).toEqual(['database', 'migrate', 'cache', 'api'])
})

test('a setting that would not be passed on is refused', () => {
  expect(() => readCompose('services: { a: { privileged: true } }', {})).toThrow('privileged')
})
