import { Agent, get } from 'node:http'
import type { ProbeOrder, ProbeTimes } from './health-probe.ts'

const PROBE_MS = 50

process.once('message', ({ url, idleUrl }: ProbeOrder) => {
  const times: ProbeTimes = { service: [], idle: [] }
  const agent = new Agent({ keepAlive: true })
  const probe = (target: string, into: number[]) => {
    const began = performance.now()
    const fail = () => void into.push(Infinity)
    get(target, { agent }, (response) => {
      response.resume().once('end', () => into.push(performance.now() - began))
    }).once('error', fail)
  }
  const timer = setInterval(() => {
    probe(url, times.service)
    probe(idleUrl, times.idle)
  }, PROBE_MS)
  process.once('message', () => {
    clearInterval(timer)
    agent.destroy()
    process.send?.({ service: [...times.service], idle: [...times.idle] }, () =>
      process.disconnect(),
    )
  })
  process.once('disconnect', () => process.exit())
  process.send?.('started')
})
