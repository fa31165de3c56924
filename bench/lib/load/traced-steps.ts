import { setImmediate as nextTurn } from 'node:timers/promises'
import pino from 'pino'
import type { TracingConfig } from '../../../server/src/platform/tracing/open-tracing.ts'
import { openTracing } from '../../../server/src/platform/tracing/open-tracing.ts'
import type { Tracing } from '../../../server/src/platform/tracing/span.ts'
import {
  currentSpan,
  NO_TRACING,
  traced,
  within,
} from '../../../server/src/platform/tracing/span.ts'

const ANSWERS = 500
const MOMENTS = [
  'rewritten',
  'retrieved',
  'reranked',
  'assessed',
  'first_delta',
  'written',
  'settled',
]

type Step = (name: string, work: () => Promise<void>) => Promise<void>

/** The steps of an answer, with nothing in them. */
async function runSteps(step: Step, note: (name: string) => void): Promise<void> {
  const nothing = async () => undefined
  await step('admit', nothing)
  await step('reserve', nothing)
  await step('retrieve', async () => {
    await step('embed', nothing)
    await step('search', async () => {
      await step('candidates', nothing)
      await step('load', nothing)
    })
    await step('rerank', nothing)
  })
  for (const moment of MOMENTS) note(moment)
  await step('settle', nothing)
  await step('commit', nothing)
}

const plain = () =>
  runSteps(
    (_name, work) => work(),
    () => undefined,
  )
const tracedSteps = () => runSteps(traced, (name) => currentSpan()?.note(name))

async function answer(tracing: Tracing): Promise<void> {
  const span = tracing.begin('POST chat', { kind: 'server' })
  await (span ? within(span, tracedSteps) : tracedSteps())
  span?.end()
}

/** CPU time of this process for so many answers, with what sends their traces and takes them. */
async function measure(open: () => Promise<Tracing>, one: (tracing: Tracing) => Promise<void>) {
  const tracing = await open()
  const before = process.cpuUsage()
  for (let index = 0; index < ANSWERS; index += 1) {
    await one(tracing)
    await nextTurn()
  }
  await tracing.close()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / ANSWERS
}

export type StepCosts = Record<'off' | 'a tenth' | 'all', number[]>

/**
 * What traces cost the steps of an answer in CPU milliseconds, round by round. A process that does nothing else shows far
 * smaller differences than an answer does, however busy the machine is.
 */
export async function measureSteps(endpoint: string, rounds: number): Promise<StepCosts> {
  const log = pino({ level: 'silent' })
  const send = (ratio: number) => {
    const config: TracingConfig = {
      url: `${endpoint}/v1/traces`,
      headers: {},
      serviceName: 'footnote',
      sampler: 'traceidratio',
      ratio,
      keepsText: false,
    }
    return () => openTracing(config, '0.1.0', log)
  }
  const off = async () => NO_TRACING
  const more: StepCosts = { off: [], 'a tenth': [], all: [] }
  for (let round = 0; round < rounds; round += 1) {
    const without = await measure(off, plain)
    more.off.push((await measure(off, answer)) - without)
    more['a tenth'].push((await measure(send(0.1), answer)) - without)
    more.all.push((await measure(send(1), answer)) - without)
  }
  return more
}
