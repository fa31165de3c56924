import type pg from 'pg'
import { vi } from 'vitest'

/** How often the server's reply was waited for, however many statements it answered, on a pool's only connection. */
export async function countTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect()
  const { stream } = Reflect.get(client, 'connection')
  client.release()
  let trips = 0
  let isAnswered = true
  const send = stream.write.bind(stream)
  const write = vi.spyOn(stream, 'write')
  write.mockImplementation((...given: unknown[]) => {
    isAnswered = false
    return Reflect.apply(send, stream, given)
  })
  const onData = () => {
    if (!isAnswered) trips += 1
    isAnswered = true
  }
  stream.on('data', onData)
  try {
    await work()
    return trips
  } finally {
    stream.off('data', onData)
    write.mockRestore()
  }
}
