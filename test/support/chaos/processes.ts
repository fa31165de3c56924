import { until } from './load.ts'
import type { Service, ServiceOptions } from '../service.ts'
import { startService } from '../service.ts'
import { inTurn } from './chance.ts'

/** Several API processes. One that is killed is restarted. */
export type ApiProcesses = {
  /** A running one, each in turn; waits if there is none. */
  pick(): Promise<Service>
  /** Kills one in turn with SIGKILL. Resolves once another has replaced it. */
  killOne(): Promise<void>
  stop(): Promise<void>
}

export async function startApiProcesses(
  count: number,
  options: ServiceOptions,
): Promise<ApiProcesses> {
  const start = () => startService({ ...options, command: 'api' })
  const up: Service[] = []
  let picked = 0
  for (let index = 0; index < count; index += 1) up.push(await start())
  return {
    async pick() {
      await until('a process', () => up.length > 0, 60_000)
      picked += 1
      return inTurn(up, picked)
    },
    async killOne() {
      // The one that has been up longest: its replacement is added at the end.
      await up.shift()?.kill()
      up.push(await start())
    },
    async stop() {
      for (const service of up) await service.kill()
    },
  }
}
