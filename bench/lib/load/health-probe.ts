import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProbeOrder = { url: string; idleUrl: string }

/** Milliseconds for each request, in the same moments. */
export type ProbeTimes = { service: number[]; idle: number[] }

export type HealthProbe = AsyncDisposable & { stop(): Promise<ProbeTimes> }

/**
 * Requests `/healthz` from a process of its own, and at the same time an idle server in this process,
 * which shows what the machine and the probe add.
 */
export async function probeHealth(url: string): Promise<HealthProbe> {
  const idle = createServer((_request, response) => void response.end('ok')).listen(0, '127.0.0.1')
  await once(idle, 'listening')
  const child = fork(new URL('./health-probe-process.ts', import.meta.url))
  const { port } = idle.address() as AddressInfo
  const order: ProbeOrder = { url, idleUrl: `http://127.0.0.1:${port}/` }
  child.send(order)
  await once(child, 'message')
  const exited = once(child, 'exit')
  return {
    async stop() {
      const times = once(child, 'message')
      child.send('stop')
      return (await times)[0] as ProbeTimes
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await exited
      idle.closeAllConnections()
      idle.close()
    },
  }
}
