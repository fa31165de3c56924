import { randomInt } from 'node:crypto'
import { until } from './load.ts'
import type { Service, ServiceOptions } from '../service.ts'
import { startService } from '../service.ts'

/** Several API processes. One that is killed is restarted. */
export type ApiProcesses = {
  /** A running one; waits if there is none. */
  pick(): Promise<Service>
  /** Kills one with SIGKILL. Resolves once another has replaced it. */
  killOne(): Promise<void>
  stop(): Promise<void>
}

export async function startApiProcesses(
  count: number,
  options: ServiceOptions,
): Promise<ApiProcesses> {
  const start = () => startService({ ...options, command: 'api' })
  const up: Service[] = []
  for (let index = 0; index < count; index += 1) up.push(await start())
  return {
    async pick() {
      await until('a process', () => up.length > 0, 60_000)
      const picked = up[randomInt(up.length)]
      if (!picked) throw new Error('One is up')
      return picked
    },
    async killOne() {
      const [victim] = up.splice(randomInt(up.length), 1)
      await victim?.kill()
      up.push(await start())
    },
    async stop() {
      for (const service of up) await service.kill()
    },
  }
}
