import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createMail } from './mail.ts'

test('a mail server that takes the connection and says nothing is given up', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const mail = createMail(`smtp://127.0.0.1:${port}`, 'footnote@example.com', 100)
  const sent = mail.send({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' })
  await expect(sent).rejects.toThrow('Greeting never received')
  mail.close()
  server.close()
})
