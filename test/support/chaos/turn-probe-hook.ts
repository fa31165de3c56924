/** Short beside the turns that are looked for. */
const SAMPLE_MS = 5

let longestMs = 0
let before = process.threadCpuUsage()

setInterval(() => {
  const now = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000)
  before = now
}, SAMPLE_MS).unref()

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ longest_turn_ms: longestMs })}\n`)
  longestMs = 0
})
