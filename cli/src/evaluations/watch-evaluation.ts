import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminClient, EvaluationWithItems } from '@footnote/client/admin'

const INTERVAL_MS = 1_000

/** Waits until it has ended, and tells a terminal how far it is. */
export async function watchEvaluation(
  admin: AdminClient,
  knowledgeBaseId: string,
  id: string,
  terminal: { isTTY?: boolean; write(text: string): unknown },
): Promise<EvaluationWithItems> {
  for (;;) {
    const evaluation = await admin.evaluations.get(knowledgeBaseId, id)
    const { state, done, total } = evaluation
    if (terminal.isTTY) terminal.write(`\r${done} of ${total} questions`)
    if (state === 'completed' || state === 'failed') {
      if (terminal.isTTY) terminal.write('\n')
      return evaluation
    }
    await sleep(INTERVAL_MS)
  }
}
