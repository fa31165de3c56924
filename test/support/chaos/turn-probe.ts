import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../service.ts'

/** For NODE_OPTIONS of a service whose event loop is watched. */
export const TURN_PROBE = `--import=${new URL('./turn-probe-hook.ts', import.meta.url).href}`

/**
 * The most CPU time that the main thread took between two looks at its timers since the last call: how
 * long everybody else waited, whatever else the machine was doing.
 */
export async function longestTurnMs({ process, log }: Service): Promise<number> {
  const from = log.length
  process.kill('SIGUSR2')
  for (;;) {
    const line = log.slice(from).find((each) => 'longest_turn_ms' in each)
    if (line) return Number(line['longest_turn_ms'])
    await sleep(5)
  }
}

const MEGABYTE = 1024 * 1024

const residentMb = (service: Service, field: 'VmHWM' | 'VmRSS'): number => {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / MEGABYTE
}

/** What the process took at most, beyond what it had before, while `work` ran. */
export async function peakGrowthMb(service: Service, work: () => Promise<void>): Promise<number> {
  // The kernel begins a new peak.
  writeFileSync(`/proc/${service.process.pid}/clear_refs`, '5')
  const before = residentMb(service, 'VmRSS')
  await work()
  return residentMb(service, 'VmHWM') - before
}
