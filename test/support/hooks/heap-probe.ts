import type { Service } from '../service.ts'

/** For NODE_OPTIONS of a service whose heap is to be read. */
export const HEAP_PROBE = `--expose-gc --import=${new URL('./heap-probe-hook.ts', import.meta.url).href}`

/** Bytes in use once all garbage is collected. */
export async function heapInUse({ process, log }: Service): Promise<number> {
  const from = log.length
  process.kill('SIGUSR2')
  for (;;) {
    const line = log.slice(from).find((each) => 'heap_in_use' in each)
    if (line) return Number(line['heap_in_use'])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
