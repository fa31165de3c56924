import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SearchService } from './search-service.ts'
import type { Observed } from './steady-searches.ts'

export type SearchOrder = {
  service: Pick<SearchService, 'url' | 'headers'>
  questions: readonly string[]
  perSecond: number
}

/** Searches steadily from a process of its own: what else the bench does is not in their times. */
export function searchInProcess(order: SearchOrder): { stop(): Promise<Observed[]> } {
  const child = fork(new URL('./search-child.ts', import.meta.url))
  child.send(order)
  return {
    async stop() {
      child.send('stop')
      const [observed] = await once(child, 'message')
      return observed
    },
  }
}
