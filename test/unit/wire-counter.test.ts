import { expect, test } from 'vitest'
import { readMessages } from '../support/network/wire-counter.ts'

const message = (letter: string, body: string) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)])
}

test('executed statements are counted, however the bytes arrive', () => {
  const sent = Buffer.concat([
    message('', 'start-up'),
    message('Q', "start transaction read only; select 'tenant'\0"),
    message('P', 'name\0select 1\0\0\0'),
    message('B', '\0name\0\0\0\0\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('S', ''),
    message('Q', 'commit;\0'),
  ])
  const whole = { statements: 0, exchanges: 0 }
  readMessages(whole)(sent)
  expect(whole).toEqual({ statements: 4, exchanges: 3 })
  const bytewise = { statements: 0, exchanges: 0 }
  const read = readMessages(bytewise)
  for (const byte of sent) read(Buffer.from([byte]))
  expect(bytewise).toEqual(whole)
})
