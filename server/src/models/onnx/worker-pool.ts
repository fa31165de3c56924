import { createWorkerClient, type WorkerClient } from './worker-client.ts'
import type { ModelJob } from './worker-protocol.ts'

type Member = WorkerClient & { urgentTexts: number; bulkTexts: number }

/** A worker that embeds passages is free for a question after as long as some four questions take. */
const BULK_LOAD = 4

/**
 * Several workers with the same model, each with threads of its own. Two inferences of one thread
 * get more done than one of two threads.
 */
export function createWorkerPool(workerFile: string, workerData: readonly unknown[]): WorkerClient {
  const members = workerData.map((data): Member => ({
    ...createWorkerClient(workerFile, data),
    urgentTexts: 0,
    bulkTexts: 0,
  }))

  return {
    async start() {
      await Promise.all(members.map(async (member) => member.start()))
    },
    async run(job, signal) {
      return job.texts.length === 1
        ? runOn(leastLoaded(members), job, signal)
        : shareOut(members, job, signal)
    },
    async close() {
      await Promise.all(members.map(async (member) => member.close()))
    },
  }
}

async function runOn(
  member: Member,
  job: Omit<ModelJob, 'id'>,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const counted = job.urgent ? 'urgentTexts' : 'bulkTexts'
  member[counted] += job.texts.length
  try {
    return await member.run(job, signal)
  } finally {
    member[counted] -= job.texts.length
  }
}

function leastLoaded(members: readonly Member[]): Member {
  const load = ({ urgentTexts, bulkTexts }: Member) => urgentTexts + (bulkTexts > 0 ? BULK_LOAD : 0)
  return members.reduce((best, member) => (load(member) < load(best) ? member : best))
}

/** Deals the texts out like cards and puts their numbers back in order. */
async function shareOut(
  members: readonly Member[],
  job: Omit<ModelJob, 'id'>,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const hands = members
    .map((member, seat) => ({
      member,
      places: job.texts
        .keys()
        .filter((place) => place % members.length === seat)
        .toArray(),
    }))
    .filter(({ places }) => places.length > 0)
  const dealt = await Promise.all(
    hands.map(async ({ member, places }) =>
      runOn(member, { ...job, texts: places.map((place) => job.texts[place] ?? '') }, signal),
    ),
  )
  const perText = dealt.reduce((sum, numbers) => sum + numbers.length, 0) / job.texts.length
  const all = new Float32Array(perText * job.texts.length)
  for (const [hand, { places }] of hands.entries()) {
    for (const [index, place] of places.entries()) {
      const own = dealt[hand]?.subarray(index * perText, (index + 1) * perText) ?? []
      all.set(own, place * perText)
    }
  }
  return all
}
