import { isDeepStrictEqual } from 'node:util'
import type { Citation } from '@footnote/contract/public/citation'
import { call } from '../support/chaos/call.ts'
import { sleep } from '../support/chaos/load.ts'
import type { ApiProcesses } from '../support/chaos/processes.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'

/** An answer whose last frame arrived, as its reader saw it. */
export type SeenAnswer = {
  messageId: string
  question: string
  text: string
  citations: Citation[]
  /** The stored rating has one of these. */
  comments: string[]
}

const LONGEST_MS = 60_000

const pickVote = (comment: string): 'up' | 'down' => (/[02468]$/.test(comment) ? 'up' : 'down')

/** Sends the same rating until it is acknowledged. Rating an answer that was seen is never refused. */
export async function rateUntilStored(
  processes: ApiProcesses,
  { clientKey }: Knowledge,
  messageId: string,
  comment: string,
): Promise<string> {
  const deadlineMs = performance.now() + LONGEST_MS
  for (;;) {
    const { status, text } = await call({
      method: 'POST',
      url: `${(await processes.pick()).baseUrl}/api/v1/public/feedback`,
      headers: { 'x-client-key': clientKey },
      body: { message_id: messageId, rating: pickVote(comment), comment },
    })
    if (status === 201) return comment
    const isAway = status === 0 || status === 503
    if (!isAway || performance.now() > deadlineMs) throw new Error(`A rating met ${status} ${text}`)
    await sleep(50)
  }
}

/** A comment that no other rating has. */
export const newComment = (): string => `comment ${(comments += 1)}`

let comments = 0

/** Several concurrently, of which one is stored. */
export async function rateInParallel(
  processes: ApiProcesses,
  knowledge: Knowledge,
  answer: SeenAnswer,
): Promise<void> {
  const rate = () => rateUntilStored(processes, knowledge, answer.messageId, newComment())
  answer.comments.push(...(await Promise.all([rate(), rate(), rate(), rate()])))
}

/** Differences between what is stored and what was seen. */
export async function storedFaults(
  { admin }: Pick<Service, 'admin'>,
  { knowledgeBaseId }: Knowledge,
  answer: SeenAnswer,
): Promise<string[]> {
  const stored = await admin.messages.get(knowledgeBaseId, answer.messageId)
  const votes = answer.comments.map(pickVote)
  const isSame = {
    question: stored.question === answer.question,
    text: stored.answer === answer.text,
    citations: isDeepStrictEqual(stored.citations, answer.citations),
    vote: stored.vote !== null && votes.includes(stored.vote),
  }
  return Object.entries(isSame).flatMap(([what, same]) =>
    same ? [] : [`${answer.messageId} ${what}: ${JSON.stringify({ stored, answer })}`],
  )
}
