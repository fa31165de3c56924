import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { runPrepared } from '../../../server/src/platform/database/statements.ts'
import { readAsTenant } from '../../../server/src/platform/database/tenant.ts'
import { planReading } from '../../../server/src/retrieval/words/read-words.ts'
import { rounded } from '../figures.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { printTable } from '../table.ts'

type Asked = { question: string; corpus: string }

/** What reading words takes of the service before it is sent, and of both for the reply, in ms. */
export async function measureCost(indexes: ReadonlyMap<string, SetIndex>, asked: readonly Asked[]) {
  const planned: number[] = []
  const read: number[] = []
  for (const { corpus, question } of asked) {
    const index = indexes.get(corpus)
    if (!index) continue
    const { caller, roles, embedders } = index
    const dictionary = embedders.named(caller.space.model).vocabulary
    const startedMs = performance.now()
    const reading = planReading({ caller, text: question, groupIds: null, dictionary })
    planned.push(performance.now() - startedMs)
    await readAsTenant(roles.api.db, caller, async (tx) => {
      await runPrepared(
        tx,
        planReading({ caller, text: 'warm', groupIds: null, dictionary })!.statement,
      )
      const sentMs = performance.now()
      if (reading) reading.read((await runPrepared(tx, reading.statement))[0])
      read.push(performance.now() - sentMs)
    })
  }
  const figures = {
    plannedMs: rounded(percentile(planned, 0.5)),
    readMs: rounded(percentile(read, 0.5)),
    readMs95: rounded(percentile(read, 0.95)),
  }
  printTable('Cost of a question, ms', Object.keys(figures), [Object.values(figures)])
  return figures
}
