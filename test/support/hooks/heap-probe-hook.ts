import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

process.on('SIGUSR2', () => void tell())

async function tell(): Promise<void> {
  // Twice: what the first finds unused may free more by its finalizers.
  globalThis.gc?.()
  await yieldToEventLoop()
  globalThis.gc?.()
  process.stdout.write(`${JSON.stringify({ heap_in_use: process.memoryUsage().heapUsed })}\n`)
}
